import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelLines } from './cancel-lines.ts'
import { lockOrderForRefund, withOrderMutex } from './lock-order-for-refund.ts'
import { refundLines } from './refund-lines.ts'
import * as contracts from './refunds.contract.ts'

/** Refunds by garment, one change of an order's money after another. */
export function refundLinesApi(deps: PaymentDeps): Hono<Env> {
  return endpoints(
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
  )
}
