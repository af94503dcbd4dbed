import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { findEdit, type OrderEdit } from '../history/order-event.ts'
import { queueNewLink } from '../links/end-order-links.ts'
import { forgetOldAddress } from './edit-order.ts'
import { type EditableOrder, lockOrder } from './editable-order.ts'
import { type Change, followsFromLines, isCurrent, listChanges, reverseOf } from './order-change.ts'
import { dropChangeEmail, queueChangeEmail } from './queue-change-email.ts'
import { saveChanges } from './save-changes.ts'

type Undo = { orderNumber: string; editId: string; userId: string }

/**
 * Takes back one change of an order's details, once, and only while the order still has it. The customer gets an e-mail
 * where they got one about the change. Refuses not_found, and conflict with a message for the owner.
 */
export async function undoEdit(tx: Tx, { orderNumber, editId, userId }: Undo): Promise<void> {
  const order = await lockOrder(tx, { orderNumber })
  const edit = await findEdit(tx, { orderId: order.id, id: editId })
  if (!edit) throw new AppError('not_found', 'This change doesn’t exist.')
  if (edit.isUndone) throw new AppError('conflict', 'This change has already been undone.')
  if (edit.hasRefund) throw new AppError('conflict', 'Money moved with this change, so it can’t be undone.')
  if (!isCurrent(order, edit.changes)) {
    throw new AppError('conflict', 'This has been changed again since, so it can’t be undone. Edit the order instead.')
  }
  const undoId = await saveChanges(tx, order, {
    changes: [...listChanges(order, reverseOf(edit.changes)), ...oldService(edit.changes)],
    day: await dayBefore(tx, order, edit),
    byCustomer: false,
    actor: userId,
    undoOf: editId,
  })
  if (!undoId) throw new Error('An order that is held was gone')
  if (edit.changes.some(({ field }) => field === 'cancelled')) await refuseWhereSold(tx, order.id)
  if (edit.changes.some(({ field }) => field === 'customer_email')) {
    await forgetOldAddress(tx, order.id)
    await returnToAccount(tx, order.id, edit.changes)
  }
  const isKnown = await dropChangeEmail(tx, editId)
  if (isKnown && dayChange(edit.changes) && !followsFromLines(edit.changes)) {
    throw new AppError('conflict', 'The customer has had an e-mail with this date. Change the dispatch date instead.')
  }
  if (isKnown) await queueChangeEmail(tx, { orderId: order.id, editId: undoId })
  // The first change of the address ended the links that this address has, and the undo does not revive them.
  else if (edit.changes.some(({ field }) => field === 'customer_email')) await queueNewLink(tx, order.id)
}

/** The delivery service that the order had before it moved to another zone. */
function oldService(changes: readonly Change[]): Change[] {
  const moved = changes.find((change) => change.field === 'service')
  return moved ? [{ ...moved, before: moved.after, after: moved.before }] : []
}

/**
 * The dispatch day that the order had before a change; undefined where it follows from the garments: it has moved since.
 */
async function dayBefore(tx: Tx, { id, dispatchBy }: EditableOrder, edit: OrderEdit): Promise<string | undefined> {
  const moved = dayChange(edit.changes)
  if (moved) return dispatchBy === moved.after ? moved.before : undefined
  const { rows } = await sql<{ has_moved: boolean }>`
    select exists (select from private.order_events as edited, private.order_events as later
       where edited.order_id = ${id} and edited.change = ${edit.id} and later.order_id = ${id} and later.at > edited.at
         and (later.kind = 'delay_announced' or later.facts @> '{"changes": [{"field": "dispatch_by"}]}')) as has_moved`.execute(
    tx,
  )
  return rows[0]?.has_moved ? undefined : dispatchBy
}

function dayChange(changes: readonly Change[]) {
  return changes.find((change) => change.field === 'dispatch_by')
}

/** Refuses conflict where cancelled pieces of a limited pre-order, made after all, take it over its limit. */
async function refuseWhereSold(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select product.name from public.products as product
     where product.preorder_limit is not null
       and public.is_preorder_live(product.is_preorder, product.preorder_end_date)
       and private.sold_units(product.id) > product.preorder_limit
       and exists (select from public.order_lines as line
         where line.order_id = ${orderId} and line.product_id = product.id and line.is_preorder)
     for no key update of product`.execute(tx)
  if (rows[0]) throw new AppError('conflict', `${rows[0].name}: these pieces have since been sold to someone else.`)
}

/** The account the order left with the change has it again, if it still exists. */
async function returnToAccount(tx: Tx, orderId: string, changes: readonly Change[]): Promise<void> {
  const left = changes.find(({ field }) => field === 'account')
  if (!left) return
  await sql`
    update public.pre_orders set user_id = (select id from auth.users where id = ${left.before}::uuid for key share)
     where id = ${orderId}`.execute(tx)
}
