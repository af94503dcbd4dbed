import type { Hono } from 'hono'
import { type RawBuilder, sql } from 'kysely'
import { isoDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { countOpenMessages } from '#features/content/contact/owner-messages.ts'
import { viewCondition } from '#features/orders/admin/api/order-view-sql.ts'
import { maxCounted, type OrderView, waitingPlaces } from '#features/orders/admin/api/order-views.ts'
import { isWithdrawing, pieceState, unsentPieces } from '#features/orders/board/read-board.ts'
import { countOpenReturns } from '#features/orders/returns/admin/owner-returns.ts'
import { listMoneyProblems } from '#features/payments/reconciliation/list-money-problems.ts'
import { countWaitingReviews } from '#features/reviews/admin/owner-reviews.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { type DueOrder, readToday, type Today } from './today.contract.ts'

export function todayApi(): Hono<Env> {
  return endpoints(handle(readToday, ({ db }) => db.asService(findToday)))
}

/** Working days within which an order that has not left counts as due soon. */
const soonDays = 3
const listed = 12

/** What waits for the owner now: her page and her morning e-mail say the same. */
export async function findToday(tx: Tx): Promise<Today> {
  const now = await readShopNow(tx)
  const settings = await readShopSettings(tx)
  const today = shopDate(now)
  // Working days alone, however full the week is.
  const until = isoDay(dispatchBy({ orderedAt: now, productionDays: soonDays, work: 0 }, settings))
  const money = await listMoneyProblems(tx, 1)
  return {
    now: now.toISOString(),
    today,
    ...(await readSteps(tx)),
    ...(await readBoardSteps(tx)),
    due: { until, ...(await listDue(tx, { today, until })) },
    to_answer: {
      messages: await countOpenMessages(tx),
      returns: await countOpenReturns(tx),
      payments: money.discrepancies,
      orders: money.noted,
      reviews: await countWaitingReviews(tx),
    },
  }
}

async function readSteps(tx: Tx): Promise<Pick<Today, 'to_cut' | 'to_pack' | 'to_post'>> {
  const step = (view: OrderView): RawBuilder<Today['to_cut']> => sql`(
    select jsonb_build_object('orders', count(*), 'pieces', coalesce(sum(pieces), 0), 'first', min(dispatch_by))
      from (select o.dispatch_by, (select sum(l.quantity - l.cancelled_quantity - coalesce((
            select sum(sent.quantity) from private.parcel_lines sent where sent.line_id = l.id), 0))
          from public.order_lines l where l.order_id = o.id) as pieces
        from public.pre_orders o where ${viewCondition({ view })} order by o.dispatch_by limit ${maxCounted}) counted)`
  const { rows } = await sql<Pick<Today, 'to_cut' | 'to_pack' | 'to_post'>>`
    select ${step('to_make')} as to_cut, ${step('in_progress')} as to_pack, ${step('to_dispatch')} as to_post`.execute(
    tx,
  )
  const [steps] = rows
  if (!steps) throw new Error('The steps have no row')
  return steps
}

/** By the pieces of the board, once she has moved one there; nothing before. */
async function readBoardSteps(tx: Tx): Promise<Pick<Today, 'on_board'> & Partial<Pick<Today, 'to_cut' | 'to_pack'>>> {
  const used = await sql<{ is: boolean }>`select exists (select from private.pieces) as is`.execute(tx)
  if (!used.rows[0]?.is) return { on_board: false }
  const { rows } = await sql<{ is_cut: boolean; orders: number; pieces: number; first: string | null }>`
    select ${pieceState} <> 'to_cut' as is_cut, count(distinct o.id)::int as orders, count(*)::int as pieces,
      min(o.dispatch_by)::text as first
      from (select o.* from public.pre_orders o where o.order_view in ('to_make', 'in_progress') and not ${isWithdrawing}
        order by o.dispatch_by limit ${maxCounted}) o
      join public.order_lines l on l.order_id = o.id
      cross join lateral ${unsentPieces} as unsent (piece)
      left join private.pieces p on p.line_id = l.id and p.number = piece
     where ${pieceState} <> 'packed' group by 1`.execute(tx)
  const step = (isCut: boolean) => {
    const { is_cut: _, ...found } = rows.find((row) => row.is_cut === isCut) ?? { is_cut: isCut, ...noStep }
    return found
  }
  return { on_board: true, to_cut: step(false), to_pack: step(true) }
}

const noStep = { orders: 0, pieces: 0, first: null }

/**
 * The orders that have not left and were promised for a day up to `until`, the first of them by their day. One from which its
 * customer has withdrawn waits for an answer instead.
 */
async function listDue(tx: Tx, { today, until }: { today: string; until: string }) {
  const { rows } = await sql<DueOrder & { late: number; soon: number }>`
    select o.order_number, o.customer_name, o.dispatch_by::text as dispatch_by, o.order_view,
      (count(*) filter (where o.dispatch_by < ${today}::date) over ())::int as late,
      (count(*) filter (where o.dispatch_by >= ${today}::date) over ())::int as soon
      from public.pre_orders o
     where o.order_view in (${sql.join(waitingPlaces.map((place) => sql.lit(place)))}) and o.dispatch_by <= ${until}::date
       and not ${isWithdrawing}
     order by o.dispatch_by, o.created_at, o.id limit ${listed}`.execute(tx)
  const [{ late = 0, soon = 0 } = {}] = rows
  return { late, soon, orders: rows.map(({ late: _, soon: __, ...order }) => order) }
}
