import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { readShopSettings, type SettingSources } from './read-shop-settings.ts'
import { shopTerms } from './terms-at.ts'

/**
 * Mounted at /functions/v1 and open to visitors: GET shop-terms returns the current `{ zones, countriesOff, deliversToNorthernIreland,
 * responsiblePerson, guaranteeNotices, productionDays, daysOff, samplesPence, pause }`, for a page that has been open for a while. `zones`: ids; `daysOff`: 'YYYY-MM-DD', ascending.
 */
export function shopTermsApi({ db, settingSources }: { db: Db; settingSources: SettingSources }): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).get('/shop-terms', async (c) => {
    c.header('Cache-Control', 'no-store')
    const terms = await db.asService(async (tx) => {
      const { now } = await tx.selectNoFrom(sql<Date>`shop_now()`.as('now')).executeTakeFirstOrThrow()
      return shopTerms(await readShopSettings(tx, settingSources), now)
    })
    return c.json(terms)
  })
}
