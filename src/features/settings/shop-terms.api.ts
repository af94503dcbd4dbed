import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { readShopSettings, type SettingSources } from './read-shop-settings.ts'
import type { FreshTerms } from './shop-terms.ts'
import { shopTerms } from './terms-at.ts'

/**
 * Mounted at /functions/v1 and open to visitors: GET shop-terms returns the current `FreshTerms`, for a page that has
 * been open for a while.
 */
export function shopTermsApi({ db, settingSources }: { db: Db; settingSources: SettingSources }): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).get('/shop-terms', async (c) => {
    c.header('Cache-Control', 'no-store')
    const terms = await db.asService(async (tx) => {
      const { now } = await tx.selectNoFrom(sql<Date>`shop_now()`.as('now')).executeTakeFirstOrThrow()
      const settings = await readShopSettings(tx, settingSources)
      return { ...shopTerms(settings, now), guaranteeNotices: settings.guaranteeNotices } satisfies FreshTerms
    })
    return c.json(terms)
  })
}
