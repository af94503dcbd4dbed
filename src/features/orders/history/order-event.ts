import { sql } from 'kysely'
import type { Pence } from '#base/money.ts'
import type { Tx } from '#platform/database/db.ts'
import type { PieceState } from '../board/piece.ts'
import type { Change } from '../changes/order-change.ts'
import type { ProviderState } from '../order-state.ts'
import type { ReturnKind, ReturnState } from '../returns/return.ts'

type Facts<From, To = From> = { from: From; to: To }
type Value = string | null
type Nothing = Record<never, never>

/**
 * What happened to an order. Triggers write the events (`private.order_events_of`), for every program and caller; edits,
 * cancellations and returns that were taken back are written by their use cases. Days are 'YYYY-MM-DD'.
 */
export type OrderEvent =
  | { kind: 'placed'; facts: { isMarkedPaid?: true } }
  // Reported by the provider. An amount is there where it changed.
  | { kind: 'payment'; facts: Partial<Facts<ProviderState>> & { totalPence?: Pence; refundedPence?: Pence } }
  | { kind: 'payment_marked' | 'status_changed'; facts: Facts<string> }
  | { kind: 'tracking_changed' | 'carrier_changed'; facts: Facts<Value> }
  | { kind: 'parcel_sent'; facts: { number: Value; carrier: Value; pieces: SentPiece[] } }
  | { kind: 'parcel_corrected'; facts: Facts<Value> & { carrier: Value } }
  | { kind: 'parcel_taken_back' | 'parcel_restored'; facts: { number: Value } }
  | { kind: 'ready_changed'; facts: { isReady: boolean } }
  | { kind: 'dispatch_day_changed'; facts: Facts<string> }
  | { kind: 'detail_changed'; facts: Facts<Value> & { field: DetailField } }
  | { kind: 'links_ended'; facts: Nothing }
  | { kind: 'edited'; facts: { changes: Change[]; undoOf?: string } }
  | { kind: 'cancelled'; facts: { reason?: Value; withRefund: boolean } }
  | { kind: 'refund_requested'; facts: { amountPence: Pence; source: 'shop' | 'provider' } }
  | { kind: 'refund_changed'; facts: { state?: string; failure?: string; amountPence?: Pence; fromPence?: Pence } }
  | { kind: 'dispute_opened'; facts: { amountPence: Pence } }
  | { kind: 'dispute_changed'; facts: { status: string } }
  | { kind: 'delay_announced'; facts: Facts<string> & { reason: Value } }
  | { kind: 'delay_answered'; facts: { answer: 'keep' | 'cancel' } }
  | { kind: 'return_declared' | 'return_taken_back'; facts: { return: ReturnKind } }
  | { kind: 'piece_moved'; facts: Facts<PieceState> & { name: string; size: string; number: number; of: number } }
  | { kind: 'return_changed'; facts: { return: ReturnKind; state: ReturnState } }

export type SentPiece = { name: string; size: string; quantity: number }

export type DetailField =
  | 'customer_name'
  | 'customer_email'
  | 'customer_phone'
  | 'shipping_address'
  | 'shipping_city'
  | 'shipping_postcode'
  | 'shipping_country'
  | 'notes'

/** The events of one statement. */
export type OrderChange = {
  id: string
  at: Date
  /** The account that did it, with its address: null for an erased one. */
  actor: string | null
  email: string | null
  /** The role, where there is no account. */
  party: 'customer' | 'shop' | 'provider'
  events: OrderEvent[]
  isUndone: boolean
  /** Whether a refund belongs to it: money that moved is not undone. */
  hasRefund: boolean
}

/** What happened to an order, the newest first, at most 200; or the change of an id. */
export async function listOrderChanges(
  tx: Tx,
  { orderId, id }: { orderId: string; id?: string },
): Promise<OrderChange[]> {
  const { rows } = await sql<OrderChange>`
    select event.change as id, event.at, event.actor, account.email, event.party,
      jsonb_agg(jsonb_build_object('kind', event.kind, 'facts', event.facts) order by event.id) as events,
      exists (select from private.order_events as undo where undo.order_id = ${orderId}
        and undo.kind = 'edited' and undo.facts ->> 'undoOf' = event.change) as "isUndone",
      exists (select from private.refunds as refund where refund.order_id = ${orderId}
        and refund.id::text = event.change and refund.state <> 'failed') as "hasRefund"
      from private.order_events as event left join auth.users as account on account.id = event.actor
     where event.order_id = ${orderId} ${id === undefined ? sql`` : sql`and event.change = ${id}`}
     group by event.change, event.at, event.actor, account.email, event.party
     order by event.at desc, max(event.id) desc limit 200`.execute(tx)
  return rows
}

/** An edit of an order's details, which its undo and its e-mail read. */
export type OrderEdit = {
  id: string
  at: Date
  byCustomer: boolean
  changes: Change[]
  /** The edit it takes back. */
  undoOf: string | null
  isUndone: boolean
  hasRefund: boolean
}

export function editOf({ id, at, party, events, isUndone, hasRefund }: OrderChange): OrderEdit | null {
  const edited = events.find((event) => event.kind === 'edited')
  if (!edited) return null
  const { changes, undoOf = null } = edited.facts
  return { id, at, byCustomer: party === 'customer', changes, undoOf, isUndone, hasRefund }
}

export async function findEdit(tx: Tx, { orderId, id }: { orderId: string; id: string }): Promise<OrderEdit | null> {
  const [change] = await listOrderChanges(tx, { orderId, id })
  return change ? editOf(change) : null
}
