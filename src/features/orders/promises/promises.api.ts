import type { Hono } from 'hono'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import * as contracts from './promises.contract.ts'
import { readDecided, readScore } from './read-score.ts'
import { scoreSentence } from './score.ts'

/** The promised days of dispatch: kept or broken. */
export function promisesApi(): Hono<Env> {
  return endpoints(
    handle(contracts.readPromises, ({ db }) => db.asService(readScore)),
    handle(contracts.readPromiseScore, ({ db }) =>
      db.asService(async (tx) => {
        const { showsScore } = await readShopSettings(tx)
        return { sentence: showsScore ? scoreSentence(await readDecided(tx)) : null }
      }),
    ),
  )
}
