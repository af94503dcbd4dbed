import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { readShownKinds } from './kinds.contract.ts'

/** What pages read of the kinds: it changes with the kinds alone, so a new garment leaves other pages in the cache. */
export function kindsApi(): Hono<Env> {
  return endpoints(
    handle(readShownKinds, ({ db }) =>
      db.asService(async (tx) => {
        const { rows } = await sql<{ id: string }>`
          select distinct held.id from public.products p,
              unnest(p.kinds || array_remove(array[p.kind], null)) as held (id)
            where p.active order by held.id`.execute(tx)
        return { kinds: rows.map(({ id }) => id) }
      }),
    ),
  )
}
