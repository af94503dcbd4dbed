import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { poundsFromPence } from '#base/money.ts'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import { lockOwnOrder } from '#features/orders/account/own-order.ts'
import { limitWrongLinks, orderByLink } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { isPaid } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { getSignedIn } from '#platform/http/identity/signed-in.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { shop } from '#shop'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { type OrderMoney, refundableAmount } from './lock-order-for-refund.ts'

const Body = z.object({ order_number: OrderNumber })
const LinkBody = z.object({ token: z.string().max(200) })
const cancellations: Rate = { max: 20, perSeconds: 600 }

/**
 * A customer cancels their own order until production starts, with a full refund; mounted at /functions/v1. POST
 * cancel-my-order `{ order_number }` is for signed-in customers with a verified address, POST cancel-order-by-link `{
 * token }` for the holder of the order's link. Both return `{ order_number, refund }` in pounds. For an order that is
 * cancelled already they change nothing. They refuse not_found for an order of another customer, and conflict with a
 * message for the customer when it is too late.
 */
export function cancelMyOrderApi({ links, ...deps }: PaymentDeps & { links: OrderLinks }): Hono<Env> {
  const { db } = deps

  async function cancel(c: Context<Env>, { orderNumber, userId, isTheirs }: Cancelling) {
    let refund = 0
    const allow = async (tx: Tx, order: OrderMoney) => {
      await isTheirs(tx)
      refuseWhereTooLate(order)
      const { id: orderId, sessionId } = order
      refund = sessionId ? poundsFromPence(await refundableAmount(tx, { ...order, orderId, sessionId })) : 0
    }
    const cancellation = { orderNumber, reason: null, refund: true, onlyOnce: true, requestedBy: userId, allow }
    const claims = { role: 'service_role', ...(userId && { sub: userId }) } as const
    const { refundId } = await cancelOrder(deps, cancellation, { claims, context: requestContextOf(c) })
    return c.json({ order_number: orderNumber, refund: refundId ? refund : 0 })
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/cancel-my-order', async (c) => {
      c.header('Cache-Control', 'no-store')
      const claims = getSignedIn(c)
      await countTry(c, claims.sub)
      const { order_number: orderNumber } = Body.parse(await c.req.json())
      const session = await db.asService((tx) => getOwnSession(tx, claims))
      requireSecondFactor(session)
      const isTheirs = (tx: Tx) => lockOwnOrder(tx, orderNumber, session)
      return cancel(c, { orderNumber, userId: session.userId, isTheirs })
    })
    .post('/cancel-order-by-link', async (c) => {
      c.header('Cache-Control', 'no-store')
      await countTry(c, limitKey(c.var.clientIp))
      const { token } = LinkBody.parse(await c.req.json())
      const read = (tx: Tx) => orderByLink(tx, links, token)
      const { orderNumber } = await limitWrongLinks(c, () => db.asService(read))
      return cancel(c, { orderNumber, userId: null, isTheirs: read })
    })
}

/** `userId`: null for the holder of a link. `isTheirs` refuses not_found for an order of another customer. */
type Cancelling = { orderNumber: string; userId: string | null; isTheirs: (tx: Tx) => Promise<unknown> }

async function countTry(c: Context<Env>, key: string): Promise<void> {
  if (await c.var.rateLimiter.consume('account.cancel-order', key, cancellations)) return
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}

function refuseWhereTooLate({ status, state, isOpen }: OrderMoney): void {
  if (status === 'pending' && state === 'disputed') {
    throw new AppError('conflict', 'Your bank is looking into this payment. Please write to us about the order.')
  }
  if (status === 'pending' && !isPaid(state) && !isOpen) {
    throw new AppError('conflict', 'Please write to us and we’ll cancel this order for you.')
  }
  const words = {
    processing: `We’ve started making it, so it can’t be cancelled now. You still have your rights: ${sendBack}`,
    shipped: `It’s already on its way to you. You still have your rights: ${sendBack}`,
    delivered: `It has already arrived. You still have your rights: ${sendBack}`,
  }
  if (status in words) throw new AppError('conflict', words[status as keyof typeof words])
}

const sendBack = `you have ${shop.policies.cancelDays} days from the day it arrives to change your mind and send it back.`
