import type { Hono } from 'hono'
import { sql } from 'kysely'
import { isoDay } from '#base/calendar-day.ts'
import { poundsFromPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import type { Tx } from '#platform/database/db.ts'
import { maskAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { type LineRow, lineColumns, type OrderRow, orderColumns, withdrawalOf } from '../account/my-orders.ts'
import { readWork } from '../board/work-of-order.ts'
import { readChangeable } from '../changes/customer-changes.ts'
import { lockOwnOrder } from '../changes/editable-order.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { withdrawUntil } from '../links/order-period.ts'
import { arrivalDayOf } from '../order-dates.ts'
import { isPaid, type OrderStatus, type ProviderState } from '../order-state.ts'
import { listParcels } from '../parcels/list-parcels.ts'
import { readCustomerReturns } from '../returns/declare-return.ts'
import { declaredPieces } from '../returns/return.ts'
import * as contracts from './order-page.contract.ts'
import type { BoughtOrder, OrderPageResponse } from './order-page.ts'
import { stepsOf } from './order-steps.ts'

const boughtOrders: Rate = { max: 60, perSeconds: 600 }

export function orderPageApi({ links }: { links: OrderLinks }): Hono<Env> {
  return endpoints(
    handle(contracts.readOrderPage, ({ c, db, query: { token } }) => {
      c.header('X-Robots-Tag', 'noindex')
      const read = async (tx: Tx) => readOrderPage(tx, links, await orderByLink(tx, links, token))
      return limitWrongLinks(c, () => db.asService(read))
    }),
    handle(contracts.readBoughtOrder, async ({ c, db, body }) => {
      await requireWithinRate(c, { bucket: 'bought-order', key: limitKey(c.var.clientIp), rate: boughtOrders })
      return db.asService((tx) => readBoughtOrder(tx, links, body))
    }),
    handle(contracts.findMyOrderPage, async ({ db, claims, query: { order_number: number } }) => {
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
      return { path }
    }),
  )
}

async function readOrderPage(tx: Tx, links: OrderLinks, { id }: { id: string }): Promise<OrderPageResponse> {
  const orders = await sql<{ row: OrderRow; delivery_options: unknown }>`
    select to_jsonb(o) - 'delivery_options' as row, o.delivery_options
      from (select ${sql.raw(orderColumns)}, delivery_options from public.pre_orders where id = ${id}) o`.execute(tx)
  const [found] = orders.rows
  if (!found) throw new Error('The order of a link is gone')
  const { row, delivery_options } = found
  const until = withdrawUntil(row)
  return {
    order: { ...row, arrive_by: arrivalDayOf({ ...row, delivery_options }) },
    lines: await readLines(tx, id),
    withdraw_until: until && isoDay(until),
    returns: await readCustomerReturns(tx, id),
    parcels: (await listParcels(tx, [id])).get(id) ?? [],
    changeable: await readChangeable(tx, id),
    work: await readWork(tx, id),
    joined: await readJoined(tx, links, id),
    exchanges: await readExchanges(tx, links, id),
  }
}

/**
 * The paid orders in the same parcel: what was added to this one, or the one to which this was added. Only of the same
 * address: once an order's e-mail address is corrected, links that were sent to the former one no longer lead to it.
 */
async function readJoined(tx: Tx, links: OrderLinks, id: string): Promise<OrderPageResponse['joined']> {
  const { rows } = await sql<{ id: string; order_number: string; link_version: number }>`
    select other.id, other.order_number, other.link_version
      from private.joined_orders as joined join public.pre_orders as other
        on other.id = case when joined.order_id = ${id} then joined.origin_id else joined.order_id end
      join public.pre_orders as own on own.id = ${id}
        and lower(own.customer_email) is not distinct from lower(other.customer_email)
     where (joined.order_id = ${id} or joined.origin_id = ${id}) and other.reported_paid and other.order_status <> 'cancelled'
     order by other.created_at`.execute(tx)
  return rows.map(({ id: other, order_number, link_version: linkVersion }) => ({
    order_number,
    path: links.pathOf({ id: other, linkVersion }),
  }))
}

/** The paid orders that its returns were exchanged for, and the one whose return it is for; of the same address, as above. */
async function readExchanges(tx: Tx, links: OrderLinks, id: string): Promise<OrderPageResponse['exchanges']> {
  const { rows } = await sql<{ id: string; order_number: string; link_version: number; return_id: string | null }>`
    select other.id, other.order_number, other.link_version,
        case when exchange.origin_id = ${id} then exchange.return_id end as return_id
      from private.exchanges as exchange join public.pre_orders as other
        on other.id = case when exchange.order_id = ${id} then exchange.origin_id else exchange.order_id end
      join public.pre_orders as own on own.id = ${id}
        and lower(own.customer_email) is not distinct from lower(other.customer_email)
     where (exchange.order_id = ${id} or exchange.origin_id = ${id}) and other.reported_paid
       and other.order_status <> 'cancelled' order by other.created_at`.execute(tx)
  return rows.map(({ id: other, order_number, link_version: linkVersion, return_id }) => ({
    order_number,
    path: links.pathOf({ id: other, linkVersion }),
    return_id,
  }))
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
    .select(['id', 'order_number', 'created_at', 'provider_state', 'link_version'])
    .select([
      'order_status',
      'shipped_at',
      'delivery_options',
      'delivery_service',
      'paid_at',
      'ready_at',
      'delivered_at',
    ])
    .select(['customer_name', 'customer_email', ...penceOf('final_amount')])
    .select([
      sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatch_by'),
      sql<string | null>`to_char(arrive_by, 'YYYY-MM-DD')`.as('arrive_by'),
      sql<Date>`public.shop_now()`.as('now'),
    ])
    .where('payment_session_id', '=', session_id)
    .where('cart_id', '=', cart_id)
    .executeTakeFirst()
  if (!order || !isPaid(order.provider_state as ProviderState)) {
    throw new AppError('not_found', 'This browser has paid for no such order.')
  }
  const {
    id,
    order_number,
    dispatch_by,
    link_version: linkVersion,
    customer_name,
    customer_email,
    final_amount: paid,
  } = order
  const arriveBy = arrivalDayOf(order)
  const lines = await readLines(tx, id)
  const returns = await readCustomerReturns(tx, id)
  const stepped = {
    status: order.order_status as OrderStatus,
    providerState: order.provider_state as ProviderState,
    orderedAt: order.created_at,
    paidAt: order.paid_at,
    readyAt: order.ready_at,
    shippedAt: order.shipped_at,
    deliveredAt: order.delivered_at,
    dispatchBy: dispatch_by,
    arriveBy,
    returns,
    parcels: (await listParcels(tx, [id])).get(id) ?? [],
    lines: lines.map((line) => ({
      quantity: line.quantity,
      cancelled: line.cancelled_quantity,
      withdrawn: declaredPieces(line.id, returns, 'withdrawal'),
    })),
  }
  return {
    order_number,
    ordered_at: order.created_at.toISOString(),
    order_status: stepped.status,
    dispatch_by,
    arrive_by: arriveBy,
    steps: stepsOf(stepped, order.now),
    is_withdrawn: withdrawalOf(stepped) !== null,
    customer_name,
    masked_email: customer_email && maskAddress(customer_email),
    final_amount: poundsFromPence(paid),
    path: links.pathOf({ id, linkVersion }),
    lines,
  }
}
