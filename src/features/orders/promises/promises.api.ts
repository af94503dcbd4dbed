import type { Hono } from 'hono'
import { requireWithinRate } from '#features/orders/links/order-by-link.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import * as contracts from './promises.contract.ts'
import { readDecided, readScore } from './read-score.ts'
import { scoreSentence } from './score.ts'

const ofNetwork: Rate = { max: 60, perSeconds: 600 }

/** The promised days of dispatch: kept or broken. */
export function promisesApi(): Hono<Env> {
  return endpoints(
    handle(contracts.readPromises, ({ db }) => db.asService(readScore)),
    handle(contracts.readPromiseScore, async ({ c, db }) => {
      // It counts a year of orders. Pages that this program renders are kept until midnight.
      if (c.var.clientIp !== 'local')
        await requireWithinRate(c, { bucket: 'promise-score', key: limitKey(c.var.clientIp), rate: ofNetwork })
      return db.asService(async (tx) => {
        const { showsScore } = await readShopSettings(tx)
        return { sentence: showsScore ? scoreSentence(await readDecided(tx)) : null }
      })
    }),
  )
}
