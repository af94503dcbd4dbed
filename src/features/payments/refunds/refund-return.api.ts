import { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { parsePounds } from '#base/money.ts'
import { lockReturn } from '#features/orders/returns/admin/change-return.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { withOrderMutex } from './lock-order-for-refund.ts'
import { requestRefund } from './request-refund.ts'

const Body = z.object({
  id: z.uuid(),
  version: z.int(),
  /** Pounds, not negative; 0 where the money went back before. */
  amount: z.union([z.number(), z.string().max(20)]),
  request_id: z.uuid(),
})

/**
 * The refund of a return, mounted at /functions/v1, for administrators only. POST refund-return `{ id, version, amount,
 * request_id }` requests the refund and settles the return in one transaction; two requests with one `request_id` make
 * one refund. Refuses as `lockReturn` and `requestRefund`.
 */
export function refundReturnApi(deps: PaymentDeps): Hono<Env> {
  const { db } = deps
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).post('/refund-return', async (c) => {
    c.header('Cache-Control', 'no-store')
    const { userId } = await requireAdministrator(db, c)
    const { id, version, amount: typed, request_id: requestId } = Body.parse(await c.req.json())
    const amountPence = parsePounds(typeof typed === 'string' ? typed.trim().replace(/^£\s*/, '') : typed)
    if (amountPence === null || amountPence < 0) {
      throw fieldError('amount', 'Please enter an amount in pounds, such as 12.50.')
    }
    const settle = async (tx: Tx) => {
      const known = await tx.selectFrom('private.returns').select('refund_id').where('id', '=', id).executeTakeFirst()
      if (known?.refund_id === requestId) return
      const { orderId, kind } = await lockReturn(tx, { id, version, next: 'refunded' })
      const reason = kind === 'fault' ? 'faulty' : 'returned'
      const refund = { id: requestId, orderId, amountPence, reason, note: null, requestedBy: userId } as const
      const refundId = amountPence > 0 ? await requestRefund(tx, deps, refund) : null
      await tx
        .updateTable('private.returns')
        .set({ state: 'refunded', refund_id: refundId, settled_at: sql<Date>`public.shop_now()` })
        .where('id', '=', id)
        .execute()
    }
    const claims = { role: 'service_role', sub: userId } as const
    await withOrderMutex(id, () => db.as(claims, settle, requestContextOf(c)))
    return c.json({ refunded: true })
  })
}
