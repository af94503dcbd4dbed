import { formatPence, type Pence, pence, poundsFromPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { amountOfPieces } from '#features/orders/order-lines.ts'
import type { Tx } from '#platform/database/db.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import type { PaymentDeps } from '../settle-order.ts'
import {
  deliveryLeft,
  lockOrderForRefund,
  type OrderMoney,
  refundableAmount,
  refundedPieces,
} from './lock-order-for-refund.ts'
import { type RefundReason, requestRefund } from './request-refund.ts'

/** Pieces of the line at `position`. */
export type LinePieces = { position: number; quantity: number }

type LineRefund = {
  /** An idempotency key: two requests with one id make one refund. */
  id: string
  orderId: string
  lines: readonly LinePieces[]
  /** Whether what was charged for delivery goes back too. */
  withDelivery: boolean
  /** What the owner confirmed, where it is less than all this cost: a part was refunded by an amount before. */
  amountPence?: Pence | undefined
  /** Whether pieces and money that were refunded before are left out. Without it they are refused. */
  isLimited?: boolean
  reason: RefundReason
  note: string | null
  /** Null: the customer. */
  requestedBy: string | null
}

/**
 * Requests a refund of pieces: what each cost, less its share of the discount as charged, or `amountPence`. Returns its
 * id; null where the pieces cost nothing. Refuses bad_request for pieces that the order does not have, or that were
 * refunded before, for an amount over their cost, and as `requestRefund`.
 */
export async function refundLines(
  tx: Tx,
  deps: Pick<PaymentDeps, 'queue' | 'provider'>,
  { id, orderId, lines, withDelivery, amountPence: confirmed, isLimited = false, ...refund }: LineRefund,
): Promise<string | null> {
  const order = await lockOrderForRefund(tx, { id: orderId })
  const known = await tx.selectFrom('private.refunds').select('order_id').where('id', '=', id).executeTakeFirst()
  if (known?.order_id === orderId) return id
  const priced = await priceLines(tx, { orderId, isLimited }, lines)
  const delivery = withDelivery ? await deliveryLeft(tx, orderId) : pence(0)
  const cost = pence(priced.reduce<number>((sum, { amount }) => sum + amount, delivery))
  const amountPence = confirmed ?? (isLimited ? await atMostWhatIsLeft(tx, order, cost) : cost)
  if (amountPence > cost) throw fieldError('amount', `This cost ${formatPence(cost)}. Please look at the order again.`)
  if (amountPence === 0) return null
  await requestRefund(tx, deps, { id, orderId, amountPence, ...refund })
  await storeParts(tx, { id, priced, amountPence })
  return id
}

/** Stores what of a refund's amount is for which pieces; what is over is for delivery. */
async function storeParts(tx: Tx, { id, priced, amountPence }: Parts): Promise<void> {
  let left: number = amountPence
  const parts = priced.map((line) => {
    const amount = pence(Math.min(line.amount, left))
    left -= amount
    return { ...line, refund_id: id, amount: poundsFromPence(amount) }
  })
  const delivery_amount = poundsFromPence(pence(left))
  await tx.updateTable('private.refunds').set({ delivery_amount }).where('id', '=', id).execute()
  if (parts.length > 0) await tx.insertInto('private.refund_lines').values(parts).execute()
}

type Parts = { id: string; priced: readonly PricedPieces[]; amountPence: Pence }

type PricedPieces = LinePieces & { amount: Pence }

async function atMostWhatIsLeft(tx: Tx, { id: orderId, sessionId, ...order }: OrderMoney, cost: Pence): Promise<Pence> {
  const left = sessionId ? await refundableAmount(tx, { ...order, orderId, sessionId }) : 0
  return pence(Math.min(cost, left))
}

async function priceLines(
  tx: Tx,
  { orderId, isLimited }: { orderId: string; isLimited: boolean },
  wanted: readonly LinePieces[],
): Promise<PricedPieces[]> {
  const sold = await tx
    .selectFrom('order_lines')
    .select(['position', 'name', 'quantity', ...penceOf('unit_price', 'discount_amount')])
    .where('order_id', '=', orderId)
    .execute()
  const refunded = await refundedPieces(tx, orderId)
  const priced = wanted.map(({ position, quantity: pieces }) => {
    const line = sold.find((each) => each.position === position)
    if (!line) throw fieldError('lines', 'That garment isn’t in this order.')
    const before = refunded.get(position) ?? 0
    const quantity = isLimited ? Math.min(pieces, Math.max(0, line.quantity - before)) : pieces
    if (quantity > 0 && before + quantity > line.quantity)
      throw fieldError('lines', `${line.name}: these pieces have already been refunded.`)
    const prices = { unitPence: line.unit_price, discountPence: line.discount_amount }
    const amount = amountOfPieces({ ...prices, quantity: line.quantity }, quantity, before)
    return { position, quantity, amount }
  })
  return priced.filter(({ quantity }) => quantity > 0)
}
