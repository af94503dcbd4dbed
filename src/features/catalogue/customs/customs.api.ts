import type { Hono } from 'hono'
import { sql } from 'kysely'
import { inPence } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { listGarmentsToSend, readCustoms, type StoredCustoms, saveCustoms } from './customs.contract.ts'
import { type Customs, noCustoms } from './customs.ts'

/** What customs and the post office need to know of garments, for the product form. */
export function customsApi(): Hono<Env> {
  return endpoints(
    handle(readCustoms, ({ db, query }) =>
      db.asService(async (tx) => {
        const found = await listCustoms(tx, [query.product_id])
        return found.get(query.product_id) ?? { ...noCustoms, version: 0 }
      }),
    ),
    handle(listGarmentsToSend, ({ db }) => db.asService(async (tx) => ({ garments: await findGarments(tx) }))),
    handle(saveCustoms, ({ body, asCaller }) => asCaller((tx) => save(tx, body))),
  )
}

/** The customs data of these garments, by id; those without any are left out. */
export async function listCustoms(tx: Tx, productIds: readonly string[]): Promise<Map<string, StoredCustoms>> {
  const { rows } = await sql<StoredCustoms & { product_id: string }>`
    select product_id, weight_grams, size_grams, weave, commodity_code, origin, description, version
      from private.product_customs where product_id = any(${productIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ product_id, ...customs }) => [product_id, customs]))
}

/** The garments on sale with their customs data. */
async function findGarments(tx: Tx) {
  return tx
    .selectFrom('products as p')
    .leftJoin('private.product_customs as c', 'c.product_id', 'p.id')
    .select(['p.id', 'p.name', inPence('p.price').as('price_pence')])
    .select(['c.commodity_code', 'c.origin', 'c.description'])
    .where('p.active', '=', true)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()
}

type Save = { product_id: string; version: number; customs: Customs }

/** Refuses conflict where the stored version is another, unless it has the same values. */
async function save(tx: Tx, { product_id, version, customs }: Save): Promise<StoredCustoms> {
  const { weight_grams, weave, commodity_code, origin, description } = customs
  const sizes = JSON.stringify(customs.size_grams)
  const { rows } = await sql<StoredCustoms>`
    insert into private.product_customs as stored
        (product_id, weight_grams, size_grams, weave, commodity_code, origin, description)
      select ${product_id}::uuid, ${weight_grams}::int, ${sizes}::jsonb, ${weave}, ${commodity_code}, ${origin}, ${description}
    on conflict (product_id) do update set weight_grams = excluded.weight_grams, size_grams = excluded.size_grams,
        weave = excluded.weave, commodity_code = excluded.commodity_code, origin = excluded.origin,
        description = excluded.description, version = stored.version + 1, updated_at = public.shop_now()
      where (stored.version = ${version} or (stored.weight_grams, stored.size_grams, stored.weave, stored.commodity_code,
        stored.origin, stored.description) is not distinct from (excluded.weight_grams, excluded.size_grams,
        excluded.weave, excluded.commodity_code, excluded.origin, excluded.description))
    returning weight_grams, size_grams, weave, commodity_code, origin, description, version`.execute(tx)
  const [saved] = rows
  if (saved) return saved
  throw new AppError('conflict', 'Someone else has just changed the customs data of this garment.')
}
