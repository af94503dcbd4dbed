import type { Context, Hono } from 'hono'
import { pence, poundsFromPence } from '#base/money.ts'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import { lockOwnOrder } from '#features/orders/changes/editable-order.ts'
import { limitWrongLinks, orderByLink } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import { isPaid } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { requestContextOf } from '#platform/http/identity/signed-in.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { shop } from '#shop'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { type OrderMoney, refundableAmount } from './lock-order-for-refund.ts'
import { cancelMyOrder, cancelOrderByLink } from './refunds.contract.ts'

const cancellations: Rate = { max: 20, perSeconds: 600 }

/**
 * A customer cancels their own order. Refuses not_found for an order of another customer, and conflict with a message
 * for the customer when it is too late.
 */
export function cancelMyOrderApi({ links, ...deps }: PaymentDeps & { links: OrderLinks }): Hono<Env> {
  async function cancel(c: Context<Env>, { orderNumber, userId, isTheirs }: Cancelling) {
    let refund = pence(0)
    const allow = async (tx: Tx, order: OrderMoney) => {
      await isTheirs(tx)
      refuseWhereTooLate(order)
      const { id: orderId, sessionId } = order
      refund = sessionId ? await refundableAmount(tx, { ...order, orderId, sessionId }) : pence(0)
    }
    const cancellation = { orderNumber, reason: null, refund: true, onlyOnce: true, requestedBy: userId, allow }
    const claims = { role: 'service_role', ...(userId && { sub: userId }) } as const
    const { refundId } = await cancelOrder(deps, cancellation, { claims, context: requestContextOf(c) })
    if (!refundId) refund = pence(0)
    return { order_number: orderNumber, refund_pence: refund, refund: poundsFromPence(refund) }
  }

  return endpoints(
    handle(cancelMyOrder, async ({ c, db, claims, body: { order_number: orderNumber } }) => {
      await countTry(c, claims.sub)
      const session = await db.asService((tx) => getOwnSession(tx, claims))
      requireSecondFactor(session)
      const isTheirs = (tx: Tx) => lockOwnOrder(tx, orderNumber, session)
      return cancel(c, { orderNumber, userId: session.userId, isTheirs })
    }),
    handle(cancelOrderByLink, async ({ c, db, body: { token } }) => {
      await countTry(c, limitKey(c.var.clientIp))
      const read = (tx: Tx) => orderByLink(tx, links, token)
      const { orderNumber } = await limitWrongLinks(c, () => db.asService(read))
      return cancel(c, { orderNumber, userId: null, isTheirs: read })
    }),
  )
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
