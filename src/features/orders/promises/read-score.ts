import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { shop } from '#shop'
import type { Score } from './promises.contract.ts'
import { scoreSentence } from './score.ts'

/**
 * The paid orders whose first promise is in the last twelve months, without those that were cancelled or refunded before
 * they left. The first promise is kept by the database; it does not move with a later one.
 */
const promised = sql`
  clock as materialized (select (public.shop_now() at time zone ${shop.timeZone})::date as today),
  promise as (
    select placed.id, placed.order_number, first.day, clock.today,
      (coalesce(placed.shipped_at, placed.delivered_at) at time zone ${shop.timeZone})::date as left_on
      from clock, public.pre_orders as placed,
        lateral (select coalesce(placed.promised_dispatch_by, placed.dispatch_by) as day) as first
     where placed.order_view in ('to_make', 'in_progress', 'to_dispatch', 'shipped') and placed.reported_paid
       and first.day >= clock.today - interval '1 year'
  ),
  outcome as (
    select *, case when left_on <= day then 'kept' when left_on > day or day < today then 'broken' else 'open' end as is_now
      from promise
  )`

const counts = sql`count(*) filter (where is_now = 'kept')::int as kept,
  count(*) filter (where is_now = 'broken')::int as broken, count(*) filter (where is_now = 'open')::int as open`

type Month = Score['months'][number] & { decided_kept: number; decided_broken: number }

/**
 * Each month of first promises, the newest first. Orders of the same two days are counted before they are judged: a year
 * has few such pairs, and many orders. `decided_`: what was decided before today.
 */
function listMonths(tx: Tx): Promise<Month[]> {
  const counted = sql`(select day, left_on, today, is_now, count(*)::int as orders from outcome group by 1, 2, 3, 4) as counted`
  const sumOf = (what: RawBuilder<unknown>) => sql`coalesce(sum(orders) filter (where ${what}), 0)::int`
  return select<Month>(
    tx,
    sql`select to_char(day, 'YYYY-MM') as month, ${sumOf(sql`is_now = 'kept'`)} as kept, ${sumOf(sql`is_now = 'broken'`)} as broken,
          ${sumOf(sql`is_now = 'open'`)} as open, ${sumOf(sql`is_now = 'kept' and left_on < today`)} as decided_kept,
          ${sumOf(sql`is_now = 'broken' and (left_on < today or day < today)`)} as decided_broken
        from ${counted} group by 1 order by 1 desc`,
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function decidedIn(months: readonly Month[]): { kept: number; broken: number } {
  return {
    kept: sum(months.map(({ decided_kept }) => decided_kept)),
    broken: sum(months.map(({ decided_broken }) => decided_broken)),
  }
}

/** The score as the owner sees it. Of an order without a day on which it left, the status alone says that it is sent. */
export async function readScore(tx: Tx): Promise<Score> {
  const months = await listMonths(tx)
  return {
    all: {
      kept: sum(months.map(({ kept }) => kept)),
      broken: sum(months.map(({ broken }) => broken)),
      open: sum(months.map(({ open }) => open)),
    },
    months: months.map(({ month, kept, broken, open }) => ({ month, kept, broken, open })),
    garments: await select(
      tx,
      sql`select name, ${counts} from outcome
           join (select distinct order_id, name from public.order_lines where quantity > cancelled_quantity) as line
             on line.order_id = outcome.id
          group by name order by count(*) desc, name limit 50`,
    ),
    broken: await select(
      tx,
      sql`select order_number, to_char(day, 'YYYY-MM-DD') as promised, to_char(left_on, 'YYYY-MM-DD') as left_on,
             coalesce((select jsonb_agg(jsonb_build_object('to', to_char(delay.dispatch_by, 'YYYY-MM-DD'), 'reason', delay.reason)
                 order by delay.announced_at)
               from private.order_delays as delay where delay.order_id = outcome.id), '[]') as later
            from outcome where is_now = 'broken' order by day desc, order_number limit 50`,
    ),
    sentence: scoreSentence(decidedIn(months)),
  }
}

/** What was decided before today, so that it stays true until midnight: pages are kept until then. */
export async function readDecided(tx: Tx): Promise<{ kept: number; broken: number }> {
  return decidedIn(await listMonths(tx))
}

async function select<Row>(tx: Tx, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`with ${promised} ${query}`.execute(tx)
  return rows
}
