import { Hono } from 'hono'
import { sql } from 'kysely'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { getSignedIn } from '#platform/http/identity/signed-in.ts'
import { isoDay } from '#ui/time/calendar-day.ts'
import { type LineRow, lineColumns, type OrderRow, orderColumns } from '../account/my-orders.ts'
import { lockOwnOrder } from '../account/own-order.ts'
import { limitWrongLinks, orderByLink } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { withdrawUntil } from '../links/order-period.ts'
import { OrderNumber } from '../order-number.ts'
import { readCustomerReturns } from '../returns/read-returns.ts'
import type { OrderPageResponse } from './order-page.ts'

/**
 * The page of an order, mounted at /functions/v1. GET order-page?token= returns the order of a link, for its holder. GET
 * my-order-page?order_number= returns `{ path }`, the page of an order of the signed-in customer.
 */
export function orderPageApi({ db, links }: { db: Db; links: OrderLinks }): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/order-page', async (c) => {
      c.header('Cache-Control', 'no-store')
      const token = c.req.query('token') ?? ''
      const page = await limitWrongLinks(c, () =>
        db.asService(async (tx) => readOrderPage(tx, await orderByLink(tx, links, token))),
      )
      return c.json(page)
    })
    .get('/my-order-page', async (c) => {
      c.header('Cache-Control', 'no-store')
      const claims = getSignedIn(c)
      const number = OrderNumber.parse(c.req.query('order_number'))
      const path = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        const { id } = await lockOwnOrder(tx, number, session)
        const { link_version: linkVersion } = await tx
          .selectFrom('pre_orders')
          .select('link_version')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return links.pathOf({ id, linkVersion })
      })
      return c.json({ path })
    })
}

async function readOrderPage(tx: Tx, { id }: { id: string }): Promise<OrderPageResponse> {
  const orders = await sql<{ row: OrderRow }>`select to_jsonb(o) as row
    from (select ${sql.raw(orderColumns)} from public.pre_orders where id = ${id}) o`.execute(tx)
  const lines = await sql<{ row: LineRow }>`select to_jsonb(l) as row
    from (select ${sql.raw(lineColumns)} from public.order_lines where order_id = ${id} order by position) l`.execute(
    tx,
  )
  const order = orders.rows[0]?.row
  if (!order) throw new Error('The order of a link is gone')
  const until = withdrawUntil({
    service: order.delivery_service,
    shippedAt: order.shipped_at,
    deliveredAt: order.delivered_at,
  })
  return {
    order,
    lines: lines.rows.map(({ row }) => row),
    withdraw_until: until && isoDay(until),
    returns: await readCustomerReturns(tx, id),
  }
}
