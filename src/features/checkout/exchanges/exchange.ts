import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { formatPence, type Pence, pence, sumPence } from '#base/money.ts'
import { splitDiscount } from '#features/discounts/discount.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { listReturns, lockReturn, type OwnerReturn } from '#features/orders/returns/admin/owner-returns.ts'
import { delayRefund } from '#features/payments/leave-return.ts'
import { lockOrderForRefund } from '#features/payments/refunds/lock-order-for-refund.ts'
import { refundAcross } from '#features/payments/refunds/refund-across.ts'
import { collected } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { paymentProviders } from '#platform/payments/providers.ts'
import { type Exchange, placeByHand, quoteForReturn, type Wares } from '../by-hand/hand-order.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import type { Terms } from '../cart-terms.ts'
import type { Origin } from '../joins/join-order.ts'
import type { ExchangeQuote, exchangeReturn, quoteExchange } from './exchange.contract.ts'

type Asked = z.output<typeof quoteExchange.request>
type Order = z.output<typeof exchangeReturn.request>

/** What an exchange costs now, and when it leaves. Refuses as `lockExchange`, and what a checkout refuses. */
export async function quoteReturn(tx: Tx, deps: LinkDeps, asked: Asked): Promise<ExchangeQuote> {
  return quoteOf(tx, deps, { asked, found: await lockExchange(tx, asked) })
}

/** `serviceId`: the delivery service of the first order. */
type Found = Exchange & { worthPence: Pence; serviceId: string }

async function quoteOf(
  tx: Tx,
  deps: LinkDeps,
  { asked, found }: { asked: Pick<Asked, 'items'>; found: Found },
): Promise<ExchangeQuote> {
  const { worthPence, serviceId, origin } = found
  const wares: Wares = { items: asked.items, country: origin.country, service: serviceId, discount_code: null }
  const { first_dispatch_by: _, ...quote } = await quoteForReturn(tx, deps, { asked: wares, exchange: found })
  return { ...quote, worth_pence: worthPence, difference_pence: quote.subtotal_pence - worthPence }
}

/**
 * Exchanges a return: writes an order in its place, of which the return pays as much as it is worth. What is due is paid
 * by link, in cash or by bank transfer; what the return is worth more is refunded, a minute later. The order's e-mail
 * leaves a minute later, too, for an undo. Returns the order's id. Refuses as `lockExchange`, price_changed for another
 * difference than the owner saw, and what a checkout refuses.
 */
export async function placeExchange(
  tx: Tx,
  deps: LinkDeps,
  { id, version, request_id: requestId, payment, difference_pence: seen, ...order }: Order,
  requestedBy: string,
): Promise<{ id: string }> {
  // Serialises the presses of one form.
  await sql`select pg_advisory_xact_lock(hashtextextended(${requestId}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('private.exchanges')
    .select('return_id')
    .where('order_id', '=', requestId)
    .executeTakeFirst()
  if (known?.return_id === id) return { id: requestId }
  if (known || (await isTaken(tx, requestId))) throw new AppError('conflict', 'This request belongs to another order.')
  const found = await lockExchange(tx, { id, version })
  const quote = await quoteOf(tx, deps, { asked: order, found })
  const difference = quote.difference_pence
  if (difference !== seen) {
    throw new AppError('price_changed', 'The difference has changed. Please look at it again.', { status: 409 })
  }
  const { smallestChargePence } = paymentProviders[deps.provider.name]
  if (payment === 'link' && difference > 0 && difference < smallestChargePence) {
    const least = formatPence(pence(smallestChargePence))
    throw fieldError('payment', `A card payment is at least ${least}. Please choose cash or a bank transfer.`)
  }
  await placeByHand(
    tx,
    deps,
    {
      ...order,
      request_id: requestId,
      country: found.origin.country,
      service: found.serviceId,
      discount_code: null,
      customer_name: '',
      customer_email: null,
      address: null,
      payment: difference > 0 ? payment : 'exchange',
      handed_over: false,
      total_pence: Math.max(0, difference),
    },
    { exchange: found },
  )
  const refundId = difference < 0 ? randomUUID() : null
  if (refundId) {
    const note = 'The difference of an exchange'
    const refund = { id: refundId, orderId: found.origin.id, amountPence: pence(-difference), note, requestedBy }
    await refundAcross(tx, deps, { ...refund, reason: 'returned' })
    await delayRefund(tx, refundId)
  }
  await tx
    .updateTable('private.returns')
    .set({ state: 'exchanged', settled_at: sql<Date>`public.shop_now()`, refund_id: refundId })
    .where('id', '=', id)
    .execute()
  return { id: requestId }
}

async function isTaken(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('pre_orders').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/**
 * A return that can be exchanged, with its order and what it is worth; both are locked until `tx` ends. Refuses as
 * `lockReturn`, and conflict for one that was exchanged before, of what has not left, of an order whose payment a bank
 * holds, and where nothing of the payment is left.
 */
async function lockExchange(tx: Tx, { id, version }: Pick<Asked, 'id' | 'version'>): Promise<Found> {
  const { orderId } = await lockReturn(tx, { id, version, next: 'exchanged' })
  const { number, isWithBank, status } = await lockOrderForRefund(tx, { id: orderId })
  const declared = (await listReturns(tx, number)).returns.find((each) => each.id === id)
  if (!declared) throw new AppError('not_found', 'This return doesn’t exist.')
  if (declared.exchange) {
    throw new AppError(
      'conflict',
      `This return was exchanged for order ${declared.exchange} before, which has ended. Please refund it, or send that order’s payment link again.`,
    )
  }
  if (isBeforeDispatch(status) && !(await hasLeft(tx, id))) {
    throw new AppError('conflict', 'This hasn’t been posted. Please change the size in the order instead.')
  }
  if (isWithBank) {
    throw new AppError('conflict', 'The customer has disputed this payment, so their bank decides who gets the money.')
  }
  if (declared.worth_pence === 0) {
    throw new AppError('conflict', 'What this return cost has been refunded already, so there’s nothing to exchange.')
  }
  const { serviceId, ...origin } = await readOrigin(tx, orderId)
  return {
    origin,
    serviceId,
    returnId: id,
    worthPence: declared.worth_pence,
    reprice: (terms) => reprice(terms, declared),
  }
}

/** Whether what a return names has left in a parcel of an order that is not sent as a whole. */
async function hasLeft(tx: Tx, returnId: string): Promise<boolean> {
  const kept = await tx
    .selectFrom('private.return_lines as piece')
    .select('line_id')
    .where('return_id', '=', returnId)
    .where(
      sql<boolean>`piece.quantity > (select coalesce(sum(part.quantity), 0) from private.parcel_lines as part
        where part.line_id = piece.line_id)`,
    )
    .executeTakeFirst()
  return kept === undefined
}

async function readOrigin(tx: Tx, id: string): Promise<Origin & { serviceId: string }> {
  const { order_number, deliver_to, delivery_service, shipping_country, ...columns } = await tx
    .selectFrom('pre_orders')
    .select(['order_number', 'deliver_to', 'delivery_service', 'user_id'])
    .select(['customer_name', 'customer_email', 'customer_phone'])
    .select(['shipping_address', 'shipping_city', 'shipping_postcode', 'shipping_country'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isCollected = delivery_service === collected.id
  return {
    id,
    number: order_number,
    day: null,
    country: shipping_country ?? deliver_to,
    serviceId: delivery_service ?? '',
    service: isCollected ? collected : null,
    columns: { ...columns, shipping_country, notes: `Exchange for a return of order ${order_number}.` },
  }
}

/**
 * The garments of an exchange: pieces of a garment that is sent back cost what was paid for them, all others their price
 * of today. The return pays for them as far as it is worth as much.
 */
function reprice(terms: Terms, { lines: returned, worth_pence: worth }: OwnerReturn): Terms {
  const paid = new Map<string, Pence[]>()
  for (const line of returned) {
    paid.set(line.product_id, [...(paid.get(line.product_id) ?? []), ...pricesOf(line.worth_pence, line.quantity)])
  }
  const lines = terms.lines.flatMap((line) => {
    const known = paid.get(line.productId)?.splice(0, line.quantity) ?? []
    const prices = Array.from({ length: line.quantity }, (_, index) => known[index] ?? line.unitPence)
    return [...new Set(prices)].map((unitPence) => ({
      ...line,
      unitPence,
      quantity: prices.filter((price) => price === unitPence).length,
    }))
  })
  const amounts = lines.map(({ unitPence, quantity }) => pence(unitPence * quantity))
  const subtotal = sumPence(amounts)
  const discount = pence(Math.min(worth, subtotal))
  const parts = splitDiscount(amounts, discount)
  return {
    ...terms,
    lines: lines.map((line, index) => ({ ...line, discount: parts[index] ?? pence(0) })),
    subtotal,
    discount,
  }
}

/** An amount as the prices of so many pieces, which differ by a penny at most. */
function pricesOf(amount: Pence, pieces: number): Pence[] {
  const least = Math.floor(amount / pieces)
  const over = amount - least * pieces
  return Array.from({ length: pieces }, (_, index) => pence(index < over ? least + 1 : least))
}
