import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { readMovedSlugs } from './moved-slugs.contract.ts'

/** More than a shop reaches in its lifetime; the latest are kept. */
const maxRows = 5_000

export function movedSlugsApi(): Hono<Env> {
  return endpoints(
    handle(readMovedSlugs, async ({ db }) => {
      const { rows } = await db.asService((tx) =>
        sql<{ old: string; present: string }>`
          select moved.slug as old, products.slug as present
            from private.slug_redirects as moved join public.products on products.id = moved.product_id
           where products.active and products.slug <> moved.slug
           order by moved.created_at desc limit ${maxRows}`.execute(tx),
      )
      return { moved: Object.fromEntries(rows.map(({ old, present }) => [old, present])) }
    }),
  )
}
