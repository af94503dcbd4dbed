import type { Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'
import { shop, type Zone } from '#shop'
import { type Pence, pence } from '#ui/money.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import {
  daysIn,
  defaultRetention,
  type Maker,
  type MakerPicture,
  type MakerSetting,
  noMaker,
  type Retention,
  type SettingName,
  type SettingValue,
  type ShopSettings,
  settingSchemas,
} from './shop-settings.ts'

type SettingSources = {
  /** From the environment, which has priority. */
  launchAt?: Date | undefined
  /** Replaces the zones of the configuration file. */
  zones?: readonly Zone[]
  /** Called for an invalid value; the default applies then. */
  onInvalid?: (name: SettingName, value: unknown) => void
}

/**
 * The only source of settings: the environment first, then the table, then the configuration file. The first zone is
 * the shop's own and cannot be switched off.
 */
export function shopSettingsOf(values: ReadonlyMap<string, unknown>, beside: SettingSources = {}): ShopSettings {
  const { zones = shop.zones, launchAt, onInvalid } = beside
  function held<Name extends SettingName>(name: Name): SettingValue<Name> | undefined {
    const value = values.get(name)
    if (value === undefined) return undefined
    const read = settingSchemas[name].safeParse(value)
    if (!read.success) onInvalid?.(name, value)
    return read.data as SettingValue<Name> | undefined
  }
  const off = held('zones_off') ?? []
  return {
    launchAt: launchAt ?? new Date(held('launch_at') ?? shop.launchAt),
    banner: held('banner') ?? shop.banner,
    zones: zones.filter(({ id }, index) => index === 0 || !off.includes(id)),
    productionDays: held('production_days') ?? shop.making.productionDays,
    daysOff: daysIn(held('days_off') ?? []),
    samplesPence: priceOf(held('samples') ?? shop.samples),
    maker: makerOf(held('maker') ?? noMaker),
  }
}

function priceOf({ offered, pricePence }: SettingValue<'samples'>): Pence | null {
  return offered ? pence(pricePence) : null
}

/** The maker of a setting; null before it has a name and a text. */
function makerOf({ name, words, face, hands }: MakerSetting): Maker | null {
  if (!name || !words) return null
  return { name, words, face: shown(face, name), hands: shown(hands, `The hands of ${name} at work`) }
}

/** A stored picture always has its size; `otherwise` describes one without a text. */
function shown({ url, alt, width, height, blur }: MakerPicture, otherwise: string): StoredPicture | null {
  if (!url || !width || !height) return null
  return { url, alt: alt || otherwise, width, height, blur: blur ?? null }
}

/**
 * The settings in the table, read in this transaction: promises and prices use these, not a process's memory. The
 * environment, which sets only the launch, is left out.
 */
export async function readShopSettings(tx: Tx, { zones }: Pick<SettingSources, 'zones'> = {}): Promise<ShopSettings> {
  const rows = await tx.selectFrom('private.settings').select(['name', 'value']).execute()
  return shopSettingsOf(new Map(rows.map(({ name, value }) => [name, value])), zones ? { zones } : {})
}

/** How long data is kept where the owner decides, from values of the table. */
export function retentionOf(values: ReadonlyMap<string, unknown>): Retention {
  return settingSchemas.retention.safeParse(values.get('retention')).data ?? defaultRetention
}

/** The settings in this program's memory, for pages: updated whenever the table is read, each error logged once. */
export function cacheShopSettings({
  settings,
  launchAt,
  log,
}: {
  settings: Settings
  launchAt?: Date | undefined
  log: Log
}): () => ShopSettings {
  const logged = new Set<string>()
  let last: { of: ReadonlyMap<string, unknown>; made: ShopSettings } | undefined
  function onInvalid(name: SettingName, value: unknown): void {
    const fault = `${name} ${JSON.stringify(value)}`
    if (logged.has(fault)) return
    logged.add(fault)
    log.error({ setting: name }, 'a setting is not what its name asks for: the default holds')
  }
  return () => {
    const of = settings.values()
    if (last?.of !== of) last = { of, made: shopSettingsOf(of, { launchAt, onInvalid }) }
    return last.made
  }
}
