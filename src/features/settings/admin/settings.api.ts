import type { Hono } from 'hono'
import { sql } from 'kysely'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Call, endpoints, handle } from '#platform/http/handle.ts'
import type { Settings } from '#platform/settings.ts'
import { shop } from '#shop'
import { euCountries } from '#shop-duties'
import { coloursOf } from '../colours.ts'
import { type FactGroupName, factGroupNames, factsOf } from '../facts.ts'
import { lookSettingOf } from '../look-setting.ts'
import { readPromisedWork } from '../promised-work.ts'
import {
  morningEmailOf,
  readShopSettings,
  retentionOf,
  type SettingSources,
  shopSettingsOf,
  shopTerms,
} from '../read-shop-settings.ts'
import { samplesOf } from '../samples-setting.ts'
import { noPostage, type SettingName, settingSchemas } from '../shop-settings.ts'
import { readShopTerms } from '../shop-terms.contract.ts'
import { sizesOf } from '../sizes.ts'
import { topicsOf } from '../topics.ts'
import { type Change, changeSetting, deliveryOf, dutiesOf, zonesOfAll } from './change-setting.ts'
import { previewChange } from './preview-capacity.ts'
import { findAffected } from './preview-days-off.ts'
import {
  changeGarmentSettings,
  changeSettings,
  type Settings as OwnSettings,
  previewCapacity,
  previewDaysOff,
  readGarmentSettings,
  readSettings,
} from './settings.contract.ts'

type SettingsDeps = { settings: Settings; settingSources: SettingSources }

/** The terms that browsers read, and the owner's settings. A launch of the environment cannot be changed here. */
export function settingsApi({ settings, settingSources }: SettingsDeps): Hono<Env> {
  const readCurrent = (tx: Tx) => currentSettings(tx, settingSources)
  const ofGarments = ({ shelf, kinds, colours }: OwnSettings) => ({ shelf, kinds, colours })

  async function change({ c, body, asCaller }: Pick<Call, 'c' | 'asCaller'> & { body: Change }): Promise<OwnSettings> {
    const saved = await asCaller(async (tx) => {
      await changeSetting(tx, body)
      return readCurrent(tx)
    })
    // Updates this process's memory at once. If this read fails, the change notification causes another.
    await settings.reread().catch((error: unknown) => c.var.log.warn({ error }, 'settings will be read again'))
    return saved
  }

  return endpoints(
    handle(readShopTerms, ({ db }) =>
      db.asService(async (tx) => {
        const now = await readShopNow(tx)
        const shopSettings = await readShopSettings(tx, settingSources)
        const { zones: rates, guaranteeNotices } = shopSettings
        return { ...shopTerms(shopSettings, now), rates: [...rates], guaranteeNotices: [...guaranteeNotices] }
      }),
    ),
    handle(readSettings, ({ db }) => db.asService(readCurrent)),
    handle(readGarmentSettings, async ({ db }) => ofGarments(await db.asService(readCurrent))),
    handle(changeGarmentSettings, async (call) => ofGarments(await change(call))),
    handle(previewCapacity, ({ db, query: { from, pieces } }) =>
      db.asService((tx) => previewChange(tx, { from, pieces: pieces === '' ? null : Number(pieces) })),
    ),
    handle(previewDaysOff, ({ db, query }) => db.asService((tx) => findAffected(tx, query))),
    handle(changeSettings, async (call) => {
      if (call.body.name === 'launch_at' && settingSources.launchAt) {
        throw new AppError('bad_request', 'LAUNCH_AT is set on the server, and it decides when the shop opens.')
      }
      return change(call)
    }),
  )
}

async function currentSettings(tx: Tx, sources: SettingSources): Promise<OwnSettings> {
  const rows = await tx
    .selectFrom('private.settings')
    .select(['name', 'value', sql<string>`updated_at::text`.as('version')])
    .execute()
  const now = await readShopNow(tx)
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const held = shopSettingsOf(values, { ...sources, now })
  const stored = <Value>(name: SettingName, value: Value) => ({
    value,
    version: rows.find((row) => row.name === name)?.version ?? null,
  })
  const delivery = deliveryOf(values)
  const known = (name: 'zones_off' | 'countries_off', those: readonly string[]) =>
    (settingSchemas[name].safeParse(values.get(name)).data ?? []).filter((one) => those.includes(one))
  const zones = zonesOfAll(delivery)
  return {
    now: now.toISOString(),
    launch_at: { ...stored('launch_at', held.launchAt.toISOString()), fixed: sources.launchAt !== undefined },
    closing: stored('closing', { ...held.closing, until: held.closing.until?.toISOString() ?? null }),
    banner: stored('banner', settingSchemas.banner.safeParse(values.get('banner')).data ?? shop.banner),
    delivery: stored('delivery', delivery),
    sizes: stored('sizes', [...sizesOf(values.get('sizes'))]),
    topics: stored('topics', [...topicsOf(values.get('topics'))]),
    colours: stored('colours', [...coloursOf(values.get('colours'))]),
    zones_off: stored(
      'zones_off',
      known(
        'zones_off',
        zones.map(({ id }) => id),
      ),
    ),
    countries_off: stored(
      'countries_off',
      known(
        'countries_off',
        zones.flatMap(({ countries }) => countries),
      ),
    ),
    duties: stored('duties', dutiesOf(values)),
    packaging: stored('packaging', settingSchemas.packaging.safeParse(values.get('packaging')).data ?? {}),
    guarantee_notices: stored('guarantee_notices', [...held.guaranteeNotices]),
    closed_by_law: held.deliversToNorthernIreland ? [] : euCountries,
    production_days: stored('production_days', held.productionDays),
    days_off: stored('days_off', settingSchemas.days_off.safeParse(values.get('days_off')).data ?? []),
    capacity: stored('capacity', [...held.capacity]),
    promised: await readPromisedWork(tx),
    carriers: stored('carriers', [...held.carriers]),
    samples: stored('samples', samplesOf(values.get('samples'))),
    look: stored('look', lookSettingOf(values)),
    shows_score: stored('shows_score', held.showsScore),
    postage: stored('postage', settingSchemas.postage.safeParse(values.get('postage')).data ?? noPostage),
    retention: stored('retention', retentionOf(values)),
    shelf: stored('shelf', [...held.shelf]),
    kinds: stored(
      'kinds',
      held.kinds.map((kind) => ({ ...kind, former: [...kind.former] })),
    ),
    morning_email: stored('morning_email', morningEmailOf(values)),
    ...(Object.fromEntries(factGroupNames.map((name) => [name, stored(name, factsOf(name, values))])) as FactRows),
  }
}

type FactRows = Pick<OwnSettings, FactGroupName>
