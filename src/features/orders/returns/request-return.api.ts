import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { shopNow, signGrant } from '#platform/storage/objects/signed.ts'
import { limitWrongLinks, orderByLink, requireWithinRate } from '../links/order-by-link.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { declareReturn } from './declare-return.ts'
import { readCustomerReturns } from './read-returns.ts'
import { requestReturn, reservePhotograph } from './request-return.contract.ts'
import { returnPhotographs } from './return.ts'

const requests: Rate = { max: 20, perSeconds: 600 }
const uploads: Rate = { max: 30, perSeconds: 86_400 }
/** Longer than a slow connection needs for one photograph. */
const uploadSeconds = 900

/** `storageSecret` signs the addresses of uploads. */
type Options = { queue: Queue; links: OrderLinks; storageSecret: string }

/** Returns as customers declare them. Refuses not_found for a wrong link, otherwise as `declareReturn`. */
export function requestReturnApi({ queue, links, storageSecret }: Options): Hono<Env> {
  return endpoints(
    handle(requestReturn, async ({ c, db, body: { token, ...declared } }) => {
      await requireWithinRate(c, { bucket: 'request-return', key: limitKey(c.var.clientIp), rate: requests })
      const returns = await limitWrongLinks(c, () =>
        db.asService(async (tx) => {
          const { id: orderId } = await orderByLink(tx, links, token, { lock: true })
          await declareReturn(tx, queue, { ...declared, orderId, declaredOn: 'page' })
          return readCustomerReturns(tx, orderId)
        }),
      )
      return { returns }
    }),
    handle(reservePhotograph, async ({ c, db, body: { token } }) => {
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
      return { name, token: await signGrant(grant, { secret: storageSecret, now, seconds: uploadSeconds }) }
    }),
  )
}
