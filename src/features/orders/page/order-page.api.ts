import { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { isoDay } from '#base/calendar-day.ts'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { getSignedIn } from '#platform/http/identity/signed-in.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { type LineRow, lineColumns, type OrderRow, orderColumns } from '../account/my-orders.ts'
import { lockOwnOrder } from '../account/own-order.ts'
import { readChangeable } from '../changes/read-changeable.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { withdrawUntil } from '../links/order-period.ts'
import { arrivalDayOf } from '../order-dates.ts'
import { OrderNumber } from '../order-number.ts'
import { isPaid, type OrderStatus, type PaymentState } from '../order-state.ts'
import { readCustomerReturns } from '../returns/read-returns.ts'
import type { BoughtOrder, OrderPageResponse } from './order-page.ts'

const boughtOrders: Rate = { max: 60, perSeconds: 600 }

const BoughtBody = z.object({ session_id: z.string().regex(/^[\w-]{1,200}$/), cart_id: z.uuid() })

/**
 * The page of an order, mounted at /functions/v1. GET order-page?token= returns the order of a link, for its holder.
 * GET my-order-page?order_number= returns `{ path }`, the page of an order of the signed-in customer. POST bought-order
 * `{ session_id, cart_id }` returns number, garments and dates of a paid order, and its path, to the browser that has
 * the cart's id.
 */
export function orderPageApi({ db, links }: { db: Db; links: OrderLinks }): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/order-page', async (c) => {
      c.header('Cache-Control', 'no-store')
      c.header('X-Robots-Tag', 'noindex')
      const token = c.req.query('token') ?? ''
      const page = await limitWrongLinks(c, () =>
        db.asService(async (tx) => readOrderPage(tx, await orderByLink(tx, links, token))),
      )
      return c.json(page)
    })
    .post('/bought-order', async (c) => {
      c.header('Cache-Control', 'no-store')
      await requireWithinRate(c, { bucket: 'bought-order', key: limitKey(c.var.clientIp), rate: boughtOrders })
      const paid = BoughtBody.parse(await c.req.json())
      return c.json(await db.asService((tx) => readBoughtOrder(tx, links, paid)))
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
  const orders = await sql<{ row: OrderRow; delivery_options: unknown }>`
    select to_jsonb(o) - 'delivery_options' as row, o.delivery_options
      from (select ${sql.raw(orderColumns)}, delivery_options from public.pre_orders where id = ${id}) o`.execute(tx)
  const [found] = orders.rows
  if (!found) throw new Error('The order of a link is gone')
  const { row, delivery_options } = found
  const until = withdrawUntil({ ...row, delivery_options })
  return {
    order: { ...row, arrive_by: arrivalDayOf({ ...row, delivery_options }) },
    lines: await readLines(tx, id),
    withdraw_until: until && isoDay(until),
    returns: await readCustomerReturns(tx, id),
    changeable: await readChangeable(tx, id),
  }
}

async function readLines(tx: Tx, orderId: string): Promise<LineRow[]> {
  const { rows } = await sql<{ row: LineRow }>`select to_jsonb(l) as row from
    (select ${sql.raw(lineColumns)} from public.order_lines where order_id = ${orderId} order by position) l`.execute(
    tx,
  )
  return rows.map(({ row }) => row)
}

/** Refuses not_found for another cart, and until the payment has arrived. */
async function readBoughtOrder(
  tx: Tx,
  links: OrderLinks,
  { session_id, cart_id }: { session_id: string; cart_id: string },
): Promise<BoughtOrder> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'created_at', 'payment_state', 'link_version'])
    .select(['order_status', 'shipped_at', 'delivery_options', 'delivery_service'])
    .select([
      sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatch_by'),
      sql<string | null>`to_char(arrive_by, 'YYYY-MM-DD')`.as('arrive_by'),
    ])
    .where('payment_session_id', '=', session_id)
    .where('cart_id', '=', cart_id)
    .executeTakeFirst()
  if (!order || !isPaid(order.payment_state as PaymentState)) {
    throw new AppError('not_found', 'This browser has paid for no such order.')
  }
  const { id, order_number, created_at, dispatch_by, link_version: linkVersion } = order
  return {
    order_number,
    ordered_at: created_at.toISOString(),
    order_status: order.order_status as OrderStatus,
    dispatch_by,
    arrive_by: arrivalDayOf(order),
    path: links.pathOf({ id, linkVersion }),
    lines: await readLines(tx, id),
  }
}
