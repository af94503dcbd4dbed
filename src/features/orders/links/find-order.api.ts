import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '#platform/database/db.ts'
import { typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { writtenLine } from '#platform/text/kept-schemas.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { shop } from '#shop'
import { readOrderNumber } from '../order-number.ts'
import { answerLookupJob } from './answer-lookup.ts'
import { requireWithinRate } from './order-by-link.ts'

const notOurs = 'That isn’t one of our order numbers. You’ll find yours in every e-mail about the order.'

const Body = z.object({
  order_number: z.string().transform((typed, { addIssue }) => {
    const number = readOrderNumber(typed.slice(0, 200))
    if (number) return number
    // Orders from elsewhere have numbers of another form, but ours have a check character.
    const plain = readTyped(typed.slice(0, 200)).toUpperCase()
    if (/^[A-Z0-9-]{4,40}$/.test(plain) && !plain.startsWith(shop.orderPrefix)) return plain
    addIssue({ code: 'custom', message: notOurs })
    return z.NEVER
  }),
  email: z.string().transform((text, { addIssue }) => {
    const address = typedAddress(text)
    if (address) return address.toLowerCase()
    addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
    return z.NEVER
  }),
  withdraws: z.boolean().default(false),
  /** Of a withdrawal: the form asks for it, and one without a name counts too. */
  name: writtenLine('your name', 200)
    .nullish()
    .transform((text) => text || null),
})

const perClient: Rate = { max: 10, perSeconds: 600 }
/** Limits the e-mails to one address, for any client and any order number. */
const perAddress: Rate = { max: 4, perSeconds: 3_600 }

type Options = { db: Db; queue: Queue; keyedHash: (text: string, purpose: string) => string }

/**
 * A lost link, mounted at /functions/v1 and open to visitors. POST find-order `{ order_number, email, withdraws?, name? }`
 * answers `{ received: true }`, with the same work and the same answer whether or not there is such an order: a job
 * sends the link, and records the withdrawal, if number and address belong together. Refuses bad_request with the
 * fields in `details`, and over_request_rate_limit by network and by address.
 */
export function findOrderApi({ db, queue, keyedHash }: Options): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).post('/find-order', async (c) => {
    c.header('Cache-Control', 'no-store')
    const { order_number, email, withdraws, name } = Body.parse(await c.req.json())
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
    return c.json({ received: true })
  })
}
