import { Hono } from 'hono'
import { z } from 'zod'
import { getOwnSession, type OwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { isPaid } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { getSignedIn } from '#platform/http/identity/signed-in.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { shop } from '#shop'
import { poundsFromPence } from '#ui/money.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { type OrderMoney, refundableAmount } from './lock-order-for-refund.ts'

const Body = z.object({ order_number: OrderNumber })
const cancellations: Rate = { max: 20, perSeconds: 600 }

/**
 * POST cancel-my-order `{ order_number }`, mounted at /functions/v1: a signed-in customer with a verified address cancels
 * their own order until production starts, with a full refund. Returns `{ order_number, refund }` in pounds. For an order
 * that is cancelled already it changes nothing. Refuses not_found for an order of another customer, and conflict with a
 * message for the customer when it is too late.
 */
export function cancelMyOrderApi(deps: PaymentDeps): Hono<Env> {
  const { db } = deps
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).post('/cancel-my-order', async (c) => {
    c.header('Cache-Control', 'no-store')
    const claims = getSignedIn(c)
    if (!(await c.var.rateLimiter.consume('account.cancel-order', claims.sub, cancellations))) {
      throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
    }
    const { order_number: orderNumber } = Body.parse(await c.req.json())
    const session = await db.asService((tx) => getOwnSession(tx, claims))
    requireSecondFactor(session)
    let refund = 0
    const allow = async (tx: Tx, order: OrderMoney) => {
      await refuseWhereNotHers(tx, order, session)
      refuseWhereTooLate(order)
      const { id: orderId, sessionId } = order
      refund = sessionId ? poundsFromPence(await refundableAmount(tx, { ...order, orderId, sessionId })) : 0
    }
    const asked = { orderNumber, reason: null, refund: true, onlyOnce: true, requestedBy: session.userId, allow }
    const asking = { requestId: c.var.requestId, ip: c.var.clientIp }
    const { refundId } = await cancelOrder(deps, asked, {
      claims: { role: 'service_role', sub: session.userId },
      asking,
    })
    return c.json({ order_number: orderNumber, refund: refundId ? refund : 0 })
  })
}

/** The same message as for a missing order, so that it does not reveal the orders of others. */
async function refuseWhereNotHers(tx: Tx, { id }: OrderMoney, { userId, emailVerified }: OwnSession): Promise<void> {
  const own = await tx.selectFrom('pre_orders').select('user_id').where('id', '=', id).executeTakeFirst()
  if (emailVerified && own?.user_id === userId) return
  throw new AppError('not_found', 'There is no order of that number.')
}

function refuseWhereTooLate({ status, state, isOpen }: OrderMoney): void {
  if (status === 'pending' && state === 'disputed') {
    throw new AppError(
      'conflict',
      'Your bank is looking into this payment. Please write to us, and we’ll see to the order.',
    )
  }
  if (status === 'pending' && !isPaid(state) && !isOpen) {
    throw new AppError('conflict', 'Please write to us, and we’ll cancel this order for you.')
  }
  const words = {
    processing: `We have begun to make it, so it can no longer be stopped. You lose nothing by it: ${sendBack}`,
    shipped: `It is on its way to you already. You lose nothing by it: ${sendBack}`,
    delivered: `It has arrived already. You lose nothing by it: ${sendBack}`,
  }
  if (status in words) throw new AppError('conflict', words[status as keyof typeof words])
}

const sendBack = `you have ${shop.policies.cancelDays} days from the day it arrives to change your mind and send it back.`
