import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import { type PaymentDeps, settleOrder } from '#features/payments/settle-order.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { Zone } from '#shop'
import type { CheckoutNetwork, CheckoutRequest } from './checkout-request.ts'
import { findPaymentRequest } from './payment-request.ts'
import { placeOrder } from './place-order.ts'

export type CheckoutDeps = PaymentDeps & { siteUrl: string }
export type PaymentPage = { url: string; sessionId: string }

/**
 * The payment page of an order that was placed: made now, or the one that is there. Any number of calls, from any
 * number of programs, end with one page. Null when the order was closed meanwhile; a page made for it is closed too.
 * An order whose page the provider refuses, and would refuse again, gives back what it holds; refuses the same.
 */
export async function openPage({ db, provider, siteUrl }: CheckoutDeps, orderId: string): Promise<PaymentPage | null> {
  const request = await db.asService((tx) => findPaymentRequest(tx, orderId, siteUrl))
  if (!request) return findPage(db, orderId)
  const session = await provider.createSession(request).catch(async (error: unknown) => {
    if (isFinal(error)) await giveUp(db, orderId, null)
    throw error
  })
  faultPoint('checkout.page-made')
  await db.asService(async (tx) => {
    await tx
      .updateTable('pre_orders')
      .set({
        payment_state: 'open',
        payment_session_id: session.id,
        payment_session_url: session.url,
        payment_session_expires_at: session.expiresAt,
      })
      .where('id', '=', orderId)
      .where('payment_state', '=', 'creating')
      .execute()
    faultPoint('checkout.before-page-commit')
  })
  faultPoint('checkout.page-committed')
  const page = await findPage(db, orderId)
  if (page) return page
  // The cart went on to another order while this page was being made: nobody was shown it.
  await provider.expireSession(session.id)
  return null
}

/**
 * Closes an order's payment page, because its cart has changed, and gives back what it held. A page that was paid
 * meanwhile stays paid, and one whose payment is on its way is let go of: either way the cart may have a new one.
 */
export async function closePage(paying: CheckoutDeps, orderId: string): Promise<void> {
  const { db, provider } = paying
  const order = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['payment_session_id', 'payment_provider'])
      .where('id', '=', orderId)
      .where('payment_state', 'in', ['creating', 'open'])
      .executeTakeFirst(),
  )
  if (!order) return
  const { payment_session_id: sessionId } = order
  if (!sessionId || order.payment_provider !== provider.name) return giveUp(db, orderId, sessionId)
  const record = await provider.expireSession(sessionId)
  faultPoint('checkout.page-closed')
  if (!record) return giveUp(db, orderId, sessionId)
  const settled = await settleOrder(paying, record.id)
  if (settled === 'processing') await db.asService((tx) => letGoOfCart(tx, orderId))
}

/**
 * Marks an order expired whose page cannot be paid: it was never shown, or its provider is gone. `sessionId`: the page it
 * was seen with, or null; if it has another one by now, somebody was shown that, and nothing happens.
 */
export function giveUp(db: Db, orderId: string, sessionId: string | null): Promise<void> {
  return db.asService(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('pre_orders')
      .set({ payment_state: 'expired' })
      .where('id', '=', orderId)
      .where('payment_state', 'in', ['creating', 'open'])
      .where('payment_session_id', 'is not distinct from', sessionId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) await releaseDiscount(tx, orderId)
  })
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'payment_refused' || error.code === 'amount_too_small')
}

async function letGoOfCart(tx: Parameters<typeof releaseDiscount>[0], orderId: string): Promise<void> {
  await tx.updateTable('pre_orders').set({ cart_id: null }).where('id', '=', orderId).execute()
}

/** The page of an order that has one. A paid order's page says that it is paid. */
async function findPage(db: Db, orderId: string): Promise<PaymentPage | null> {
  const row = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['payment_session_id', 'payment_session_url'])
      .where('id', '=', orderId)
      .where('payment_state', 'not in', ['creating', 'expired', 'failed'])
      .executeTakeFirst(),
  )
  const { payment_session_id: sessionId, payment_session_url: url } = row ?? {}
  return sessionId && url ? { sessionId, url } : null
}

export type Beginning = {
  request: CheckoutRequest
  zones: readonly Zone[]
  userId: string | null
  network: CheckoutNetwork
}

/** A cart that changes faster than pages can be closed is being pressed in several tabs at once. */
const rounds = 6

/**
 * From a cart to its payment page. A cart (`cartId`) has one open page: the same press gives the same page, a changed
 * cart closes the old page first. Without a `cartId` every call makes a page. Refuses what `placeOrder` refuses, and busy.
 */
export function beginPayment(paying: CheckoutDeps, beginning: Beginning): Promise<PaymentPage> {
  // First the turn, then the order: one that nobody can pay for now would hold its code and units for nothing.
  const begin = () => begunInTurn(paying, beginning)
  return paying.provider.inTurn?.(begin) ?? begin()
}

async function begunInTurn(paying: CheckoutDeps, beginning: Beginning): Promise<PaymentPage> {
  const { db, provider } = paying
  for (let round = 0; round < rounds; round += 1) {
    const placed = await db.asService((tx) => placeOrder(tx, { ...beginning, provider: provider.name }))
    if (placed.order === 'new') faultPoint('checkout.order-committed')
    if (placed.order === 'other') {
      await closePage(paying, placed.id)
      continue
    }
    const page = await openPage(paying, placed.id)
    if (page) return page
  }
  throw new AppError('busy', 'Your cart is being checked out in another window. Please try again in a moment.')
}
