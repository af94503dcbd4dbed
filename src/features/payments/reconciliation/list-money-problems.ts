import { sql } from 'kysely'
import { viewCondition } from '#features/orders/admin/api/order-view-sql.ts'
import type { OrderNote } from '#features/orders/order-note.ts'
import { openNotes } from '#features/orders/order-notes.ts'
import type { Tx } from '#platform/database/db.ts'
import type { DiscrepancyKind } from './discrepancy.ts'
import { retryWindow } from './webhook-health.ts'

/** An order with review notes for the owner. */
export type NotedOrder = { order_number: string; notes: OrderNote[] }

export type OpenDiscrepancy = { id: string; kind: DiscrepancyKind; order_number: string | null }

export type MoneyProblems = {
  /** Discrepancies that need the owner; disputes that a bank is deciding do not. */
  discrepancies: number
  first: OpenDiscrepancy[]
  /** Orders of the view "Needs attention" that no such discrepancy names: with those, every order of the view. */
  noted: number
  firstNoted: NotedOrder[]
  /** Messages of the payment provider that have waited for five minutes or more: payments without a settled order. */
  unsettled: number
  /** When the oldest of them arrived. */
  unsettled_since: Date | null
}

/** Of a discrepancy `d`: it is open, and no dispute that a bank is deciding. */
const needsOwner = sql<boolean>`d.resolved_at is null and (d.kind <> 'open_dispute' or d.facts ->> 'status' is distinct from 'under_review')`

/** The number of discrepancies that need the owner. */
export async function countDiscrepancies(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from private.payment_discrepancies d where ${needsOwner}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What the owner has to check on the money page, the earliest discrepancies first. */
export async function listMoneyProblems(tx: Tx, limit: number): Promise<MoneyProblems> {
  const open = await sql<OpenDiscrepancy & { count: number }>`
    select d.id, d.kind, o.order_number, (count(*) over ())::int as count
      from private.payment_discrepancies d left join public.pre_orders o on o.id = d.order_id
     where ${needsOwner}
     order by d.found_at, d.id limit ${limit}`.execute(tx)
  const noted = await sql<NotedOrder & { count: number }>`
    select o.order_number, ${openNotes('o.id')} as notes, (count(*) over ())::int as count from public.pre_orders o
     where ${viewCondition({ view: 'attention' })}
       and not exists (select from private.payment_discrepancies d where d.order_id = o.id and ${needsOwner})
     order by o.created_at desc, o.id limit ${limit}`.execute(tx)
  const waiting = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(received_at) as since from private.payment_events
     where handled_at is null and received_at < public.shop_now() - interval '5 minutes'
       and received_at > public.shop_now() - ${retryWindow}`.execute(tx)
  return {
    discrepancies: open.rows[0]?.count ?? 0,
    first: open.rows.map(({ count: _, ...discrepancy }) => discrepancy),
    noted: noted.rows[0]?.count ?? 0,
    firstNoted: noted.rows.map(({ count: _, ...order }) => order),
    unsettled: waiting.rows[0]?.count ?? 0,
    unsettled_since: waiting.rows[0]?.since ?? null,
  }
}
