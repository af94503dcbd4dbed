import { Hono } from 'hono'
import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { longestReason } from '../return.ts'
import { changeReturn } from './change-return.ts'
import { listReturns } from './list-returns.ts'

const ChangeBody = z.object({
  id: z.uuid(),
  version: z.int(),
  state: z.enum(['received', 'inspected', 'refused']),
  answer: writtenText(longestReason, `Please keep it to ${longestReason} characters.`)
    .nullish()
    .transform((text) => text || null),
})

/**
 * Returns for the owner, mounted at /functions/v1, for administrators only. GET returns?order_number= returns those of
 * an order, without it the newest of all. POST change-return `{ id, version, state, answer? }` moves one on and returns
 * those of all orders. A refund is POST refund-return, in `payments`.
 */
export function returnsApi({ db, queue }: { db: Db; queue: Queue }): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/returns', async (c) => {
      c.header('Cache-Control', 'no-store')
      await requireAdministrator(db, c)
      const number = c.req.query('order_number')
      const orderNumber = number === undefined ? null : OrderNumber.parse(number)
      return c.json(await db.asService((tx) => listReturns(tx, orderNumber)))
    })
    .post('/change-return', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { userId } = await requireAdministrator(db, c)
      const change = ChangeBody.parse(await c.req.json())
      await db.as({ role: 'service_role', sub: userId }, (tx) => changeReturn(tx, queue, change), requestContextOf(c))
      return c.json({ changed: true })
    })
}
