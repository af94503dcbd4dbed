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
      return readWritten(deps, { id, payLinks })
    }),
    handle(contracts.undoHandOrder, async ({ body, asCaller }) => {
      await asCaller((tx) => undoByHand(tx, body.order_number))
      return { undone: true as const }
    }),
  )
}

/** An order that was written down: its number, and its payment page where it is paid by link. */
export function readWritten({ db }: Pick<LinkDeps, 'db'>, { id, payLinks }: { id: string; payLinks: OrderLinks }) {
  return db.asService(async (tx) => {
    const { order_number, linkVersion, linked } = await tx
      .selectFrom('pre_orders')
      .leftJoin('private.payment_links as link', 'link.order_id', 'pre_orders.id')
      .select(['order_number', 'link_version as linkVersion', 'link.order_id as linked'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { order_number, pay_url: linked ? payLinks.urlOf({ id, linkVersion }) : null }
  })
}
