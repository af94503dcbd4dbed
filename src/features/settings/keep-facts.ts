import { changeShop, type Shop } from '#base/shop.ts'
import { shopDate } from '#base/shop-clock.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'
import { colours } from '#shop-colours'
import { shop as defaults } from '#shop-defaults'
import { sizes as firstSizes } from '#shop-sizes'
import { topics as firstTopics } from '#shop-topics'
import { changeLook } from '#ui/look/look.ts'
import { coloursOf } from './colours.ts'
import { DeliverySchema, type DeliveryVersion, zonesAt } from './delivery-versions.ts'
import { shopDay } from './dispatch-and-arrival.ts'
import {
  defaultFacts,
  type FactGroup,
  type FactGroupName,
  factGroupNames,
  factGroups,
  factSchemas,
  factsOf,
  type Values,
} from './facts.ts'
import { kindsOf, withoutHem } from './kinds.ts'
import { lookSettingOf } from './look-setting.ts'
import { DutiesSchema, type TypedDuty } from './own-duties.ts'
import { samplesOf } from './samples-setting.ts'
import { settingSchemas } from './shop-settings.ts'
import { sizesOf } from './sizes.ts'
import { topicsOf } from './topics.ts'

/**
 * Writes the facts that the settings do not have, as `shop.config.ts` and the files beside it have them: all of them at a
 * shop's first start, so that a later change of a file, or a version with other files, changes none. Returns the names of
 * the new ones. What the rules of a fact refuse stays in the file until the owner saves that form.
 */
export async function fillFacts(tx: Tx): Promise<string[]> {
  const rows = factGroupNames.flatMap((name) => {
    const facts = defaultFacts(name)
    // No responsible person yet: a rehearsal shows the file's example until the owner saves one.
    if (name === 'responsible_person' && facts.name === '') return []
    const { data } = factSchemas[name].safeParse(facts)
    return data ? [{ name: name as string, value: JSON.stringify(data) }] : []
  })
  const now = await readShopNow(tx)
  const delivery: DeliveryVersion[] = [{ from: shopDate(now), zones: defaults.zones }]
  const { banner, making, samples } = defaults
  const others = {
    delivery,
    sizes: firstSizes,
    topics: firstTopics,
    colours,
    banner,
    production_days: making.productionDays,
    samples,
  }
  for (const [name, value] of Object.entries(others)) {
    const { data } = settingSchemas[name as keyof typeof others].safeParse(value)
    if (data !== undefined) rows.push({ name, value: JSON.stringify(data) })
  }
  const added = await tx
    .insertInto('private.settings')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  return added.map(({ name }) => name)
}

/**
 * Makes `shop` what the settings say at a moment: of every group the fields that differ from the defaults, its zones,
 * duties, sizes, colours, topics, samples and hems.
 */
export function applyFacts(
  values: Values,
  now: Date,
  onInvalid?: (name: FactGroupName | 'delivery' | 'duties' | 'sizes' | 'topics' | 'colours', value: unknown) => void,
): void {
  const changes: Record<string, unknown> = {}
  const versions = DeliverySchema.safeParse(values.get('delivery') ?? [])
  if (!versions.success) onInvalid?.('delivery', values.get('delivery'))
  const zones = zonesAt(versions.data ?? [], now)
  if (JSON.stringify(zones) !== JSON.stringify(defaults.zones)) changes.zones = zones
  const duties = DutiesSchema.safeParse(values.get('duties') ?? [])
  if (!duties.success) onInvalid?.('duties', values.get('duties'))
  // Those that are planned are shown from their day on.
  const begun = (duties.data ?? []).filter(({ from }) => from <= shopDate(now))
  if (begun.length > 0) {
    const shown = (due: TypedDuty['due']) => due && { paidBy: due.paidBy, text: due.text }
    changes.duties = begun.map(({ due, ...entry }) => ({ ...entry, due: shown(due) }))
  }
  const chart = sizesOf(values.get('sizes'), () => onInvalid?.('sizes', values.get('sizes')))
  if (JSON.stringify(chart) !== JSON.stringify(firstSizes)) changes.sizeChart = chart
  const topics = topicsOf(values.get('topics'), () => onInvalid?.('topics', values.get('topics')))
  if (JSON.stringify(topics) !== JSON.stringify(firstTopics)) changes.topics = topics
  const samples = samplesOf(values.get('samples'))
  const { most, dispatchDays } = defaults.samples
  if (samples.most !== most || samples.dispatchDays !== dispatchDays) changes.samples = samples
  const kinds = withoutHem(kindsOf(values.get('kinds')))
  if (JSON.stringify(kinds) !== JSON.stringify(defaults.kindsWithoutHem)) changes.kindsWithoutHem = kinds
  for (const name of factGroupNames) {
    const { at, apart }: FactGroup = factGroups[name]
    if (apart && !at) continue
    const facts = factsOf(name, values, (value) => onInvalid?.(name, value))
    const usual = defaultFacts(name)
    const differing = Object.entries(facts).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(usual[field]),
    )
    if (differing.length === 0) continue
    if (at) changes[at] = { ...((defaults as Shop)[at] as object | undefined), ...facts }
    else Object.assign(changes, Object.fromEntries(differing))
  }
  const families = coloursOf(values.get('colours'), () => onInvalid?.('colours', values.get('colours')))
  const isOwn = JSON.stringify(families) !== JSON.stringify(colours)
  changeShop(changes, isOwn ? { colours: families } : {})
}

/**
 * Returns a function that makes `shop` and the current look what the settings say now; one that is no valid value is logged
 * once.
 */
export function createFactsFollower(settings: Settings, now: () => Date, log: Log): () => void {
  const logged = new Set<string>()
  let applied: { values: ReadonlyMap<string, unknown>; day: number } | undefined
  function logOnce(name: string, value: unknown): void {
    const fault = `${name} ${JSON.stringify(value)}`
    if (logged.has(fault)) return
    logged.add(fault)
    log.error({ setting: name }, 'a setting is not what its name asks for: the default holds')
  }
  return () => {
    const [values, day] = [settings.values(), shopDay(now())]
    if (applied?.values === values && applied.day === day) return
    applied = { values, day }
    applyFacts(values, now(), logOnce)
    changeLook(lookSettingOf(values, (value) => logOnce('look', value)).shown)
  }
}
