import type { Hono } from 'hono'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import * as contracts from './hand-order.contract.ts'
import { placeByHand, quote, undoByHand } from './hand-order.ts'
import type { LinkDeps } from './terms-by-hand.ts'

/** The owner's orders by hand: what they cost, writing one down, taking it back. */
export function handOrdersApi({ payLinks, ...deps }: LinkDeps & { payLinks: OrderLinks }): Hono<Env> {
  return endpoints(
    handle(contracts.quoteHandOrder, ({ db, body }) => db.asService((tx) => quote(tx, deps, body))),
    handle(contracts.addHandOrder, async ({ body, asCaller }) => {
      const { id } = await asCaller((tx) => placeByHand(tx, deps, body))
      const { order_number, link_version: linkVersion } = await deps.db.asService((tx) =>
        tx
          .selectFrom('pre_orders')
          .select(['order_number', 'link_version'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      return { order_number, pay_url: body.payment === 'link' ? payLinks.urlOf({ id, linkVersion }) : null }
    }),
    handle(contracts.undoHandOrder, async ({ body, asCaller }) => {
      await asCaller((tx) => undoByHand(tx, body.order_number))
      return { undone: true as const }
    }),
  )
}
