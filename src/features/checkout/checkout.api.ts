import type { Context, Hono } from 'hono'
import { pence } from '#base/money.ts'
import { type CartDays, cartDays } from '#features/cart/cart-days.ts'
import { getUsableDiscount, refuseUsedUp } from '#features/discounts/discount-codes.ts'
import { isPaid, type ProviderState } from '#features/orders/order-state.ts'
import { type PaymentDeps, settleOrder } from '#features/payments/settle-order.ts'
import { readShopSettings, type SettingSources } from '#features/settings/read-shop-settings.ts'
import { orderedFrom } from '#features/settings/selling.ts'
import { requireRole } from '#platform/auth/require-role.ts'
import { type Db, readShopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { isLoopback } from '#platform/http/server/request-path.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { type CartDaysRequest, readCartDays } from './cart-days.contract.ts'
import { createCheckout, type PaymentStatus, readCheckoutStatus } from './checkout.contract.ts'
import { type CheckoutNetwork, type CheckoutRequest, readNetwork } from './checkout-request.ts'
import { beginPayment, type CheckoutDeps, type PaymentPage, type PaymentStart } from './payment-page.ts'
import { openOrderOf } from './place-order.ts'
import { knownSubtotal, readMakings } from './price-cart.ts'

const checkouts: Rate = { perMinute: 30 }
/** Counts invalid codes only, which limits guessing without blocking a customer who has a valid code. */
const wrongCodes: Rate = { max: 20, perSeconds: 600 }
const statuses: Rate = { perMinute: 120 }
const days: Rate = { perMinute: 120 }

/** `networkSecret` keys the network hash that counts the unpaid pieces of limited garments and uses of limited codes. */
export type CheckoutApi = CheckoutDeps & { networkSecret: string; settingSources?: SettingSources }

/** From a cart to a paid order. */
export function checkoutApi({ settingSources = {}, networkSecret, ...paymentDeps }: CheckoutApi): Hono<Env> {
  let hasWarned = false
  return endpoints(
    handle(createCheckout, async ({ c, claims, body: request }) => {
      faultPoint('checkout.received')
      if (request.validateOnly) {
        const network = readNetwork(c, networkSecret)
        const percent = await limitCodeGuesses(c, request, () => getDiscountPercent(paymentDeps, request, network))
        return { discount: percent }
      }
      await takeToken(c, 'checkout', checkouts)
      const userId = claims.role === 'authenticated' ? (claims.sub ?? null) : null
      const network = readNetwork(c, networkSecret)
      if (network.isShared && !hasWarned) {
        hasWarned = true
        c.var.log.warn('a proxy that TRUST_PROXY does not declare is in front: all customers count as one network')
      }
      const beginning = { request, settingSources, userId, network }
      const page = await limitCodeGuesses(c, request, () => beginAsCaller(c, paymentDeps, beginning))
      return { ...page, url: withRequestHost(c, page.url, paymentDeps.siteUrl) }
    }),
    handle(readCartDays, async ({ c, db, body }) => {
      await takeToken(c, 'cart-days', days)
      return { days: await db.asService((tx) => readDaysOfCart(tx, body, settingSources)) }
    }),
    handle(readCheckoutStatus, async ({ c, query: { session_id: sessionId } }) => {
      await takeToken(c, 'checkout-status', statuses)
      const status = await checkoutStatus(paymentDeps, { sessionId, isUrgent: () => isUrgent(c, sessionId) })
      return { status }
    }),
  )
}

/** The days of a cart as checkout would promise them now, or once the shop sells again; null where a line is not sold. */
async function readDaysOfCart(
  tx: Tx,
  { items, cartId }: CartDaysRequest,
  sources: SettingSources,
): Promise<CartDays | null> {
  const makings = await readMakings(tx, items)
  if (!makings) return null
  const open = cartId ? await openOrderOf(tx, cartId).executeTakeFirst() : null
  const settings = await readShopSettings(tx, sources, { replaces: open?.id ?? null, isShown: true })
  const now = await readShopNow(tx)
  return cartDays(makings, orderedFrom(settings, now), settings)
}

/** As `beginPayment`; while the shop is closed, an administrator may still try an order. */
async function beginAsCaller(c: Context<Env>, deps: CheckoutDeps, beginning: PaymentStart): Promise<PaymentPage> {
  try {
    return await beginPayment(deps, beginning)
  } catch (error) {
    const isClosed = error instanceof AppError && error.code === 'shop_closed'
    if (!isClosed || !(await isAdministrator(deps.db, c))) throw error
    return beginPayment(deps, { ...beginning, isTrial: true })
  }
}

async function isAdministrator(db: Db, c: Context<Env>): Promise<boolean> {
  try {
    await requireRole(db, c, 'administrators')
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The percentage of a code for the cart's known lines. Refuses discount_invalid. */
function getDiscountPercent(
  { db }: CheckoutDeps,
  { discountCode, items, cartId }: CheckoutRequest,
  network: CheckoutNetwork,
): Promise<number> {
  return db.asService(async (tx) => {
    const subtotal = items.length > 0 ? pence(await knownSubtotal(tx, items)) : null
    const { code, percent } = await getUsableDiscount(tx, { typed: discountCode ?? '', subtotal })
    await refuseUsedUp(tx, { code, cartId: cartId ?? null, network })
    return percent
  })
}

async function takeToken(c: Context<Env>, bucket: string, rate: Rate): Promise<void> {
  if (await c.var.rateLimiter.consume(bucket, limitKey(c.var.clientIp), rate)) return
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a moment and try again.')
}

/** Every code consumes a token before it is checked, and a valid one refunds it, so parallel guesses gain nothing. */
async function limitCodeGuesses<T>(c: Context<Env>, request: CheckoutRequest, work: () => Promise<T>): Promise<T> {
  if (!request.discountCode?.trim()) return work()
  await takeToken(c, 'discount', wrongCodes)
  const refund = () => c.var.rateLimiter.refundToken('discount', limitKey(c.var.clientIp), wrongCodes)
  try {
    const result = await work()
    await refund()
    return result
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'discount_invalid')) await refund()
    throw error
  }
}

/**
 * In development the shop answers `localhost` and `127.0.0.1`, and the browser stores a cart for each: the payment page
 * keeps the host of the request. Outside loopback the request's host is never used.
 */
function withRequestHost(c: Context<Env>, url: string, siteUrl: string): string {
  const { origin, host } = new URL(c.req.url)
  const isLocal = isLoopback(host) && isLoopback(new URL(siteUrl).host)
  return isLocal && url.startsWith(`${siteUrl}/`) ? origin + url.slice(siteUrl.length) : url
}

/**
 * Whether a question about an unpaid payment page may use the calls by which paid orders are confirmed. Payment pages
 * cost nothing to open: the first question in a minute may, and few of one network; the others wait behind them.
 */
async function isUrgent(c: Context<Env>, sessionId: string): Promise<boolean> {
  const { rateLimiter, clientIp } = c.var
  if (!(await rateLimiter.consume('checkout-status.session', sessionId, { perMinute: 1 }))) return false
  return rateLimiter.consume('checkout-status.urgent', limitKey(clientIp), { perMinute: 10 })
}

/**
 * The status of a payment page. An unpaid one is fetched from the provider, and its order is settled at once, so the
 * customer does not wait for the webhook.
 */
async function checkoutStatus(
  paymentDeps: PaymentDeps,
  { sessionId, isUrgent }: { sessionId: string; isUrgent: () => Promise<boolean> },
): Promise<PaymentStatus> {
  if (!/^[\w-]{1,200}$/.test(sessionId)) return 'none'
  const order = await paymentDeps.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('provider_state').where('payment_session_id', '=', sessionId).executeTakeFirst(),
  )
  if (!order) return 'none'
  const state = order.provider_state as ProviderState
  if (isPaid(state)) return 'paid'
  if (state === 'expired') return 'none'
  const { provider } = paymentDeps
  const deps = (await isUrgent()) ? paymentDeps : { ...paymentDeps, provider: provider.inBackground() }
  const settled = await settleOrder(deps, sessionId)
  if (settled === 'paid') return 'paid'
  return settled === 'processing' ? 'confirming' : 'none'
}
