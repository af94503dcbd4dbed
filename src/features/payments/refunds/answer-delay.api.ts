import { Hono } from 'hono'
import { z } from 'zod'
import { delayByLink, getDelayChoice } from '#features/orders/delays/delay-choice.ts'
import type { DelayTokens } from '#features/orders/delays/delay-token.ts'
import { limitWrongLinks, requireWithinRate } from '#features/orders/links/order-by-link.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { answerDelay } from './answer-delay.ts'
import { withOrderMutex } from './lock-order-for-refund.ts'

const AnswerBody = z.object({ token: z.string().max(200), answer: z.enum(['keep', 'cancel']) })

const answers: Rate = { max: 30, perSeconds: 600 }

type Options = Pick<PaymentDeps, 'db' | 'queue' | 'provider'> & { tokens: DelayTokens }

/**
 * A customer's answer to a delay, mounted at /functions/v1 and open to the holder of the e-mail's link. GET
 * answer-delay?token= returns the delay, POST answer-delay `{ token, answer }` answers it once.
 */
export function answerDelayApi({ db, queue, provider, tokens }: Options): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .use('/answer-delay', async (c, next) => {
      c.header('Cache-Control', 'no-store')
      await next()
    })
    .get('/answer-delay', async (c) => {
      const token = c.req.query('token') ?? ''
      const read = async (tx: Tx) => getDelayChoice(tx, await delayByLink(tx, tokens, token))
      return c.json(await limitWrongLinks(c, () => db.asService(read)))
    })
    .post('/answer-delay', async (c) => {
      const { token, answer } = AnswerBody.parse(await c.req.json())
      await requireWithinRate(c, { bucket: 'answer-delay', key: limitKey(c.var.clientIp), rate: answers })
      const { orderId } = await limitWrongLinks(c, () => db.asService((tx) => delayByLink(tx, tokens, token)))
      const settle = (tx: Tx) => answerDelay(tx, { queue, provider, tokens }, { token, answer })
      return c.json(await withOrderMutex(orderId, () => db.asService(settle, requestContextOf(c))))
    })
}
