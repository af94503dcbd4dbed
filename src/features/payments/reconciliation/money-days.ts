import { sql } from 'kysely'
import type { Pounds } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import { shop } from '#shop'
import type { DayResponse } from './money-response.ts'
import { wholeDays } from './reconciliation-runs.ts'

/**
 * The amounts of each day, by the shop's own rows. A second payment of an order is counted neither as paid nor, when it
 * is refunded, as given back.
 */
export async function listDays(tx: Tx): Promise<DayResponse[]> {
  const { rows } = await sql<DayResponse>`
    with span as (select (public.shop_now() at time zone ${shop.timeZone})::date as today),
    days as (select (today - n)::date as day from span, generate_series(0, ${wholeDays - 1}::int) as n),
    starts as (select min(day)::timestamp at time zone ${shop.timeZone} as at from days),
    -- A range of the index for each day: the time zone is applied to its ends, and not to every payment.
    paid as (select day, sold.* from days cross join lateral (
      select count(*) filter (where payment_provider <> 'exchange')::int as payments, sum(final_amount) as amount,
          sum(final_amount) filter (where payment_provider = 'cash') as cash,
          sum(final_amount) filter (where payment_provider = 'bank') as bank,
          (select sum(exchanged.discount_amount) from private.exchanges as exchange
            join public.pre_orders as exchanged on exchanged.id = exchange.order_id
           where exchanged.order_status <> 'cancelled'
             and exchanged.paid_at >= day::timestamp at time zone ${shop.timeZone}
             and exchanged.paid_at < (day + 1)::timestamp at time zone ${shop.timeZone}) as exchanged from public.pre_orders
       where paid_at >= day::timestamp at time zone ${shop.timeZone}
         and paid_at < (day + 1)::timestamp at time zone ${shop.timeZone}) as sold),
    back as (select (coalesce(settled_at, requested_at) at time zone ${shop.timeZone})::date as day, sum(refund.amount) as amount
      from private.refunds as refund join public.pre_orders as placed
        on placed.id = refund.order_id and placed.payment_session_id = refund.session_id and placed.paid_at is not null
     where state in ('pending', 'succeeded') and requested_at >= (select at from starts) - interval '10 days'
      group by 1),
    disputed as (select (opened_at at time zone ${shop.timeZone})::date as day, sum(amount) as amount
      from private.disputes where opened_at >= (select at from starts) group by 1)
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(paid.payments, 0) as payments,
      ${inPence(sql<Pounds>`coalesce(paid.amount, 0)`)} as paid_pence,
      ${inPence(sql<Pounds>`coalesce(paid.cash, 0)`)} as cash_pence, ${inPence(sql<Pounds>`coalesce(paid.bank, 0)`)} as bank_pence,
      ${inPence(sql<Pounds>`coalesce(paid.exchanged, 0)`)} as exchanged_pence,
      ${inPence(sql<Pounds>`coalesce(back.amount, 0)`)} as given_back_pence,
      ${inPence(sql<Pounds>`coalesce(disputed.amount, 0)`)} as disputed_pence
      from days left join paid using (day) left join back using (day) left join disputed using (day)
     order by days.day desc`.execute(tx)
  return rows
}
