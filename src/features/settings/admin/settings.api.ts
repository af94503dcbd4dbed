import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { Settings } from '#platform/settings.ts'
import { shop } from '#shop'
import { euCountries } from '#shop-duties'
import { retentionOf, type SettingSources, shopSettingsOf } from '../read-shop-settings.ts'
import { holdSelling } from '../selling-lock.ts'
import { DayRangeSchema, type MakerSetting, noMaker, type SettingName, settingSchemas } from '../shop-settings.ts'
import { previewDaysOff } from './preview-days-off.ts'
import { ChangeBody, readChange } from './read-change.ts'
import type { SettingsResponse } from './settings-response.ts'

type SettingsDeps = { db: Db; settings: Settings; settingSources: SettingSources }

/**
 * The owner's settings, mounted at /functions/v1 for administrators only. GET settings returns the current values; POST
 * settings `{ name, value, version }` changes one of them and returns the same. Refuses bad_request with a message for
 * the field, and conflict where the version is outdated. GET days-off-preview?from=&until= returns the orders that
 * those days off would affect. A launch of the environment cannot be changed here.
 */
export function settingsApi({ db, settings, settingSources }: SettingsDeps): Hono<Env> {
  async function administrator(c: Context<Env>): Promise<string> {
    c.header('Cache-Control', 'no-store')
    return (await requireAdministrator(db, c)).userId
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/settings', async (c) => {
      await administrator(c)
      return c.json(await db.asService((tx) => readSettings(tx, settingSources)))
    })
    .get('/days-off-preview', async (c) => {
      await administrator(c)
      const range = DayRangeSchema.parse(c.req.query())
      return c.json(await db.asService((tx) => previewDaysOff(tx, range)))
    })
    .post('/settings', async (c) => {
      const userId = await administrator(c)
      const body = ChangeBody.parse(await c.req.json())
      if (body.name === 'launch_at' && settingSources.launchAt) {
        throw new AppError('bad_request', 'LAUNCH_AT is set on the server, and it decides when the shop opens.')
      }
      // As the administrator, for the audit log.
      const saved = await db.as(
        { role: 'service_role', sub: userId },
        async (tx) => {
          await changeSetting(tx, { ...body, value: await readChange(tx, body) })
          return readSettings(tx, settingSources)
        },
        requestContextOf(c),
      )
      // Updates this process's memory at once. If this read fails, the change notification causes another.
      await settings.reread().catch((error: unknown) => c.var.log.warn({ error }, 'settings will be read again'))
      return c.json(saved)
    })
}

async function readSettings(tx: Tx, sources: SettingSources): Promise<SettingsResponse> {
  const rows = await tx
    .selectFrom('private.settings')
    .select(['name', 'value', sql<string>`updated_at::text`.as('version')])
    .execute()
  const { now } = await tx.selectNoFrom(sql<Date>`shop_now()`.as('now')).executeTakeFirstOrThrow()
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const held = shopSettingsOf(values, sources)
  const version = (name: string) => rows.find((row) => row.name === name)?.version ?? null
  return {
    now: now.toISOString(),
    launch_at: {
      value: held.launchAt.toISOString(),
      version: version('launch_at'),
      fixed: sources.launchAt !== undefined,
    },
    closing: {
      value: { ...held.closing, until: held.closing.until?.toISOString() ?? null },
      version: version('closing'),
    },
    banner: { value: held.banner, version: version('banner') },
    zones_off: {
      value: settingSchemas.zones_off.safeParse(values.get('zones_off')).data ?? [],
      version: version('zones_off'),
    },
    countries_off: {
      value: settingSchemas.countries_off.safeParse(values.get('countries_off')).data ?? [],
      version: version('countries_off'),
    },
    guarantee_notices: { value: [...held.guaranteeNotices], version: version('guarantee_notices') },
    closed_by_law: held.deliversToNorthernIreland ? [] : euCountries,
    production_days: { value: held.productionDays, version: version('production_days') },
    days_off: {
      value: settingSchemas.days_off.safeParse(values.get('days_off')).data ?? [],
      version: version('days_off'),
    },
    samples: {
      value: settingSchemas.samples.safeParse(values.get('samples')).data ?? {
        offered: shop.samples.offered,
        pricePence: shop.samples.pricePence,
      },
      version: version('samples'),
    },
    maker: { value: asWritten(settingSchemas.maker.safeParse(values.get('maker')).data), version: version('maker') },
    retention: { value: retentionOf(values), version: version('retention') },
  }
}

/** The setting as the owner's form has it: of its pictures address and text alone. */
function asWritten({ name, words, face, hands }: MakerSetting = noMaker): MakerSetting {
  return { name, words, face: { url: face.url, alt: face.alt }, hands: { url: hands.url, alt: hands.alt } }
}

/** `version`: the `updated_at` of the replaced value; null where there is none. */
type Change = { name: SettingName; value: unknown; version: string | null }

/** The settings that stop selling. */
const pauses: readonly SettingName[] = ['launch_at', 'closing']

/** Writes one setting. Refuses conflict where the stored version is another one. */
export async function changeSetting(tx: Tx, { name, value, version }: Change): Promise<void> {
  if (pauses.includes(name)) await holdSelling(tx)
  const written = JSON.stringify(value)
  const done = version === null ? await add(tx, name, written) : await replace(tx, { name, written, version })
  if (done) return
  throw new AppError('conflict', 'Someone else saved this first. Choose below which version to keep.')
}

function add(tx: Tx, name: SettingName, written: string) {
  return tx
    .insertInto('private.settings')
    .values({ name, value: written })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
}

function replace(tx: Tx, { name, written, version }: { name: SettingName; written: string; version: string }) {
  return (
    tx
      .updateTable('private.settings')
      // Not the transaction's start: two changes of one moment need two versions.
      .set({ value: written, updated_at: sql`clock_timestamp()` })
      .where('name', '=', name)
      // Compared as text: a version with the form of a timestamp may be an invalid one.
      .where(sql<string>`updated_at::text`, '=', version)
      .returning('name')
      .executeTakeFirst()
  )
}
