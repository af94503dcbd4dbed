import { sql } from 'kysely'
import { amountOfPieces } from '#features/orders/line-amounts.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Pence, pence, penceFromPounds, poundsFromPence } from '#ui/money.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { lockOrderForRefund, refundedPieces } from './lock-order-for-refund.ts'
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
  reason: RefundReason
  note: string | null
  requestedBy: string
}

/**
 * Requests a refund of pieces: what each cost, less its share of the discount as charged. Returns its id; null where the
 * pieces cost nothing. Refuses bad_request for pieces that the order does not have, or that were refunded before, and as
 * `requestRefund`.
 */
export async function refundLines(
  tx: Tx,
  deps: Pick<PaymentDeps, 'queue' | 'provider'>,
  { id, orderId, lines, withDelivery, reason, note, requestedBy }: LineRefund,
): Promise<string | null> {
  await lockOrderForRefund(tx, { id: orderId })
  const known = await tx.selectFrom('private.refunds').select('order_id').where('id', '=', id).executeTakeFirst()
  if (known?.order_id === orderId) return id
  const priced = await priceLines(tx, orderId, lines)
  const delivery = withDelivery ? await deliveryLeft(tx, orderId) : pence(0)
  const amountPence = pence(priced.reduce<number>((sum, { amount }) => sum + amount, delivery))
  if (amountPence === 0) return null
  await requestRefund(tx, deps, { id, orderId, amountPence, reason, note, requestedBy })
  await tx
    .updateTable('private.refunds')
    .set({ delivery_amount: poundsFromPence(delivery) })
    .where('id', '=', id)
    .execute()
  if (priced.length > 0) {
    await tx
      .insertInto('private.refund_lines')
      .values(priced.map((line) => ({ ...line, refund_id: id, amount: poundsFromPence(line.amount) })))
      .execute()
  }
  return id
}

type PricedPieces = LinePieces & { amount: Pence }

async function priceLines(tx: Tx, orderId: string, wanted: readonly LinePieces[]): Promise<PricedPieces[]> {
  const sold = await tx
    .selectFrom('order_lines')
    .select(['position', 'name', 'unit_price', 'quantity', 'discount_amount'])
    .where('order_id', '=', orderId)
    .execute()
  const refunded = await refundedPieces(tx, orderId)
  return wanted.map(({ position, quantity }) => {
    const line = sold.find((each) => each.position === position)
    if (!line) throw badLines('That garment isn’t in this order.')
    const before = refunded.get(position) ?? 0
    if (before + quantity > line.quantity) throw badLines(`${line.name}: these pieces have already been refunded.`)
    const { unit_price, discount_amount } = line
    const prices = { unitPence: penceFromPounds(unit_price), discountPence: penceFromPounds(discount_amount) }
    const amount = amountOfPieces({ ...prices, quantity: line.quantity }, quantity, before)
    return { position, quantity, amount }
  })
}

/** What was charged for delivery and has not been refunded as such. */
async function deliveryLeft(tx: Tx, orderId: string): Promise<Pence> {
  const { rows } = await sql<{ left: string }>`
    select greatest(0, coalesce(placed.shipping_amount, 0) - (select coalesce(sum(refund.delivery_amount), 0)
        from private.refunds as refund where refund.order_id = placed.id and refund.state <> 'failed')) as left
      from public.pre_orders as placed where placed.id = ${orderId}`.execute(tx)
  return penceFromPounds(rows[0]?.left ?? 0)
}

function badLines(message: string): AppError {
  return new AppError('bad_request', message, { details: { field: 'lines' } })
}
