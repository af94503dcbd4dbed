import { sql } from 'kysely'
import { formatPence, type Pence, type Pounds, pence, poundsFromPence } from '#base/money.ts'
import { inPence, penceOf } from '#base/sql-money.ts'
import { amountOfPieces, owedForWithdrawn } from '#features/orders/order-lines.ts'
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
  /**
   * Whether the customer withdrew from the pieces, which are cancelled by now: what was refunded for pieces of their line
   * that are still made counts, and no more than is left is refunded. Otherwise pieces refunded before are refused.
   */
  isWithdrawn?: boolean
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
  { id, orderId, lines, withDelivery, amountPence: confirmed, isWithdrawn = false, ...refund }: LineRefund,
): Promise<string | null> {
  const order = await lockOrderForRefund(tx, { id: orderId })
  const known = await tx.selectFrom('private.refunds').select('order_id').where('id', '=', id).executeTakeFirst()
  if (known?.order_id === orderId) return id
  const priced = await priceLines(tx, { orderId, isWithdrawn }, lines)
  const delivery = withDelivery ? await deliveryLeft(tx, orderId) : pence(0)
  const cost = pence(priced.reduce<number>((sum, { amount }) => sum + amount, delivery))
  const amountPence = confirmed ?? (isWithdrawn ? await atMostWhatIsLeft(tx, order, cost) : cost)
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
  { orderId, isWithdrawn }: { orderId: string; isWithdrawn: boolean },
  wanted: readonly LinePieces[],
): Promise<PricedPieces[]> {
  const sold = await tx
    .selectFrom('order_lines')
    .select(['position', 'name', 'quantity', 'cancelled_quantity', ...penceOf('unit_price', 'discount_amount')])
    .where('order_id', '=', orderId)
    .execute()
  const refunded = await refundedPieces(tx, orderId)
  const given = isWithdrawn ? await refundedForLines(tx, orderId) : null
  return wanted.flatMap(({ position, quantity }) => {
    const line = sold.find((each) => each.position === position)
    if (!line) throw fieldError('lines', 'That garment isn’t in this order.')
    const before = refunded.get(position) ?? 0
    const prices = { unitPence: line.unit_price, discountPence: line.discount_amount, quantity: line.quantity }
    if (given) {
      const { pieces = 0, amount = pence(0) } = given.get(position) ?? {}
      const gone = { cancelled: line.cancelled_quantity - quantity, sentBack: before - pieces }
      const owed = owedForWithdrawn(prices, quantity, { ...gone, refunded: amount })
      return owed > 0 ? [{ position, quantity, amount: owed }] : []
    }
    if (before + quantity > line.quantity)
      throw fieldError('lines', `${line.name}: these pieces have already been refunded.`)
    return [{ position, quantity, amount: amountOfPieces(prices, quantity, before) }]
  })
}

/** The pieces and the pence of an order's refunds that name garments, by position. */
async function refundedForLines(tx: Tx, orderId: string): Promise<Map<number, { pieces: number; amount: Pence }>> {
  const { rows } = await sql<{ at: number; pieces: number; amount: Pence }>`
    select line.position::int as at, sum(line.quantity)::int as pieces, ${inPence(sql<Pounds>`sum(line.amount)`)} as amount
      from private.refund_lines line join private.refunds refund on refund.id = line.refund_id
     where refund.order_id = ${orderId} and refund.state <> 'failed' group by line.position`.execute(tx)
  return new Map(rows.map(({ at, ...line }) => [at, line]))
}
