import type { Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { Settings } from '#platform/settings.ts'
import { shop, type Zone } from '#shop'
import { daysIn } from './day-ranges.ts'
import { type SettingName, type SettingValue, settingSchemas } from './setting-schemas.ts'
import type { ShopSettings } from './shop-settings.ts'

type Beside = {
  /** From the environment, which says more than anybody. */
  launchAt?: Date | undefined
  /** Instead of the configuration file's. */
  zones?: readonly Zone[]
  /** Told of a value that is not what its name asks for; the default holds then. */
  onSpoilt?: (name: SettingName, value: unknown) => void
}

/**
 * The one function every setting comes from: the environment first, then what the table holds, then the configuration
 * file. The first zone is the shop's own and cannot be switched off.
 */
export function shopSettingsOf(values: ReadonlyMap<string, unknown>, beside: Beside = {}): ShopSettings {
  const { zones = shop.zones, launchAt, onSpoilt } = beside
  function held<Name extends SettingName>(name: Name): SettingValue<Name> | undefined {
    const value = values.get(name)
    if (value === undefined) return undefined
    const read = settingSchemas[name].safeParse(value)
    if (!read.success) onSpoilt?.(name, value)
    return read.data as SettingValue<Name> | undefined
  }
  const off = held('zones_off') ?? []
  return {
    launchAt: launchAt ?? new Date(held('launch_at') ?? shop.launchAt),
    banner: held('banner') ?? shop.banner,
    zones: zones.filter(({ id }, index) => index === 0 || !off.includes(id)),
    productionDays: held('production_days') ?? shop.making.productionDays,
    daysOff: daysIn(held('days_off') ?? []),
  }
}

/**
 * The settings as the table has them in this transaction: what is promised or charged is decided by these, not by what a
 * program remembers. Without the environment, which says nothing of them but the launch.
 */
export async function readShopSettings(tx: Tx, { zones }: Pick<Beside, 'zones'> = {}): Promise<ShopSettings> {
  const rows = await tx.selectFrom('private.settings').select(['name', 'value']).execute()
  return shopSettingsOf(new Map(rows.map(({ name, value }) => [name, value])), zones ? { zones } : {})
}

/** The settings as this program remembers them, for pages: made anew when the table was read, each fault told once. */
export function rememberShopSettings({
  settings,
  launchAt,
  log,
}: {
  settings: Settings
  launchAt?: Date | undefined
  log: Log
}): () => ShopSettings {
  const told = new Set<string>()
  let last: { of: ReadonlyMap<string, unknown>; made: ShopSettings } | undefined
  function onSpoilt(name: SettingName, value: unknown): void {
    const fault = `${name} ${JSON.stringify(value)}`
    if (told.has(fault)) return
    told.add(fault)
    log.error({ setting: name }, 'a setting is not what its name asks for: the default holds')
  }
  return () => {
    const of = settings.values()
    if (last?.of !== of) last = { of, made: shopSettingsOf(of, { launchAt, onSpoilt }) }
    return last.made
  }
}
