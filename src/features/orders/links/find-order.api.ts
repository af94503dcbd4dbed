import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { answerLookupJob } from './answer-lookup.ts'
import { findOrder } from './find-order.contract.ts'
import { requireWithinRate } from './order-by-link.ts'

const perClient: Rate = { max: 10, perSeconds: 600 }
/** Limits the e-mails to one address, for any client and any order number. */
const perAddress: Rate = { max: 4, perSeconds: 3_600 }

type Options = { queue: Queue; keyedHash: (text: string, purpose: string) => string }

/** A lost link: a job sends it, and records the withdrawal, if number and address belong together. */
export function findOrderApi({ queue, keyedHash }: Options): Hono<Env> {
  return endpoints(
    handle(findOrder, async ({ c, db, body: { order_number, email, withdraws, name } }) => {
      await requireWithinRate(c, { bucket: 'find-order', key: limitKey(c.var.clientIp), rate: perClient })
      await requireWithinRate(c, {
        bucket: 'find-order.address',
        key: keyedHash(email, 'order lookup limit'),
        rate: perAddress,
      })
      await db.asService(async (tx) => {
        const { id } = await tx
          .insertInto('private.order_lookups')
          .values({ order_number, email, withdraws, name: withdraws ? name : null })
          .returning('id')
          .executeTakeFirstOrThrow()
        await queue.enqueue(tx, answerLookupJob, id)
      })
      return { received: true as const }
    }),
  )
}
