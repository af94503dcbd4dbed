import type { Hono } from 'hono'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import { withOrderMutex } from '#features/payments/refunds/lock-order-for-refund.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { readWritten } from '../by-hand/hand-orders.api.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import * as contracts from './exchange.contract.ts'
import { placeExchange, quoteReturn } from './exchange.ts'

/** The owner's exchanges of what was sent back. */
export function exchangesApi({ payLinks, ...deps }: LinkDeps & { payLinks: OrderLinks }): Hono<Env> {
  return endpoints(
    handle(contracts.quoteExchange, ({ db, body }) => db.asService((tx) => quoteReturn(tx, deps, body))),
    handle(contracts.exchangeReturn, async ({ claims, body, asCaller }) => {
      const { id } = await withOrderMutex(body.id, () => asCaller((tx) => placeExchange(tx, deps, body, claims.sub)))
      return readWritten(deps, { id, payLinks })
    }),
  )
}
