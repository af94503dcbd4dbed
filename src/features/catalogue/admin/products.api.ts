import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Rehearsal } from '#admin/rehearsal.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { countSoldPieces, findReservations } from '../preorders/preorder-stock.ts'
import { listProducts } from './list-products.ts'

const Wanted = z.object({ product_id: z.uuid() })
const ListQuery = z.object({
  part: z.enum(['all', 'active', 'inactive', 'pre-order']).default('all'),
  q: z.string().trim().max(120).default(''),
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/**
 * The products for the back office, and data for its form that is not in their table, mounted at /functions/v1, for
 * administrators only. GET listed-products?part=&q=&from= returns one page `{ rows, total }`, oldest first. GET shop-time
 * returns `{ now, rehearsal }`: the shop's clock, which ends pre-orders, and the rehearsal's settings (null when live).
 * GET preorder-units?product_id= returns `{ sold, reserved }`: the pieces paid for and those on open payment pages.
 */
export function productsApi({ db, rehearsal }: { db: Db; rehearsal: Rehearsal | null }): Hono<Env> {
  async function asAdministrator<T>(c: Context<Env>, work: (tx: Tx) => Promise<T>): Promise<T> {
    c.header('Cache-Control', 'no-store')
    await requireAdministrator(db, c)
    return db.asService(work, requestContextOf(c))
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/listed-products', async (c) => {
      const query = ListQuery.parse(c.req.query())
      return c.json(await asAdministrator(c, (tx) => listProducts(tx, query)))
    })
    .get('/shop-time', async (c) => c.json({ now: await asAdministrator(c, readShopTime), rehearsal }))
    .get('/preorder-units', async (c) => {
      const { product_id } = Wanted.parse(c.req.query())
      return c.json(await asAdministrator(c, (tx) => countPieces(tx, product_id)))
    })
}

async function countPieces(tx: Tx, productId: string): Promise<{ sold: number; reserved: number }> {
  const reservations = await findReservations(tx, productId)
  const reserved = reservations.reduce((sum, { pieces }) => sum + pieces, 0)
  return { sold: await countSoldPieces(tx, productId), reserved }
}

async function readShopTime(tx: Tx): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select public.shop_now() as now`.execute(tx)
  return (rows[0]?.now ?? new Date()).toISOString()
}
