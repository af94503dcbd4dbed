import { type Selectable, sql } from 'kysely'
import { formatDay } from '#base/calendar-day.ts'
import { type Pence, type Pounds, penceFromPounds } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { isKlarnaOffered } from '#features/cart/cart-facts.ts'
import { clothsOf, hasOnlySamples, sizeLabel } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { sizeName } from '#features/catalogue/sizes/size.ts'
import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import { type PaymentDeps, settleOrder } from '#features/payments/settle-order.ts'
import { zoneOf } from '#features/settings/delivery.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import type { SettingSources } from '#features/settings/read-shop-settings.ts'
import { isPosted } from '#features/settings/without-parcel.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { SessionRequest } from '#platform/payments/provider.ts'
import type { TransitDays } from '#shop-defaults'
import type { CheckoutNetwork, CheckoutRequest } from './checkout-request.ts'
import { placeOrder } from './place-order.ts'

export type CheckoutDeps = PaymentDeps & { siteUrl: string }
export type PaymentPage = { url: string; sessionId: string; expiresAt: string }

/**
 * The payment page of a placed order, created unless it exists. Concurrent calls from any number of processes end with
 * one page. Null when the order was closed meanwhile; a page created for it is then closed too. An order whose page the
 * provider refuses for good releases its holds; refuses with the provider's error.
 */
export async function openPage(
  { db, provider, siteUrl }: CheckoutDeps,
  orderId: string,
  cancelUrl = `${siteUrl}/checkout/cancelled`,
): Promise<PaymentPage | null> {
  const placed = await db.asService((tx) => findPaymentRequest(tx, { orderId, siteUrl, cancelUrl }))
  // The shop may have another provider since the order was placed. Nothing is awaited between this and the call.
  if (!placed || placed.provider !== provider.name) return findPage(db, orderId)
  const session = await provider.createSession(placed.request).catch(async (error: unknown) => {
    if (isFinal(error)) await expireOrder(db, orderId, null)
    throw error
  })
  faultPoint('checkout.page-made')
  await db.asService(async (tx) => {
    await tx
      .updateTable('pre_orders')
      .set({
        provider_state: 'open',
        payment_session_id: session.id,
        payment_session_url: session.url,
        payment_session_expires_at: session.expiresAt,
      })
      .where('id', '=', orderId)
      .where('provider_state', '=', 'creating')
      // Set to paid while the page was created.
      .where('payment_status', '<>', 'paid')
      .execute()
    faultPoint('checkout.before-page-commit')
  })
  faultPoint('checkout.page-committed')
  const page = await findPage(db, orderId)
  if (page) return page
  // The cart has a newer order; this page was never shown.
  await provider.expireSession(session.id)
  return null
}

/**
 * Closes an order's payment page after its cart has changed, and releases its holds. A page paid meanwhile stays paid;
 * one whose payment is processing is detached from the cart. The cart can then get a new page.
 */
export async function closePage(paymentDeps: CheckoutDeps, orderId: string): Promise<void> {
  const { db, provider } = paymentDeps
  const order = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['payment_session_id', 'payment_provider'])
      .where('id', '=', orderId)
      .where('provider_state', 'in', ['creating', 'open'])
      .executeTakeFirst(),
  )
  if (!order) return
  const { payment_session_id: sessionId } = order
  if (!sessionId || order.payment_provider !== provider.name) return expireOrder(db, orderId, sessionId)
  const record = await provider.expireSession(sessionId)
  faultPoint('checkout.page-closed')
  if (!record) return expireOrder(db, orderId, sessionId)
  const settled = await settleOrder(paymentDeps, record.id)
  if (settled === 'processing') await db.asService((tx) => detachCart(tx, orderId))
}

/**
 * Marks an order expired whose page cannot be paid: it was never shown, or its provider is no longer configured.
 * `sessionId`: the page read before, or null; an order that has another page by now stays open.
 */
export function expireOrder(db: Db, orderId: string, sessionId: string | null): Promise<void> {
  return db.asService(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('pre_orders')
      .set({ provider_state: 'expired' })
      .where('id', '=', orderId)
      .where('provider_state', 'in', ['creating', 'open'])
      .where('payment_session_id', 'is not distinct from', sessionId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) await releaseDiscount(tx, orderId)
  })
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'payment_refused' || error.code === 'amount_too_small')
}

async function detachCart(tx: Parameters<typeof releaseDiscount>[0], orderId: string): Promise<void> {
  await tx.updateTable('pre_orders').set({ cart_id: null }).where('id', '=', orderId).execute()
}

/** The page of an order that has one; a paid order's page says so. */
async function findPage(db: Db, orderId: string): Promise<PaymentPage | null> {
  const row = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['payment_session_id', 'payment_session_url', 'payment_session_expires_at'])
      .where('id', '=', orderId)
      .where('provider_state', 'not in', ['creating', 'expired', 'failed'])
      .executeTakeFirst(),
  )
  const { payment_session_id: sessionId, payment_session_url: url, payment_session_expires_at: expiresAt } = row ?? {}
  return sessionId && url && expiresAt ? { sessionId, url, expiresAt: expiresAt.toISOString() } : null
}

export type PaymentStart = {
  request: CheckoutRequest
  settingSources: SettingSources
  /** Whether the order is a trial by an administrator, which a pause does not stop. */
  isTrial?: boolean
  userId: string | null
  network: CheckoutNetwork
}

/** Attempts to get past the open orders of other tabs. */
const rounds = 6

/**
 * From a cart to its payment page. A cart (`cartId`) has one open page: the same cart gets the same page, a changed
 * cart closes the old one first. Without a `cartId` every call creates a page. Refuses what `placeOrder` refuses, and
 * busy.
 */
export function beginPayment(paymentDeps: CheckoutDeps, beginning: PaymentStart): Promise<PaymentPage> {
  // The provider's rate limit comes first: a placed order without a page would hold its code and pieces for nothing.
  const begin = () => beginThrottled(paymentDeps, beginning)
  return paymentDeps.provider.inTurn?.(begin) ?? begin()
}

async function beginThrottled(paymentDeps: CheckoutDeps, beginning: PaymentStart): Promise<PaymentPage> {
  const { db, provider } = paymentDeps
  for (let round = 0; round < rounds; round += 1) {
    const placed = await db.asService((tx) => placeOrder(tx, { ...beginning, provider: provider.name }))
    if (placed.order === 'new') faultPoint('checkout.order-committed')
    if (placed.order === 'other') {
      await closePage(paymentDeps, placed.id)
      continue
    }
    const page = await openPage(paymentDeps, placed.id)
    if (page) return page
  }
  throw new AppError('busy', 'Your cart is being checked out in another window. Please try again in a moment.')
}

/**
 * The provider request of an order, built from its rows alone: a retry after a crash sends the same request under the
 * same idempotency key and gets the same payment page. Null unless the order has no page yet.
 */
async function findPaymentRequest(
  tx: Tx,
  { orderId, siteUrl, cancelUrl }: { orderId: string; siteUrl: string; cancelUrl: string },
): Promise<{ provider: string; request: SessionRequest } | null> {
  const order = await tx
    .selectFrom('pre_orders')
    .leftJoin('private.payment_links as link', 'link.order_id', 'pre_orders.id')
    .select(['id', 'order_number', 'discount_code', 'discount_percent', 'deliver_to', 'payable_countries', 'gift_note'])
    .select('payment_provider')
    .select(['link.page', 'link.page_ends_at', 'customer_email'])
    .select([
      'created_at',
      'delivery_options',
      'payment_session_expires_at',
      sql<string>`dispatch_by::text`.as('dispatch_by'),
      ...penceOf('discount_amount'),
    ])
    .where('id', '=', orderId)
    .where('provider_state', '=', 'creating')
    .where('payment_status', '<>', 'paid')
    .executeTakeFirst()
  // An order with a link has a page for each claim of the link, any other order one.
  const expiresAt = order?.page_ends_at ?? order?.payment_session_expires_at
  if (!order || !expiresAt) return null
  const lines = await tx
    .selectFrom('order_lines')
    .select(['name', 'size', 'quantity', 'image_url', 'is_preorder', 'height_cm', 'heel_cm', ...penceOf('unit_price')])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const options = order.delivery_options as FrozenDelivery[]
  const dispatchBy = new Date(order.dispatch_by)
  const request: SessionRequest = {
    orderId,
    orderNumber: order.order_number,
    lines: lines.map((line) => ({
      name: line.name,
      size: line.size,
      ...((clothsOf(line.size) || sizeName(line.size) !== line.size) && { detail: sizeLabel(line.size) }),
      facts: [sizeLabel(line.size), ...(line.height_cm ? [heightLabel(line.height_cm, line.heel_cm)] : [])],
      unitPence: line.unit_price,
      quantity: line.quantity,
      imageUrl: line.image_url,
    })),
    discount: discountOf(order),
    deliveryOptions: options.filter(isPosted).map(({ id, label, price, transit, transitDays }) => ({
      id,
      label,
      pricePence: penceFromPounds(price),
      transit,
      ...(transitDays && { arrives: `with you by ${formatDay(arriveBy(dispatchBy, transitDays), order.created_at)}` }),
    })),
    countries: payableCountries(order),
    idempotencyKey: order.page ? `${orderId}.${order.page}` : orderId,
    expiresAt,
    ...(order.customer_email !== null && { email: order.customer_email }),
    successUrl: `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl,
    dispatchNote: hasOnlySamples(lines)
      ? `Fabric samples: posted by ${formatDay(dispatchBy, order.created_at)}, in a letter.`
      : `${madeHow(lines)}: dispatched by ${formatDay(dispatchBy, order.created_at)}, in one parcel.`,
    giftNote: order.gift_note,
    withoutKlarna: !isKlarnaOffered(dispatchBy, order.created_at),
  }
  return { provider: order.payment_provider, request }
}

/** Of an exchange, what its return is worth. */
function discountOf(
  order: Pick<Selectable<Tables['pre_orders']>, 'discount_code' | 'discount_percent'> & { discount_amount: Pence },
) {
  const { discount_code: code, discount_percent: percent, discount_amount: amountPence } = order
  if (code) return { label: `Discount ${code} (${percent}%)`, amountPence }
  return amountPence > 0 ? { label: 'What you returned', amountPence } : null
}

/** The countries offered when the order was placed; an order placed by an earlier version has its zone's. */
function payableCountries(order: { deliver_to: string; payable_countries: string[] | null }): string[] {
  if (order.payable_countries) return order.payable_countries
  const zone = zoneOf(order.deliver_to)?.countries ?? []
  return [order.deliver_to, ...zone.filter((country) => country !== order.deliver_to)]
}

/** An entry of `delivery_options`; `transitDays` is missing in orders placed by an earlier version. */
type FrozenDelivery = { id: string; label: string; price: Pounds; transit: string; transitDays?: TransitDays }

function madeHow(lines: readonly { is_preorder: boolean }[]): string {
  const count = lines.filter((line) => line.is_preorder).length
  if (count === 0) return 'Made to order'
  return count === lines.length ? 'Pre-order' : 'Made to order, partly on pre-order'
}
