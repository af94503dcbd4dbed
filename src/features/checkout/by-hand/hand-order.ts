import { sql } from 'kysely'
import type { z } from 'zod'
import { formatPence, pence, poundsFromPence } from '#base/money.ts'
import { refuseUsedUp, returnDiscount } from '#features/discounts/discount-codes.ts'
import { handPaymentOf } from '#features/orders/hand-payment.ts'
import { takeByHand } from '#features/payments/take-by-hand.ts'
import { collected } from '#features/settings/delivery.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { assertPreorderStock } from '../assert-preorder-stock.ts'
import { fingerprint, type Terms } from '../cart-terms.ts'
import { usualLinkDays } from '../links/link-days.ts'
import { addPaymentLink } from '../links/payment-links.ts'
import { addOrder } from '../place-order.ts'
import type { addHandOrder, HandQuote, quoteHandOrder } from './hand-order.contract.ts'
import type { LinkDeps } from './terms-by-hand.ts'
import { frozenDelivery, ownNetwork, readTermsByHand, serviceOf } from './terms-by-hand.ts'

type Asked = z.output<typeof quoteHandOrder.request>
type Order = z.output<typeof addHandOrder.request>

/** What an order by hand costs now, and when it leaves. */
export async function quote(tx: Tx, deps: LinkDeps, asked: Asked): Promise<HandQuote> {
  const terms = await readTermsByHand(tx, { wares: waresOf(asked), ...contextOf(deps) })
  return quoteOf(terms, asked.service)
}

function waresOf({ items, country, service, discount_code: discountCode }: Asked) {
  return { items, country, service, discountCode }
}

function contextOf({ settingSources, provider }: LinkDeps) {
  return { settingSources, provider: provider.name }
}

function quoteOf(terms: Terms, service: string): HandQuote {
  const chosen = serviceOf(terms, service)
  const { lines, subtotal, discount, services, dispatchBy } = terms
  return {
    lines: lines.map(({ name, size, quantity, unitPence }) => ({
      name,
      size,
      quantity,
      unit_pence: unitPence,
      total_pence: unitPence * quantity,
    })),
    subtotal_pence: subtotal,
    discount_pence: discount,
    services: [...services, collected].map(({ id, label, pricePence }) => ({ id, label, price_pence: pricePence })),
    delivery_pence: chosen.pricePence,
    total_pence: subtotal - discount + chosen.pricePence,
    dispatch_by: dispatchBy,
  }
}

/**
 * Writes down an order by the functions of the checkout: prices, discount, pre-order stock and uses of codes. It is paid
 * at once in cash or by bank transfer, or waits for its payment link. Its confirmation leaves a minute later, for an
 * undo. Returns the order's id. Refuses price_changed for another total than the owner saw, and what a checkout refuses.
 */
export async function placeByHand(tx: Tx, deps: LinkDeps, order: Order): Promise<{ id: string }> {
  const { request_id: id, service, payment } = order
  // Serialises the presses of one form.
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx)
  const known = await tx.selectFrom('pre_orders').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return known
  const { queue, provider } = deps
  const terms = await readTermsByHand(tx, { wares: waresOf(order), giftNote: order.gift_note, ...contextOf(deps) })
  const chosen = serviceOf(terms, service)
  const total = quoteOf(terms, service).total_pence
  if (total !== order.total_pence) {
    throw new AppError('price_changed', `It costs ${formatPence(pence(total))} now. Please look at it again.`, {
      status: 409,
    })
  }
  const network = ownNetwork()
  await assertPreorderStock(tx, { lines: terms.lines, network, provider: provider.name, replaces: null })
  const code = terms.discountCode?.code
  const holdsCode = code ? await refuseUsedUp(tx, { code, cartId: null, network, lock: true }) : false
  const placed = { terms, cartId: null, cartFingerprint: fingerprint(terms), provider: provider.name }
  await addOrder(tx, { ...placed, id, userId: null, network, holdsCode })
  await tx
    .updateTable('pre_orders')
    .set({
      customer_name: order.customer_name,
      customer_email: order.customer_email,
      customer_phone: order.customer_phone ?? null,
      ...order.address,
      delivery_options: frozenDelivery(chosen),
      delivery_service: chosen.id,
      shipping_amount: poundsFromPence(chosen.pricePence),
      final_amount: poundsFromPence(pence(total)),
    })
    .where('id', '=', id)
    .execute()
  if (payment === 'link') {
    await addPaymentLink(tx, queue, { orderId: id, days: order.link_days ?? usualLinkDays })
    return { id }
  }
  await takeByHand(tx, { orderId: id, payment })
  if (order.handed_over) await handOver(tx, id)
  await dropOwnerEmail(tx, id)
  if (order.customer_email) await queueConfirmationLater(tx, { id, recipient: order.customer_email })
  return { id }
}

/** Nothing of it is to be made or sent. The customer, who has it in hand, gets no e-mail about a delivery. */
async function handOver(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('pre_orders').set({ order_status: 'delivered' }).where('id', '=', id).execute()
  await drop(tx, id, 'order_delivered')
}

/** The owner wrote it down herself. */
function dropOwnerEmail(tx: Tx, id: string): Promise<void> {
  return drop(tx, id, 'owner_order_paid')
}

async function drop(tx: Tx, orderId: string, kind: string): Promise<void> {
  await tx
    .updateTable('private.outbox')
    .set({ state: 'dropped' })
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .execute()
}

/** As `queueOrderConfirmation`, a minute later. */
async function queueConfirmationLater(tx: Tx, { id, recipient }: { id: string; recipient: string }): Promise<void> {
  await sql`select private.queue_email('order_confirmation', ${id}, ${recipient}, '{}'::jsonb, ${id},
    now() + interval '1 minute')`.execute(tx)
}

/** How long an order by hand can be taken back. */
const undoMinutes = 10

/**
 * Deletes an order by hand that was written down a moment ago, with what it held. Refuses not_found, and conflict once
 * its e-mail has left, it is begun or refunded, its payment page is open, or ten minutes have passed.
 */
export async function undoByHand(tx: Tx, orderNumber: string): Promise<void> {
  const order = await tx
    .selectFrom('pre_orders as placed')
    .select(['id', 'payment_provider', 'provider_state', 'order_status', 'ready_at'])
    .select(sql<boolean>`created_at > shop_now() - ${undoMinutes} * interval '1 minute'`.as('is_new'))
    .select(
      sql<boolean>`exists (select from private.outbox as email where email.order_id = placed.id
        and email.state in ('sending', 'sent'))`.as('is_known'),
    )
    .select(
      sql<boolean>`exists (select from private.refunds as refund where refund.order_id = placed.id)`.as('has_refund'),
    )
    .select(
      sql<boolean>`exists (select from private.payment_links as link where link.order_id = placed.id)`.as('has_link'),
    )
    .where('order_number', '=', orderNumber)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw new AppError('not_found', 'There is no order with that number.')
  const isByHand = order.has_link || handPaymentOf(order.payment_provider) !== null
  const isUntouched = order.order_status === 'pending' || order.order_status === 'delivered'
  if (!isByHand || !order.is_new || order.has_refund || !isUntouched || order.provider_state === 'open') {
    throw new AppError('conflict', 'This can’t be taken back any more. Cancel the order instead.')
  }
  if (order.is_known) {
    throw new AppError('conflict', 'The customer has had an e-mail about it, so cancel the order instead.')
  }
  await returnDiscount(tx, order.id)
  await tx
    .updateTable('private.outbox')
    .set({ state: 'dropped' })
    .where('order_id', '=', order.id)
    .where('state', '=', 'waiting')
    .execute()
  await tx.deleteFrom('pre_orders').where('id', '=', order.id).execute()
}
