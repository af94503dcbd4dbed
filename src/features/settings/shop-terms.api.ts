import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { readShopSettings, type SettingSources } from './read-shop-settings.ts'
import { readShopTerms } from './shop-terms.contract.ts'
import { shopTerms } from './shop-terms.ts'

export function shopTermsApi({ settingSources }: { settingSources: SettingSources }): Hono<Env> {
  return endpoints(
    handle(readShopTerms, ({ db }) =>
      db.asService(async (tx) => {
        const { now } = await tx.selectNoFrom(sql<Date>`shop_now()`.as('now')).executeTakeFirstOrThrow()
        const settings = await readShopSettings(tx, settingSources)
        return { ...shopTerms(settings, now), guaranteeNotices: [...settings.guaranteeNotices] }
      }),
    ),
  )
}
