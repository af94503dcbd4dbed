import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { shop } from '#shop'
import { shopDay } from '../admin/api/order-view-sql.ts'
import type { Score } from './promises.contract.ts'
import { scoreSentence } from './score.ts'

const dayOf = (time: RawBuilder<unknown>) => sql`(${time} at time zone ${shop.timeZone})::date`
/** The log of the order has when; of an order that was cancelled, revived and cancelled again, the last time. */
const endedAt = sql`(select least(
    max(at) filter (where kind = 'status_changed' and facts ->> 'to' = 'cancelled'),
    max(at) filter (where kind = 'payment' and facts ->> 'to' = 'refunded'))
  from private.order_events as event where event.order_id = placed.id)`

/**
 * The paid orders whose first promise is in the last twelve months, without those that were handed over at once. One that
 * was cancelled or refunded in full counts only where its promise was broken by then; `ended_on` is that day. The first
 * promise is kept by the database; it does not move with a later one. `is_kept`: null where it is neither kept nor broken
 * yet. A year of a large shop is read once.
 */
const promised = sql`
  clock as materialized (select today, (today - interval '1 year')::date as since
    from (select ${shopDay} as today) as now),
  promise as materialized (
    select id, order_number, day, left_on, ended_on,
        coalesce(left_on <= day, case when day < (select today from clock) then false end) as is_kept
      from (select id, order_number, order_view, coalesce(promised_dispatch_by, dispatch_by) as day,
          ${dayOf(sql`coalesce(shipped_at, delivered_at)`)} as left_on,
          case when order_view = 'cancelled' then ${dayOf(endedAt)} end as ended_on
         from public.pre_orders as placed
        where order_view <> 'unpaid' and reported_paid
          -- Handed over as it was written down.
          and delivered_at is distinct from created_at
          and coalesce(promised_dispatch_by, dispatch_by) >= (select since from clock)) as first
     where order_view <> 'cancelled' or coalesce(left_on, ended_on) > day
  )`

const sumOf = (orders: RawBuilder<unknown>, what: RawBuilder<unknown>) =>
  sql`coalesce(sum(${orders}) filter (where ${what}), 0)::int`
const counts = (orders: RawBuilder<unknown>) => sql`${sumOf(orders, sql`is_kept`)} as kept,
  ${sumOf(orders, sql`not is_kept`)} as broken, ${sumOf(orders, sql`is_kept is null`)} as open`

type Month = Score['months'][number] & { decided_kept: number; decided_broken: number }

/**
 * Each month of first promises, the newest first. Orders of the same two days are counted before their month is written: a
 * year has few such pairs, and many orders. `decided_`: what was decided before today.
 */
const months = sql`
  select to_char(day, 'YYYY-MM') as month, ${counts(sql`orders`)},
    ${sumOf(sql`orders`, sql`is_kept and left_on < today`)} as decided_kept,
    ${sumOf(sql`orders`, sql`not is_kept and (left_on < today or day < today)`)} as decided_broken
    from clock, (select day, left_on, is_kept, count(*) as orders from promise group by 1, 2, 3) as counted
   group by 1 order by 1 desc`

const garments = sql`
  select name, ${counts(sql`orders`)}
    from (select name, is_kept, count(*) as orders
        from (select distinct line.order_id, line.name, promise.is_kept
            from promise join public.order_lines as line on line.order_id = promise.id
           where line.quantity > line.cancelled_quantity or promise.ended_on is not null) as each
       group by 1, 2) as counted
   group by 1 order by sum(orders) desc, name limit 50`

const broken = sql`
  select order_number, to_char(day, 'YYYY-MM-DD') as promised, to_char(left_on, 'YYYY-MM-DD') as left_on,
    to_char(ended_on, 'YYYY-MM-DD') as ended_on,
    coalesce((select jsonb_agg(jsonb_build_object('to', to_char(delay.dispatch_by, 'YYYY-MM-DD'), 'reason', delay.reason)
        order by delay.announced_at)
      from private.order_delays as delay where delay.order_id = late.id), '[]') as later
    from (select * from promise where not is_kept order by day desc, order_number limit 50) as late
   order by day desc, order_number`

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function decidedIn(months: readonly Month[]): { kept: number; broken: number } {
  return {
    kept: sum(months.map(({ decided_kept }) => decided_kept)),
    broken: sum(months.map(({ decided_broken }) => decided_broken)),
  }
}

/** The score as the owner sees it. Of an order without a day on which it left, the status alone says that it is sent. */
export async function readScore(tx: Tx): Promise<Score> {
  const listOf = (query: RawBuilder<unknown>) => sql`(select coalesce(jsonb_agg(row), '[]') from (${query}) as row)`
  const { rows } = await sql<{ months: Month[]; garments: Score['garments']; broken: Score['broken'] }>`
    with ${promised}
    select ${listOf(months)} as months, ${listOf(garments)} as garments, ${listOf(broken)} as broken`.execute(tx)
  const [score] = rows
  if (!score) throw new Error('The score has no row')
  return {
    all: {
      kept: sum(score.months.map(({ kept }) => kept)),
      broken: sum(score.months.map(({ broken }) => broken)),
      open: sum(score.months.map(({ open }) => open)),
    },
    months: score.months.map(({ month, kept, broken, open }) => ({ month, kept, broken, open })),
    garments: score.garments,
    broken: score.broken,
    sentence: scoreSentence(decidedIn(score.months)),
  }
}

/** What was decided before today, so that it stays true until midnight: pages are kept until then. */
export async function readDecided(tx: Tx): Promise<{ kept: number; broken: number }> {
  const { rows } = await sql<Month>`with ${promised} ${months}`.execute(tx)
  return decidedIn(rows)
}
