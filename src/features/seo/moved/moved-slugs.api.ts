import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'

/** More than a shop reaches in its lifetime; the latest are kept. */
const maxRows = 5_000

/**
 * Mounted at /functions/v1 and open to visitors: GET moved-slugs returns `{ moved: { [old]: present } }`, the former
 * slugs of public products with the current ones.
 */
export function movedSlugsApi({ db }: { db: Db }): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).get('/moved-slugs', async (c) => {
    c.header('Cache-Control', 'no-store')
    const { rows } = await db.asService((tx) =>
      sql<{ old: string; present: string }>`
        select moved.slug as old, products.slug as present
          from private.slug_redirects as moved join public.products on products.id = moved.product_id
         where products.active and products.slug <> moved.slug
         order by moved.created_at desc limit ${maxRows}`.execute(tx),
    )
    return c.json({ moved: Object.fromEntries(rows.map(({ old, present }) => [old, present])) })
  })
}
