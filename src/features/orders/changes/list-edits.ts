import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Change } from './order-change.ts'

/** A row of an order's history of changes. */
export type OrderEdit = {
  id: string
  at: Date
  byCustomer: boolean
  actor: string | null
  /** The actor's address; null for a customer by link, or an account that is erased. */
  email: string | null
  changes: Change[]
  requestId: string | null
  /** The edit it takes back. */
  undoOf: string | null
  isUndone: boolean
  /** Whether a refund belongs to it: money that moved is not undone. */
  hasRefund: boolean
}

/** The changes of an order's details, the newest first, at most 200; or the one of an id. */
export async function listEdits(tx: Tx, { orderId, id }: { orderId: string; id?: string }): Promise<OrderEdit[]> {
  const { rows } = await sql<OrderEdit>`
    select edit.id, edit.at, edit.by_customer as "byCustomer", edit.actor, account.email, edit.changes,
      edit.request_id as "requestId", edit.undo_of as "undoOf",
      exists (select from private.order_edits as undo where undo.undo_of = edit.id) as "isUndone",
      exists (select from private.refunds as refund where refund.id = edit.id and refund.state <> 'failed') as "hasRefund"
      from private.order_edits as edit left join auth.users as account on account.id = edit.actor
     where edit.order_id = ${orderId} ${id === undefined ? sql`` : sql`and edit.id = ${id}`}
     order by edit.at desc, edit.id limit 200`.execute(tx)
  return rows
}
