import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '#base/day-ms.ts'
import { decimalPounds, type Pence, type Pounds } from '#base/money.ts'
import { fromShopClock, shopDate } from '#base/shop-clock.ts'
import { inPence } from '#base/sql-money.ts'
import { byteOrderMark, formatCsv } from '#platform/csv.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Span } from '#platform/payments/provider.ts'
import { shop } from '#shop'
import type { DayResponse } from './money-response.ts'
import { wholeDays } from './reconciliation-runs.ts'

/** Days in shop time, both included: 'YYYY-MM-DD'. */
type DaySpan = { from: string; to: string }

/**
 * What came in and went out in a span, a row for each payment, refund and dispute on its own day, by the shop's own rows.
 * Money that goes out is negative. A second payment of an order is counted neither as paid nor, when it is refunded, as
 * given back. `exchanged`: what a return paid of the order, for which no money moved.
 */
function movementsIn({ from, to }: DaySpan) {
  const begin = sql`(${from}::date::timestamp at time zone ${shop.timeZone})`
  const end = sql`((${to}::date + 1)::timestamp at time zone ${shop.timeZone})`
  const refundedAt = sql`coalesce(refund.settled_at, refund.requested_at)`
  return sql`(
    select paid_at as at, 'payment' as kind, order_number, payment_provider as way, created_at as ordered_at,
      shipping_country as country, product_price as goods, -discount_amount as discount, shipping_amount as delivery,
      coalesce(final_amount, 0) as amount, null as reason, case when order_status <> 'cancelled' and exists (
        select from private.exchanges as exchange where exchange.order_id = pre_orders.id) then discount_amount else 0 end as exchanged
      from public.pre_orders where paid_at >= ${begin} and paid_at < ${end}
    union all
    select ${refundedAt}, 'refund', order_number, payment_provider, created_at, shipping_country, null, null, null, -refund.amount,
      refund.reason, 0
      from private.refunds as refund join public.pre_orders as placed
        on placed.id = refund.order_id and placed.payment_session_id = refund.session_id and placed.paid_at is not null
     where refund.state in ('pending', 'succeeded') and ${refundedAt} >= ${begin} and ${refundedAt} < ${end}
    union all
    select dispute.opened_at, 'dispute', order_number, payment_provider, created_at, shipping_country, null, null, null, -dispute.amount,
      dispute.status, 0
      from private.disputes as dispute left join public.pre_orders as placed on placed.id = dispute.order_id
     where dispute.opened_at >= ${begin} and dispute.opened_at < ${end}
  ) as movement`
}

/** The amounts of each day of a span, the latest first; of the last 35 days by default. */
export async function listDays(tx: Tx, span?: DaySpan): Promise<DayResponse[]> {
  const { from, to } = span ?? (await lastDays(tx))
  const sumOf = (amount: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    inPence(sql<Pounds>`coalesce(sum(${amount}) filter (where ${where}), 0)`)
  const [gained, lost] = [sql`movement.amount`, sql`-movement.amount`]
  const isPaid = sql`kind = 'payment'`
  const { rows } = await sql<DayResponse>`
    select to_char(days.day, 'YYYY-MM-DD') as day, count(*) filter (where ${isPaid} and way <> 'exchange')::int as payments,
      ${sumOf(gained, isPaid)} as paid_pence, ${sumOf(gained, sql`${isPaid} and way = 'cash'`)} as cash_pence,
      ${sumOf(gained, sql`${isPaid} and way = 'bank'`)} as bank_pence, ${sumOf(sql`exchanged`, isPaid)} as exchanged_pence,
      ${sumOf(lost, sql`kind = 'refund'`)} as given_back_pence, ${sumOf(lost, sql`kind = 'dispute'`)} as disputed_pence
      from generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
      left join ${movementsIn({ from, to })} on (movement.at at time zone ${shop.timeZone})::date = days.day
     group by days.day order by days.day desc`.execute(tx)
  return rows
}

async function lastDays(tx: Tx): Promise<DaySpan> {
  const now = await readShopNow(tx)
  const to = shopDate(now)
  return { from: new Date(Date.parse(to) - (wholeDays - 1) * dayMs).toISOString().slice(0, 10), to }
}

/** The same span as moments, for the payment provider. */
export function momentsOf({ from, to }: DaySpan): Span {
  const startOf = (day: string) => fromShopClock(`${day}T00:00`) ?? new Date(day)
  return { from: startOf(from), until: startOf(new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10)) }
}

/** The day of the first payment, 'YYYY-MM-DD'; null before one. */
export async function findFirstDay(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ first: Date | null }>`select min(paid_at) as first from public.pre_orders`.execute(tx)
  return rows[0]?.first ? shopDate(rows[0].first) : null
}

const columns = [
  'day',
  'kind',
  'order_number',
  'ordered_on',
  'country',
  'paid_through',
  'goods',
  'discount',
  'delivery',
  'amount',
  'reason',
] as const

type Movement = Record<Exclude<(typeof columns)[number], 'goods' | 'discount' | 'delivery' | 'amount'>, string | null> &
  Record<'goods' | 'discount' | 'delivery', Pence | null> & { amount: Pence }

/**
 * The movements of a span as CSV, the first first. The amounts of a refund are not split into goods and delivery, since
 * one of a whole order is not stored that way. No customer is named.
 */
export async function exportMovements(tx: Tx, span: DaySpan): Promise<string> {
  const inDays = (at: string) => sql`to_char(${sql.ref(at)} at time zone ${shop.timeZone}, 'YYYY-MM-DD')`
  const { rows } = await sql<Movement>`
    select ${inDays('at')} as day, kind, order_number, ${inDays('ordered_at')} as ordered_on, country, way as paid_through,
      ${inPence(sql<Pounds | null>`goods`)} as goods, ${inPence(sql<Pounds | null>`discount`)} as discount,
      ${inPence(sql<Pounds | null>`delivery`)} as delivery, ${inPence(sql<Pounds>`amount`)} as amount, reason
      from ${movementsIn(span)} where not (kind = 'payment' and way = 'exchange') order by at, order_number, kind`.execute(
    tx,
  )
  const cellOf = (value: string | Pence | null) => (typeof value === 'number' ? decimalPounds(value) : (value ?? ''))
  return byteOrderMark + formatCsv([[...columns], ...rows.map((row) => columns.map((name) => cellOf(row[name])))])
}
