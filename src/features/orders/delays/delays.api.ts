import type { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { delayOrders, planDelays, undoDelays } from './delay-orders.ts'
import * as contracts from './delays.contract.ts'
import { listDelays } from './list-delays.ts'

/** Delays of many orders at once, and what their customers answered. */
export function delaysApi({ queue }: { queue: Queue }): Hono<Env> {
  return endpoints(
    handle(contracts.planOrderDelays, async ({ db, query: { orders, to, later, off } }) => {
      const plan = to ? { to } : later ? { later } : null
      return { orders: await db.asService((tx) => planDelays(tx, orders, { plan, off })) }
    }),
    handle(contracts.delayOrderList, async ({ c, claims, asCaller, body: { orders, ...about } }) => {
      const caller = { queue, log: c.var.log, userId: claims.sub, asCaller }
      return { results: await delayOrders(orders, caller, about) }
    }),
    handle(contracts.undoDelayList, async ({ c, claims, asCaller, body: { orders } }) => ({
      results: await undoDelays(orders, { log: c.var.log, userId: claims.sub, asCaller }),
    })),
    handle(contracts.listOrderDelays, async ({ db }) => ({ announcements: await db.asService(listDelays) })),
  )
}
