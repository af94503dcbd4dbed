import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { shopNow, signGrant } from '#platform/storage/objects/signed.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { declareReturn } from './declare-return.ts'
import { readCustomerReturns } from './read-returns.ts'
import { longestReason, mostPhotographs, returnPhotographs } from './return.ts'

const Token = z.string().max(200)
const RequestBody = z.object({
  token: Token,
  /** From the browser, so that a repeated press declares one return. */
  id: z.uuid().toLowerCase(),
  kind: z.enum(['withdrawal', 'fault', 'other']),
  lines: z
    .array(z.object({ id: z.int().positive(), quantity: z.int().min(1).max(20) }))
    .min(1, 'Please choose at least one garment.')
    .max(100),
  reason: writtenText(longestReason, `Please keep it to ${longestReason} characters.`)
    .nullish()
    .transform((text) => text || null),
  photographs: z
    .array(z.string().max(100))
    .max(mostPhotographs, `Please choose at most ${mostPhotographs} photographs.`)
    .default([]),
})
const PhotographBody = z.object({ token: Token })

const requests: Rate = { max: 20, perSeconds: 600 }
const uploads: Rate = { max: 30, perSeconds: 86_400 }
/** Longer than a slow connection needs for one photograph. */
const uploadSeconds = 900

/** `storageSecret` signs the addresses of uploads. */
type Options = { db: Db; queue: Queue; links: OrderLinks; storageSecret: string }

/**
 * Returns as customers declare them, mounted at /functions/v1 and open to the holder of an order's link. POST
 * request-return `{ token, id, kind, lines, reason?, photographs? }` returns `{ returns }`, all of the order; a second
 * request of one `id` changes nothing. POST return-photograph `{ token }` returns `{ name, token }`, with which the
 * browser uploads one photograph to the bucket. Refuses not_found for a wrong link, otherwise as `declareReturn`.
 */
export function requestReturnApi({ db, queue, links, storageSecret }: Options): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/request-return', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { token, ...declared } = RequestBody.parse(await c.req.json())
      await requireWithinRate(c, { bucket: 'request-return', key: limitKey(c.var.clientIp), rate: requests })
      const returns = await limitWrongLinks(c, () =>
        db.asService(async (tx) => {
          const { id: orderId } = await orderByLink(tx, links, token, { lock: true })
          await declareReturn(tx, queue, { ...declared, orderId, declaredOn: 'page' })
          return readCustomerReturns(tx, orderId)
        }, requestContextOf(c)),
      )
      return c.json({ returns })
    })
    .post('/return-photograph', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { token } = PhotographBody.parse(await c.req.json())
      const { id: orderId, now } = await limitWrongLinks(c, () =>
        db.asService(async (tx) => ({ ...(await orderByLink(tx, links, token)), now: await shopNow(tx) })),
      )
      await requireWithinRate(c, { bucket: 'return-photograph', key: orderId, rate: uploads })
      const name = `${orderId}/${randomUuid()}`
      const grant = {
        purpose: 'upload',
        object: `${returnPhotographs}/${name}`,
        owner: null,
        upsert: false,
      } as const
      return c.json({
        name,
        token: await signGrant(grant, { secret: storageSecret, now, seconds: uploadSeconds }),
      })
    })
}
