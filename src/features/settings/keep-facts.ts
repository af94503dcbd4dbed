import { shopDate } from '#base/shop-clock.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'
import { colours } from '#shop-colours'
import { shop as defaults } from '#shop-defaults'
import { sizes } from '#shop-sizes'
import { topics } from '#shop-topics'
import { changeLook } from '#ui/look/look.ts'
import type { DeliveryVersion } from './delivery-versions.ts'
import { shopDay } from './dispatch-and-arrival.ts'
import { applyFacts, defaultFacts, factGroupNames, factSchemas } from './facts.ts'
import { lookSettingOf } from './look-setting.ts'
import { settingSchemas } from './shop-settings.ts'

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
  const others = { delivery, sizes, topics, colours, banner, production_days: making.productionDays, samples }
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
