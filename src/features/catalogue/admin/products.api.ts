import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Rehearsal } from '#admin/rehearsal.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { countSoldPieces, findReservations } from '../preorders/preorder-stock.ts'
import { listProducts } from './list-products.ts'
import { countPreorderPieces, listAllProducts, type PreorderPieces, readShopTime } from './products.contract.ts'

/** The products for the back office, and data for its form that is not in their table. */
export function productsApi({ rehearsal }: { rehearsal: Rehearsal | null }): Hono<Env> {
  return endpoints(
    handle(listAllProducts, ({ db, query }) => db.asService((tx) => listProducts(tx, query))),
    handle(readShopTime, async ({ db }) => ({ now: await db.asService(shopNow), rehearsal })),
    handle(countPreorderPieces, ({ db, query }) => db.asService((tx) => countPieces(tx, query.product_id))),
  )
}

async function countPieces(tx: Tx, productId: string): Promise<PreorderPieces> {
  const reservations = await findReservations(tx, productId)
  const reserved = reservations.reduce((sum, { pieces }) => sum + pieces, 0)
  return { sold: await countSoldPieces(tx, productId), reserved }
}

async function shopNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select public.shop_now() as now`.execute(tx)
  return rows[0]?.now ?? new Date()
}
