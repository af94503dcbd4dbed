import type { Pence } from '#base/money.ts'
import { type EditableOrder, lockOrder } from '#features/orders/changes/editable-order.ts'
import type { Change } from '#features/orders/changes/order-change.ts'
import { queueChangeEmail, saveChanges } from '#features/orders/changes/save-changes.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { listParcels } from '#features/orders/parcels/list-parcels.ts'
import { openPieces } from '#features/orders/parcels/parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { findExchanged } from './refund-across.ts'
import { type LinePieces, refundLines } from './refund-lines.ts'

type LineCancellation = {
  /** An idempotency key, of the cancellation and of its refund. */
  id: string
  orderNumber: string
  /** The version the owner saw; null: the order as it is. */
  version: number | null
  lines: readonly LinePieces[]
  /** Whether what the pieces cost is refunded at once. */
  refund: boolean
  /** Less than they cost, where a part was refunded before. */
  amountPence?: Pence | undefined
  note: string | null
  /** Null: the customer, who withdrew from them, and whose receipt says what follows. */
  requestedBy: string | null
}

/**
 * Cancels pieces of an order before dispatch. If the owner cancels them, the customer gets an e-mail. The discount
 * shares of the other pieces and the delivery stay as charged. Cancellation, history and requested refund commit
 * together. Returns the refund's id, null without one. Refuses not_found, conflict for a stale version, an unpaid or
 * sent order and for pieces that are the whole order, and bad_request for pieces it does not have.
 */
export async function cancelLines(
  tx: Tx,
  deps: Pick<PaymentDeps, 'queue' | 'provider'>,
  { id, orderNumber, version, lines, refund, amountPence, note, requestedBy }: LineCancellation,
): Promise<string | null> {
  const order = await lockOrder(tx, { orderNumber })
  if (await isKnown(tx, { id, orderId: order.id })) return refund ? id : null
  refuseWhereTooLate(order, version)
  if (await findExchanged(tx, order.id)) {
    throw new AppError('conflict', 'This order is an exchange. Cancel all of it: its return is open again then.')
  }
  const changes = changesOf(order, lines)
  await refuseSent(tx, order, lines)
  const byCustomer = requestedBy === null
  const editId = await saveChanges(tx, order, { id, changes, byCustomer, actor: requestedBy })
  if (!editId) throw new Error('An order that is held was gone')
  if (!byCustomer) await queueChangeEmail(tx, { orderId: order.id, editId, wait: refund ? 'no time' : '1 minute' })
  if (!refund) return null
  const request = { id, orderId: order.id, lines, withDelivery: false, amountPence, note, requestedBy }
  return refundLines(tx, deps, { ...request, reason: 'cancelled', isWithdrawn: byCustomer })
}

/** Refuses conflict for pieces that have left in a parcel: they can only be refunded. */
async function refuseSent(tx: Tx, order: EditableOrder, lines: readonly LinePieces[]): Promise<void> {
  const parcels = (await listParcels(tx, [order.id])).get(order.id) ?? []
  const open = openPieces(
    order.lines,
    parcels.filter(({ id }) => id !== null),
  )
  for (const { position, quantity } of lines) {
    const left = open.find((each) => each.position === position)?.quantity ?? 0
    if (quantity <= left) continue
    const name = order.lines.find((line) => line.position === position)?.name ?? 'This garment'
    throw new AppError('conflict', `${name} has left in a parcel, so it can only be refunded.`)
  }
}

/** Whether a request with this id was handled already. */
async function isKnown(tx: Tx, { id, orderId }: { id: string; orderId: string }): Promise<boolean> {
  const known = await tx
    .selectFrom('private.order_events')
    .select('order_id')
    .where('change', '=', id)
    .where('kind', '=', 'edited')
    .executeTakeFirst()
  if (known && known.order_id !== orderId) throw new AppError('conflict', 'This request belongs to another order.')
  return known !== undefined
}

function refuseWhereTooLate({ version: now, status, isPaid }: EditableOrder, seen: number | null): void {
  if (seen !== null && now !== seen) {
    throw new AppError('conflict', 'Someone else has just changed this order. Please check it and try again.')
  }
  if (!isPaid) throw new AppError('conflict', 'This order isn’t paid yet. Cancel the whole order instead.')
  if (!isBeforeDispatch(status)) {
    throw new AppError('conflict', 'This order has left or is cancelled, so its garments can only be refunded.')
  }
}

function changesOf(order: EditableOrder, lines: readonly LinePieces[]): Change[] {
  const changes = lines.map(({ position, quantity }) => {
    const line = order.lines.find((each) => each.position === position)
    if (!line) throw fieldError('lines', 'That garment isn’t in this order.')
    const { name: garment, cancelled: before } = line
    const after = before + quantity
    if (after > line.quantity) {
      throw new AppError('conflict', `${garment}: these pieces have already been cancelled. Please check the order.`)
    }
    return { field: 'cancelled', position, garment, before, after } as const
  })
  const left = order.lines.reduce((sum, { quantity, cancelled }) => sum + quantity - cancelled, 0)
  if (lines.reduce((sum, { quantity }) => sum + quantity, 0) >= left) {
    throw new AppError('conflict', 'Nothing would be left of this order. Cancel the whole order instead.')
  }
  return changes
}
