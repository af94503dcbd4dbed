import { sql } from 'kysely'
import type { z } from 'zod'
import { formatPence, pence, poundsFromPence } from '#base/money.ts'
import { refuseUsedUp, returnDiscount } from '#features/discounts/discount-codes.ts'
import { type HandPayment, handPaymentOf } from '#features/orders/hand-payment.ts'
import { isPaid, type ProviderState } from '#features/orders/order-state.ts'
import { leaveOrigin } from '#features/payments/join-on-payment.ts'
import { leaveReturn } from '#features/payments/leave-return.ts'
import { confirmLater, takeByHand } from '#features/payments/take-by-hand.ts'
import { shareSelling } from '#features/settings/read-shop-settings.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { collected } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { dropWaitingEmails } from '#platform/email/outbox.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { assertPreorderStock } from '../assert-preorder-stock.ts'
import { fingerprint, refuseSmallCharge, type Terms } from '../cart-terms.ts'
import type { CheckoutNetwork } from '../checkout-request.ts'
import { lockOrigin, type Origin } from '../joins/join-order.ts'
import { usualLinkDays } from '../links/link-days.ts'
import { addPaymentLink } from '../links/payment-links.ts'
import { addOrder, refuseLaterDay } from '../place-order.ts'
import { refuseHeldWork } from '../refuse-held-work.ts'
import type { addHandOrder, HandQuote, quoteHandOrder } from './hand-order.contract.ts'
import type { LinkDeps } from './terms-by-hand.ts'
import { frozenDelivery, ownNetwork, readTermsByHand, serviceOf } from './terms-by-hand.ts'

type Asked = z.output<typeof quoteHandOrder.request>
type Order = Omit<z.output<typeof addHandOrder.request>, 'joins' | 'payment'> & {
  joins?: Asked['joins']
  payment: HandPayment | 'link'
}

/** What an order by hand costs now, and when it leaves. */
export async function quote(tx: Tx, deps: LinkDeps, asked: Asked): Promise<HandQuote> {
  const origin = asked.joins ? await lockOrigin(tx, { number: asked.joins }) : null
  return quoteOf((await termsFor(tx, deps, { asked, origin })).terms, { service: asked.service, origin })
}

const addMore = 'Please add another garment.'

export type Wares = Pick<Asked, 'items' | 'country' | 'service' | 'discount_code'>

/** The same for a customer who adds the garments to her order. Refuses shop_closed, and amount_too_small. */
export async function quoteWares(
  tx: Tx,
  deps: LinkDeps,
  { asked, origin }: { asked: Wares; origin: Origin },
): Promise<HandQuote> {
  const { terms } = await termsFor(tx, deps, { asked, origin, isByCustomer: true })
  const quoted = quoteOf(terms, { service: asked.service, origin })
  refuseSmallCharge(quoted.total_pence, { provider: deps.provider.name, instead: addMore })
  return quoted
}

/** What an exchange costs, by the rules of the checkout but for its own prices. */
export async function quoteForReturn(
  tx: Tx,
  deps: LinkDeps,
  { asked, exchange }: { asked: Wares; exchange: Exchange },
): Promise<HandQuote> {
  const { origin } = exchange
  const { terms } = await termsFor(tx, deps, { asked, origin, exchange })
  return quoteOf(terms, { service: asked.service, origin })
}

type Placing = {
  asked: Wares
  origin: Origin | null
  giftNote?: string | null | undefined
  isByCustomer?: boolean
  exchange?: Exchange | undefined
}

/** In one parcel all leaves on the later day. */
async function termsFor(
  tx: Tx,
  deps: LinkDeps,
  { asked, origin, giftNote, isByCustomer = false, exchange }: Placing,
): Promise<{ terms: Terms; settings: ShopSettings }> {
  const wares = { ...waresOf(asked), country: origin?.country ?? asked.country }
  const { terms, settings } = await readTermsByHand(tx, { wares, giftNote, isByCustomer, ...contextOf(deps) })
  if (exchange) return { terms: exchange.reprice(terms), settings }
  const day = origin?.day
  return { terms: day && day > terms.dispatchBy ? { ...terms, dispatchBy: day } : terms, settings }
}

function waresOf({ items, country, service, discount_code: discountCode }: Wares) {
  return { items, country, service, discountCode }
}

function contextOf({ settingSources, provider }: LinkDeps) {
  return { settingSources, provider: provider.name }
}

function quoteOf(terms: Terms, { service, origin }: { service: string; origin: Origin | null }): HandQuote {
  const chosen = serviceFor(terms, { service, origin })
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
    services: (origin ? [chosen] : [...services, collected]).map(({ id, label, pricePence }) => ({
      id,
      label,
      price_pence: pricePence,
    })),
    delivery_pence: chosen.pricePence,
    total_pence: subtotal - discount + chosen.pricePence,
    dispatch_by: dispatchBy,
    first_dispatch_by: origin?.day ?? null,
  }
}

/** An exchange travels by the service that its first order had, at no charge. */
function serviceFor(terms: Terms, { service, origin }: { service: string; origin: Origin | null }) {
  if (!origin) return serviceOf(terms, service)
  if (origin.service) return origin.service
  const [usual] = terms.services
  if (!usual) throw new Error('Terms without a delivery service')
  return { ...usual, pricePence: pence(0) }
}

/**
 * Writes down an order by the functions of the checkout: prices, discount, pre-order stock and uses of codes. It is paid
 * at once in cash or by bank transfer, or waits for its payment link. Its confirmation leaves a minute later, for an
 * undo. Returns the order's id. Refuses price_changed for another total and day_changed for a later day than was seen, and
 * what a checkout refuses.
 */
export async function placeByHand(
  tx: Tx,
  deps: LinkDeps,
  order: Order,
  { customer, exchange }: { customer?: AddingCustomer; exchange?: Exchange } = {},
): Promise<{ id: string }> {
  const { request_id: id, service, payment } = order
  // Serialises the presses of one form.
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx)
  const known = await tx.selectFrom('pre_orders').select('id').where('id', '=', id).executeTakeFirst()
  if (known && customer) await refuseElsewhere(tx, { id, origin: customer.origin })
  if (known) return known
  const { queue, provider } = deps
  if (customer) await shareSelling(tx)
  const named = customer?.origin ?? exchange?.origin
  const origin = named ?? (order.joins ? await lockOrigin(tx, { number: order.joins }) : null)
  const isByCustomer = customer !== undefined
  const { terms, settings } = await termsFor(tx, deps, {
    asked: order,
    origin,
    giftNote: order.gift_note,
    isByCustomer,
    exchange,
  })
  const chosen = serviceFor(terms, { service, origin })
  const total = quoteOf(terms, { service, origin }).total_pence
  if (total !== order.total_pence) {
    throw new AppError('price_changed', `It costs ${formatPence(pence(total))} now. Please look at it again.`, {
      status: 409,
    })
  }
  // What was handed over has left.
  if (!order.handed_over) refuseLaterDay(terms, { seen: order.dispatch_by, again: 'Press again' })
  if (payment === 'link') {
    refuseSmallCharge(total, {
      provider: provider.name,
      instead: isByCustomer ? addMore : 'Take it in cash or by bank instead.',
    })
  }
  const network = customer?.network ?? ownNetwork()
  const holding = { lines: terms.lines, network, provider: provider.name, replaces: null }
  await assertPreorderStock(tx, holding)
  if (customer && terms.holdsWork) await refuseHeldWork(tx, { ...holding, capacity: settings.capacity })
  const code = terms.discountCode?.code
  const holdsCode = code ? await refuseUsedUp(tx, { code, cartId: null, network, lock: true }) : false
  const placed = { terms, cartId: null, cartFingerprint: fingerprint(terms), provider: provider.name }
  await addOrder(tx, {
    ...placed,
    id,
    known: knownOf(order, { origin, chosen, total }),
    userId: null,
    network,
    holdsCode,
  })
  if (exchange) {
    const { origin, returnId: return_id } = exchange
    const row = { order_id: id, origin_id: origin.id, return_id, credit: poundsFromPence(terms.discount) }
    await tx.insertInto('private.exchanges').values(row).execute()
  } else if (origin) {
    await tx.insertInto('private.joined_orders').values({ order_id: id, origin_id: origin.id }).execute()
  }
  const recipient = origin?.columns.customer_email ?? order.customer_email
  if (payment === 'link' && !recipient) throw fieldError('payment', 'This order has no e-mail address for a link.')
  if (payment === 'link') {
    await addPaymentLink(tx, queue, { orderId: id, days: order.link_days ?? usualLinkDays })
    return { id }
  }
  await takeByHand(tx, { orderId: id, payment })
  if (order.handed_over) await handOver(tx, id)
  await confirmLater(tx, id)
  return { id }
}

/** An order in the place of what was sent back. `reprice`: its own prices, less what the return is worth. */
export type Exchange = { origin: Origin; returnId: string; reprice: (terms: Terms) => Terms }

/** A customer who adds to her order: what she holds unpaid is bounded per network, as at a checkout. */
type AddingCustomer = { origin: Origin; network: CheckoutNetwork }

/** Refuses conflict for a request whose id is of an order that was not added to this one. */
async function refuseElsewhere(tx: Tx, { id, origin }: { id: string; origin: Origin }): Promise<void> {
  const joined = await tx
    .selectFrom('private.joined_orders')
    .select('order_id')
    .where('order_id', '=', id)
    .where('origin_id', '=', origin.id)
    .executeTakeFirst()
  if (!joined) throw new AppError('conflict', 'This request belongs to another order.')
}

/** The columns of an order that are known before it is paid. */
function knownOf(
  order: Pick<Order, 'customer_name' | 'customer_email' | 'customer_phone' | 'address'>,
  { origin, chosen, total }: { origin: Origin | null; chosen: ReturnType<typeof serviceFor>; total: number },
) {
  return {
    customer_name: order.customer_name,
    customer_email: order.customer_email,
    customer_phone: order.customer_phone ?? null,
    ...order.address,
    ...origin?.columns,
    delivery_options: frozenDelivery(chosen),
    delivery_service: chosen.id,
    shipping_amount: poundsFromPence(chosen.pricePence),
    final_amount: poundsFromPence(pence(total)),
  }
}

/** Nothing of it is to be made or sent. The customer, who has it in hand, gets no e-mail about a delivery. */
async function handOver(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('pre_orders').set({ order_status: 'delivered' }).where('id', '=', id).execute()
  await dropWaitingEmails(tx, id, 'order_delivered')
}

/** How long an order by hand can be taken back. */
const undoMinutes = 10

/**
 * Deletes an order by hand that was written down a moment ago, with what it held. Refuses not_found, and conflict once
 * its e-mail has left, it is begun or refunded, its payment page is open or was paid, other garments were added to it, or
 * ten minutes have passed.
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
    .select(
      sql<boolean>`exists (select from private.joined_orders as joined where joined.origin_id = placed.id)`.as(
        'has_additions',
      ),
    )
    .where('order_number', '=', orderNumber)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw new AppError('not_found', 'There is no order with that number.')
  const isTakenByHand = handPaymentOf(order.payment_provider) !== null
  const isByHand = order.has_link || isTakenByHand
  // The provider has the money of a paid link: deleted, the order could neither be made nor refunded.
  const isPaidByLink = !isTakenByHand && isPaid(order.provider_state as ProviderState)
  if (isPaidByLink || order.has_additions) {
    throw new AppError('conflict', 'This can’t be taken back any more. Cancel the order instead.')
  }
  const isUntouched = order.order_status === 'pending' || order.order_status === 'delivered'
  if (!isByHand || !order.is_new || order.has_refund || !isUntouched || order.provider_state === 'open') {
    throw new AppError('conflict', 'This can’t be taken back any more. Cancel the order instead.')
  }
  if (order.is_known) {
    throw new AppError('conflict', 'The customer has had an e-mail about it, so cancel the order instead.')
  }
  await leaveOrigin(tx, order.id)
  await leaveReturn(tx, order.id)
  await returnDiscount(tx, order.id)
  await dropWaitingEmails(tx, order.id)
  await tx.deleteFrom('pre_orders').where('id', '=', order.id).execute()
}
