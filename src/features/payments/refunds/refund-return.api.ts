import type { Hono } from 'hono'
import { sql } from 'kysely'
import { parseTyped } from '#base/money.ts'
import { lockReturn } from '#features/orders/returns/admin/owner-returns.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { withOrderMutex } from './lock-order-for-refund.ts'
import { refundReturn } from './refunds.contract.ts'
import { requestRefund } from './request-refund.ts'

/** The refund of a return. Refuses as `lockReturn` and `requestRefund`. */
export function refundReturnApi(deps: PaymentDeps): Hono<Env> {
  return endpoints(
    handle(refundReturn, async ({ claims, body, asCaller }) => {
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
        const refundId = amountPence > 0 ? await requestRefund(tx, deps, refund) : null
        await tx
          .updateTable('private.returns')
          .set({ state: 'refunded', refund_id: refundId, settled_at: sql<Date>`public.shop_now()` })
          .where('id', '=', id)
          .execute()
      }
      await withOrderMutex(id, () => asCaller(settle))
      return { refunded: true }
    }),
  )
}
