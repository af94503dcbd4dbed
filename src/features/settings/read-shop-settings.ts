import { sql } from 'kysely'
import { dayMs } from '#base/day-ms.ts'
import { type Pence, pence } from '#base/money.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { readSettingValues, type Settings } from '#platform/settings.ts'
import { shop } from '#shop'
import type { Zone } from '#shop-defaults'
import { euCountries, responsiblePerson as ownPerson, type ResponsiblePerson } from '#shop-duties'
import type { FreeDay, PromisedWork } from './capacity.ts'
import { carriersOf } from './carriers.ts'
import { fillBanner, zonesAt } from './delivery-versions.ts'
import { freeDayOf, shopDay } from './dispatch-and-arrival.ts'
import { firstKinds } from './kinds.ts'
import { holdPromises, readPromisedWork } from './promised-work.ts'
import { pauseAt, pauseText } from './selling.ts'
import {
  type Closing,
  daysIn,
  defaultRetention,
  type Retention,
  type SettingName,
  type SettingValue,
  type ShopSettings,
  settingSchemas,
} from './shop-settings.ts'
import type { ShopTerms } from './shop-terms.contract.ts'

/** What decides beside the table. */
export type SettingSources = {
  /** From the environment, which has priority. */
  launchAt?: Date | undefined
  /** Replaces the owner's zones. */
  zones?: readonly Zone[] | undefined
  /** Whether the shop is live: a rehearsal shows the example of a responsible person, and stays open without one. */
  live?: boolean
  /** Replaces that of the configuration file; the owner's setting has priority. */
  responsiblePerson?: ResponsiblePerson | null
}

type ReadOptions = SettingSources & {
  /** The zones and prices of its day apply. */
  now: Date
  /** What is promised already; without it nothing is. */
  promised?: readonly PromisedWork[]
  /** Called for an invalid value; the default applies then. */
  onInvalid?: (name: SettingName, value: unknown) => void
}

/**
 * The only source of settings: the environment first, then the table, then the configuration file. The first zone is
 * the shop's own and cannot be switched off.
 */
export function shopSettingsOf(values: ReadonlyMap<string, unknown>, beside: ReadOptions): ShopSettings {
  const { now, launchAt, live = false, responsiblePerson = ownPerson, promised, onInvalid } = beside
  function held<Name extends SettingName>(name: Name): SettingValue<Name> | undefined {
    const value = values.get(name)
    if (value === undefined) return undefined
    const read = settingSchemas[name].safeParse(value)
    if (!read.success) onInvalid?.(name, value)
    return read.data as SettingValue<Name> | undefined
  }
  const all = beside.zones ?? zonesAt(held('delivery') ?? [], now)
  const off = held('zones_off') ?? []
  const stored = held('responsible_person') as Omit<ResponsiblePerson, 'isExample'> | undefined
  const person = stored ? { ...stored, isExample: false } : responsiblePerson
  const responsible = (live || stored) && !isNamed(person) ? null : person
  const isClosedByLaw = live && responsible === null
  const capacity = held('capacity') ?? []
  const daysOff = daysIn(held('days_off') ?? [])
  const countriesOff = new Set([...(held('countries_off') ?? []), ...(isClosedByLaw ? euCountries : [])])
  return {
    launchAt: launchAt ?? new Date(held('launch_at') ?? shop.launchAt),
    closing: closingOf(held('closing')),
    banner: fillBanner(held('banner') ?? shop.banner, all),
    zones: openZones(all, { off, countriesOff }),
    responsiblePerson: responsible,
    deliversToNorthernIreland: !isClosedByLaw,
    guaranteeNotices: held('guarantee_notices') ?? [],
    productionDays: held('production_days') ?? shop.making.productionDays,
    daysOff,
    capacity,
    freeDay: promised ? freeDayOf({ capacity, daysOff }, { promised, now }) : null,
    carriers: carriersOf(held('carriers')),
    samplesPence: priceOf(held('samples') ?? shop.samples),
    shelf: held('shelf') ?? [],
    kinds: held('kinds') ?? firstKinds,
    showsScore: held('shows_score') ?? false,
  }
}

/** Whether the person is no example and has what the law requires: name, postal and e-mail address. */
function isNamed(person: ResponsiblePerson | null): boolean {
  return (
    person !== null &&
    !person.isExample &&
    [person.name, person.address.join(''), person.email].every((text) => text.trim())
  )
}

/** The first zone's first country, the shop's own, stays; a zone without countries goes. */
function openZones(
  zones: readonly Zone[],
  { off, countriesOff }: { off: readonly string[]; countriesOff: ReadonlySet<string> },
): Zone[] {
  return zones.flatMap((zone, index) => {
    if (index > 0 && off.includes(zone.id)) return []
    const isOpen = (country: string, place: number) => (index === 0 && place === 0) || !countriesOff.has(country)
    const countries = zone.countries.filter(isOpen)
    return countries.length > 0 ? [{ ...zone, countries }] : []
  })
}

function closingOf(held: SettingValue<'closing'> = { closed: false, until: null, reason: '' }): Closing {
  return { ...held, until: held.until === null ? null : new Date(held.until) }
}

function priceOf({ offered, pricePence }: SettingValue<'samples'>): Pence | null {
  return offered ? pence(pricePence) : null
}

/**
 * The settings in the table, read in this transaction: promises and prices use these, not a process's memory.
 * `promise`: a day is promised with them, so that the next promise waits until this transaction has ended, or with
 * `isShown` only shown; the work of the order that is replaced does not count.
 */
export async function readShopSettings(
  tx: Tx,
  sources: SettingSources = {},
  promise?: { replaces: string | null; isShown?: boolean },
): Promise<ShopSettings> {
  const values = await readSettingValues(tx)
  const now = await readShopNow(tx)
  const settings = shopSettingsOf(values, { ...sources, now })
  if (settings.capacity.length === 0) return settings
  if (promise && !promise.isShown) await holdPromises(tx)
  const promised = await readPromisedWork(tx, promise?.replaces)
  return { ...settings, freeDay: freeDayOf(settings, { promised, now }) }
}

/** How long data is kept where the owner decides, from values of the table. */
export function retentionOf(values: ReadonlyMap<string, unknown>): Retention {
  return settingSchemas.retention.safeParse(values.get('retention')).data ?? defaultRetention
}

type CacheShopSettingsOptions = {
  settings: Settings
  promised: { value(): readonly PromisedWork[] }
  now: () => Date
  sources: SettingSources
  log: Log
}

/** The owner's morning e-mail, from values of the table; off by default. */
export function morningEmailOf(values: ReadonlyMap<string, unknown>): SettingValue<'morning_email'> {
  const read = settingSchemas.morning_email.safeParse(values.get('morning_email'))
  return read.data ?? { on: false, hour: 7, when_quiet: false }
}

/** `daysMoved`: whether a day that was given to a page is another one now. */
export type CachedShopSettings = { shopSettings: () => ShopSettings; daysMoved: () => boolean }

/**
 * The settings in this program's memory, for pages: updated whenever the table is read, each error logged once. The days
 * that pages get of them are remembered, as an order moves few of them or none.
 */
export function cacheShopSettings({
  settings,
  promised: work,
  now: clock,
  sources,
  log,
}: CacheShopSettingsOptions): CachedShopSettings {
  const logged = new Set<string>()
  let last:
    | { of: ReadonlyMap<string, unknown>; promised: readonly PromisedWork[]; day: number; made: ShopSettings }
    | undefined
  const given = new Map<string, { wanted: Parameters<FreeDay>[0]; day: number }>()
  function onInvalid(name: SettingName, value: unknown): void {
    const fault = `${name} ${JSON.stringify(value)}`
    if (logged.has(fault)) return
    logged.add(fault)
    log.error({ setting: name }, 'a setting is not what its name asks for: the default holds')
  }
  function current(): ShopSettings {
    const [of, promised, now] = [settings.values(), work.value(), clock()]
    const day = shopDay(now)
    if (last?.of !== of || last.promised !== promised || last.day !== day) {
      const made = shopSettingsOf(of, { ...sources, promised, now, onInvalid })
      // No page is used after its day.
      if (last?.day !== day) given.clear()
      last = { of, promised, day, made }
    }
    return last.made
  }
  /** From what is promised at this moment, also for a page that was begun before: what is remembered is what it shows. */
  const give: FreeDay = (wanted) => {
    const day = current().freeDay?.(wanted) ?? wanted.earliest
    given.set(`${wanted.earliest} ${wanted.work}`, { wanted, day })
    return day
  }
  let shown: { of: ShopSettings; settings: ShopSettings } | undefined
  return {
    shopSettings() {
      const of = current()
      if (shown?.of !== of) shown = { of, settings: of.freeDay ? { ...of, freeDay: give } : of }
      return shown.settings
    },
    daysMoved() {
      const { freeDay } = current()
      const moved = [...given.values()].some(({ wanted, day }) => freeDay?.(wanted) !== day)
      if (moved) given.clear()
      return moved
    },
  }
}

const key = sql`hashtextextended('selling', 0)`

/** Held by each transaction that places an order, beside others. */
export async function shareSelling(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${key})`.execute(tx)
}

/** Waits for the orders that are being placed: once this transaction has committed, each order sees its settings. */
export async function holdSelling(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
}

/** The settings that a browser needs at a moment, without past days off. */
export function shopTerms(settings: ShopSettings, now: Date): ShopTerms {
  const { zones, productionDays, daysOff, capacity, samplesPence, deliversToNorthernIreland } = settings
  const pause = pauseAt(settings, now)
  // A day that ended more than a day ago is over in any time zone.
  const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10)
  return {
    zones: zones.map(({ id }) => id),
    countriesOff: zones.flatMap(countriesWithout),
    deliversToNorthernIreland,
    productionDays,
    daysOff: daysOff.filter((day) => day >= yesterday),
    ...(capacity.length > 0 && { hasCapacity: true as const }),
    samplesPence,
    pause: pause && { text: pauseText(pause, now), until: pause.until?.toISOString() ?? null },
  }
}

function countriesWithout({ id, countries }: Zone): string[] {
  const all = shop.zones.find((zone) => zone.id === id)?.countries ?? []
  return all.filter((country) => !countries.includes(country))
}
