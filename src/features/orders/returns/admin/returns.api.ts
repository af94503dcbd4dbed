import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { changeReturn } from './change-return.ts'
import { listReturns } from './list-returns.ts'
import { moveReturn, readReturns } from './returns.contract.ts'

/** Returns for the owner. */
export function returnsApi({ queue }: { queue: Queue }): Hono<Env> {
  return endpoints(
    handle(readReturns, ({ db, query }) => db.asService((tx) => listReturns(tx, query.order_number ?? null))),
    handle(moveReturn, async ({ body, asCaller }) => {
      await asCaller((tx) => changeReturn(tx, queue, body))
      return { changed: true as const }
    }),
  )
}
