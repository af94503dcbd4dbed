import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { getDelayChoice, noSuchChoice } from '#features/orders/delays/delay-choice.ts'
import { createDelayTokens } from '#features/orders/delays/delay-token.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { answerDelay } from './answer-delay.ts'
import { withOrderMutex } from './lock-order-for-refund.ts'

const AnswerBody = z.object({ token: z.string().max(200), answer: z.enum(['keep', 'cancel']) })

const answers: Rate = { max: 30, perSeconds: 600 }

type Options = Pick<PaymentDeps, 'db' | 'queue' | 'provider'> & {
  /** Signs the links of delays. */
  secret: string
}

/**
 * A customer's answer to a delay, mounted at /functions/v1 and open to the holder of the e-mail's link. GET
 * answer-delay?token= returns the delay, POST answer-delay `{ token, answer }` answers it once.
 */
export function answerDelayApi({ db, queue, provider, secret }: Options): Hono<Env> {
  const tokens = createDelayTokens(secret)

  function readToken(token: string) {
    const delay = tokens.read(token)
    if (!delay) throw noSuchChoice()
    return delay
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .use('/answer-delay', async (c, next) => {
      c.header('Cache-Control', 'no-store')
      await next()
    })
    .get('/answer-delay', async (c) => {
      const delay = readToken(c.req.query('token') ?? '')
      return c.json(await db.asService((tx) => getDelayChoice(tx, delay)))
    })
    .post('/answer-delay', async (c) => {
      const { token, answer } = AnswerBody.parse(await c.req.json())
      await processCampaignBatch(c)
      const delay = readToken(token)
      const settle = (tx: Tx) => answerDelay(tx, { queue, provider }, { ...delay, answer })
      return c.json(await withOrderMutex(delay.orderId, () => db.asService(settle, requestContextOf(c))))
    })
}

async function processCampaignBatch(c: Context<Env>): Promise<void> {
  if (await c.var.rateLimiter.consume('answer-delay', limitKey(c.var.clientIp), answers)) return
  throw new AppError('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}
