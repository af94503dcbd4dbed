import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { type GarmentCloth, readGarmentCloth, saveGarmentCloth } from './cloth.contract.ts'

/** The cloth that garments are cut from, for the back office alone. */
export function clothApi(): Hono<Env> {
  return endpoints(
    handle(readGarmentCloth, ({ db, query }) =>
      db.asService(async (tx) => ({ cloth: await findCloth(tx, query.product_id), names: await listNames(tx) })),
    ),
    handle(saveGarmentCloth, ({ asCaller, body: { product_id, cloth } }) =>
      asCaller(async (tx) => {
        if (cloth === null) {
          await tx.deleteFrom('private.garment_cloths').where('product_id', '=', product_id).execute()
          return { cloth }
        }
        await writeCloth(tx, product_id, cloth)
        return { cloth: await findCloth(tx, product_id) }
      }),
    ),
  )
}

async function findCloth(tx: Tx, productId: string): Promise<GarmentCloth | null> {
  const { rows } = await sql<GarmentCloth>`
    select cloth, width_cm, metres from private.garment_cloths where product_id = ${productId}`.execute(tx)
  return rows[0] ?? null
}

async function listNames(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ cloth: string }>`
    select cloth from private.garment_cloths union select cloth from private.cloth_stock order by cloth limit 500`.execute(
    tx,
  )
  return rows.map(({ cloth }) => cloth)
}

async function writeCloth(tx: Tx, productId: string, { cloth, width_cm, metres }: GarmentCloth): Promise<void> {
  const { rows } = await sql`
    insert into private.garment_cloths (product_id, cloth, width_cm, metres)
      select p.id, ${cloth}, ${width_cm}::smallint, ${JSON.stringify(metres)}::jsonb
        from public.products p where p.id = ${productId} for key share
    on conflict (product_id) do update
      set cloth = excluded.cloth, width_cm = excluded.width_cm, metres = excluded.metres, changed_at = public.shop_now()
    returning product_id`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'This garment doesn’t exist any more.')
}
