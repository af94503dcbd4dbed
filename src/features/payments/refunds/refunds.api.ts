import type { Context, Hono } from 'hono'
import { sql } from 'kysely'
import { type Pence, parseTyped, pence, poundsFromPence } from '#base/money.ts'
import { getOwnSession, requireSecondFactor } from '#features/accounts/own-session.ts'
import { lockOwnOrder } from '#features/orders/changes/editable-order.ts'
import { delayByLink, getDelayChoice } from '#features/orders/delays/delay-choice.ts'
import type { DelayTokens } from '#features/orders/delays/delay-token.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import { cancelDaysOf } from '#features/orders/links/order-period.ts'
import { isPaid } from '#features/orders/order-state.ts'
import { lockReturn } from '#features/orders/returns/admin/owner-returns.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { requestContextOf } from '#platform/http/identity/signed-in.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { answerDelay } from './answer-delay.ts'
import { cancelLines } from './cancel-lines.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockOrderForRefund, type OrderMoney, refundableAmount, withOrderMutex } from './lock-order-for-refund.ts'
import { type OrderMoneyResponse, readOrderMoney } from './read-order-money.ts'
import { refundAcross } from './refund-across.ts'
import { refundLines } from './refund-lines.ts'
import * as contracts from './refunds.contract.ts'
import { requestRefund } from './request-refund.ts'

const cancellations: Rate = { max: 20, perSeconds: 600 }
const delayAnswers: Rate = { max: 30, perSeconds: 600 }

type Options = PaymentDeps & { links: OrderLinks; delayTokens: DelayTokens }

/** An order's money: what the owner cancels and refunds, and what customers cancel of their own orders. */
export function refundsApi({ links, delayTokens: tokens, ...deps }: Options): Hono<Env> {
  async function readMoney(orderNumber: string): Promise<OrderMoneyResponse> {
    const money = await deps.db.asService((tx) => readOrderMoney(tx, deps.provider, orderNumber))
    return { ...money, undecided_pence: await readUndecidedPayment(deps, orderNumber) }
  }

  /** Refuses conflict with a message for the customer when it is too late. */
  async function cancelByCustomer(c: Context<Env>, { orderNumber, userId, isTheirs }: Cancelling) {
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
    handle(contracts.readOrderMoney, ({ query }) => readMoney(query.order_number)),
    handle(contracts.refundOrder, async ({ claims, body, asCaller }) => {
      const { order_number: number, amount, reason, note, request_id: id } = body
      const refundId = await withOrderMutex(number, () =>
        asCaller(async (tx) => {
          const { id: orderId } = await lockOrderForRefund(tx, { number })
          const amountPence = amount ?? ('rest' as const)
          const asked = { orderId, amountPence, reason, note, requestedBy: claims.sub, ...(id && { id }) }
          return requestRefund(tx, deps, asked)
        }),
      )
      return { ...(await readMoney(number)), refund_id: refundId }
    }),
    handle(contracts.cancelOrder, async ({ c, claims, body }) => {
      const { order_number: orderNumber, reason, refund, request_id: requestId } = body
      const asked = { orderNumber, reason, refund, requestedBy: claims.sub, ...(requestId && { requestId }) }
      const caller = { role: 'service_role', sub: claims.sub } as const
      const { refundId } = await cancelOrder(deps, asked, { claims: caller, context: requestContextOf(c) })
      return { ...(await readMoney(orderNumber)), refund_id: refundId }
    }),
    handle(contracts.cancelLines, async ({ claims, body, asCaller }) => {
      const { order_number: orderNumber, request_id: id, amount: amountPence, ...request } = body
      const cancellation = { id, orderNumber, amountPence, ...request, requestedBy: claims.sub }
      const refundId = await withOrderMutex(orderNumber, () => asCaller((tx) => cancelLines(tx, deps, cancellation)))
      return { refund_id: refundId }
    }),
    handle(contracts.refundLines, async ({ claims, body, asCaller }) => {
      const {
        order_number: number,
        request_id: id,
        with_delivery: withDelivery,
        amount: amountPence,
        ...request
      } = body
      const refund = { id, withDelivery, amountPence, ...request, requestedBy: claims.sub }
      const refundId = await withOrderMutex(number, () =>
        asCaller(async (tx) => {
          const { id: orderId } = await lockOrderForRefund(tx, { number })
          return refundLines(tx, deps, { orderId, ...refund })
        }),
      )
      return { refund_id: refundId }
    }),
    handle(contracts.refundReturn, async ({ claims, body, asCaller }) => {
      const { id, version, amount: typed, request_id: requestId } = body
      const amountPence = parseTyped(typed)
      if (amountPence === null || amountPence < 0) {
        throw fieldError('amount', 'Please enter an amount in pounds, such as 12.50.')
      }
      const settle = async (tx: Tx) => {
        const known = await tx.selectFrom('private.returns').select('refund_id').where('id', '=', id).executeTakeFirst()
        if (known?.refund_id === requestId) return
        const { orderId, kind } = await lockReturn(tx, { id, version, next: 'refunded' })
        const reason = kind === 'fault' ? 'faulty' : 'returned'
        const refund = { id: requestId, orderId, amountPence, reason, note: null, requestedBy: claims.sub } as const
        const refundId = amountPence > 0 ? await refundAcross(tx, deps, refund) : null
        await tx
          .updateTable('private.returns')
          .set({ state: 'refunded', refund_id: refundId, settled_at: sql<Date>`public.shop_now()` })
          .where('id', '=', id)
          .execute()
      }
      await withOrderMutex(id, () => asCaller(settle))
      return { refunded: true }
    }),
    handle(contracts.cancelMyOrder, async ({ c, db, claims, body: { order_number: orderNumber } }) => {
      await countTry(c, claims.sub)
      const session = await db.asService((tx) => getOwnSession(tx, claims))
      requireSecondFactor(session)
      const isTheirs = (tx: Tx) => lockOwnOrder(tx, orderNumber, session)
      return cancelByCustomer(c, { orderNumber, userId: session.userId, isTheirs })
    }),
    handle(contracts.cancelOrderByLink, async ({ c, db, body: { token } }) => {
      await countTry(c, limitKey(c.var.clientIp))
      const read = (tx: Tx) => orderByLink(tx, links, token)
      const { orderNumber } = await limitWrongLinks(c, () => db.asService(read))
      return cancelByCustomer(c, { orderNumber, userId: null, isTheirs: read })
    }),
    handle(contracts.readDelay, ({ c, db, query: { token } }) =>
      limitWrongLinks(c, () => db.asService(async (tx) => getDelayChoice(tx, await delayByLink(tx, tokens, token)))),
    ),
    handle(contracts.answerDelay, async ({ c, db, body }) => {
      await requireWithinRate(c, { bucket: 'answer-delay', key: limitKey(c.var.clientIp), rate: delayAnswers })
      const { orderId } = await limitWrongLinks(c, () => db.asService((tx) => delayByLink(tx, tokens, body.token)))
      return withOrderMutex(orderId, () => db.asService((tx) => answerDelay(tx, { ...deps, tokens }, body)))
    }),
  )
}

/** The pence of an unpaid order's completed but undecided session. Null: none, or the provider does not respond. */
export async function readUndecidedPayment(
  { db, provider }: Pick<PaymentDeps, 'db' | 'provider'>,
  orderNumber: string,
): Promise<Pence | null> {
  const open = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('order_number', '=', orderNumber)
      .where('provider_state', '=', 'open')
      .where('payment_provider', '=', provider.name)
      .executeTakeFirst(),
  )
  if (!open?.payment_session_id) return null
  const record = await provider.getSession(open.payment_session_id).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  const isUndecided = record?.status === 'complete' && record.paymentStatus === 'unpaid'
  return isUndecided ? pence(record.totalPence ?? 0) : null
}

/** `userId`: null for the holder of a link. `isTheirs` refuses not_found for an order of another customer. */
type Cancelling = { orderNumber: string; userId: string | null; isTheirs: (tx: Tx) => Promise<unknown> }

async function countTry(c: Context<Env>, key: string): Promise<void> {
  if (await c.var.rateLimiter.consume('account.cancel-order', key, cancellations)) return
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}

function refuseWhereTooLate({ status, state, isOpen, placedAt }: OrderMoney): void {
  if (status === 'pending' && state === 'disputed') {
    throw new AppError('conflict', 'Your bank is looking into this payment. Please write to us about the order.')
  }
  if (status === 'pending' && !isPaid(state) && !isOpen) {
    throw new AppError('conflict', 'Please write to us and we’ll cancel this order for you.')
  }
  const cancelDays = cancelDaysOf(placedAt)
  const sendBack = `you have ${cancelDays} days from the day it arrives to change your mind, and ${cancelDays} more to send it back.`
  const words = {
    processing: `We’ve started making it, so it can’t be cancelled now. You still have your rights: ${sendBack}`,
    shipped: `It’s already on its way to you. You still have your rights: ${sendBack}`,
    delivered: `It has already arrived. You still have your rights: ${sendBack}`,
  }
  if (status in words) throw new AppError('conflict', words[status as keyof typeof words])
}
