import type { Hono } from 'hono'
import { delayByLink, getDelayChoice } from '#features/orders/delays/delay-choice.ts'
import type { DelayTokens } from '#features/orders/delays/delay-token.ts'
import { limitWrongLinks, requireWithinRate } from '#features/orders/links/order-by-link.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { answerDelay } from './answer-delay.ts'
import { withOrderMutex } from './lock-order-for-refund.ts'
import * as contracts from './refunds.contract.ts'

const answers: Rate = { max: 30, perSeconds: 600 }

type Options = Pick<PaymentDeps, 'queue' | 'provider'> & { tokens: DelayTokens }

/** A customer's answer to a delay. */
export function answerDelayApi({ queue, provider, tokens }: Options): Hono<Env> {
  return endpoints(
    handle(contracts.readDelay, ({ c, db, query: { token } }) =>
      limitWrongLinks(c, () => db.asService(async (tx) => getDelayChoice(tx, await delayByLink(tx, tokens, token)))),
    ),
    handle(contracts.answerDelay, async ({ c, db, body }) => {
      await requireWithinRate(c, { bucket: 'answer-delay', key: limitKey(c.var.clientIp), rate: answers })
      const { orderId } = await limitWrongLinks(c, () => db.asService((tx) => delayByLink(tx, tokens, body.token)))
      return withOrderMutex(orderId, () => db.asService((tx) => answerDelay(tx, { queue, provider, tokens }, body)))
    }),
  )
}
