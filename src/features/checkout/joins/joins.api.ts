import type { Hono } from 'hono'
import { requireWithinRate, withOrder } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Call, endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { placeByHand, quoteWares } from '../by-hand/hand-order.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import { readNetwork } from '../checkout-request.ts'
import { lockOrigin, type Origin } from './join-order.ts'
import * as contracts from './joins.contract.ts'

const ofNetwork: Rate = { max: 60, perSeconds: 600 }
/** An unpaid addition holds its pieces, so one order has few in a day. */
const additions: Rate = { max: 6, perSeconds: 86_400 }
/** How long the customer may take to pay; she is on the page already. */
const linkDays = 1

/** Garments that a customer adds to her order until it is begun. */
export function joinsApi({
  links,
  payLinks,
  networkSecret,
  ...deps
}: LinkDeps & { links: OrderLinks; payLinks: OrderLinks; networkSecret: string }): Hono<Env> {
  async function forOrigin<T>(
    call: Pick<Call, 'c' | 'db'>,
    token: string,
    work: (tx: Tx, origin: Origin) => Promise<T>,
  ): Promise<T> {
    const key = limitKey(call.c.var.clientIp)
    await requireWithinRate(call.c, { bucket: 'add-to-order', key, rate: ofNetwork })
    return withOrder(call, { links, token }, async (tx, { id }) => work(tx, await lockOrigin(tx, { id })))
  }
  const wares = (items: Parameters<typeof quoteWares>[2]['asked']['items']) => ({ items, country: 'GB', service: '' })

  return endpoints(
    handle(contracts.quoteAddition, ({ body: { token, items }, ...call }) =>
      forOrigin(call, token, (tx, origin) => quoteWares(tx, deps, { asked: wares(items), origin })),
    ),
    handle(contracts.addToOrder, async ({ body: { token, items, ...body }, ...call }) => {
      const id = await withOrder(call, { links, token }, async (_, order) => order.id)
      await requireWithinRate(call.c, { bucket: 'add-to-order.order', key: id, rate: additions })
      await forOrigin(call, token, (tx, origin) =>
        placeByHand(
          tx,
          deps,
          {
            ...wares(items),
            ...body,
            customer_name: '',
            customer_email: null,
            address: null,
            payment: 'link',
            link_days: linkDays,
            handed_over: false,
          },
          { customer: { origin, network: readNetwork(call.c, networkSecret) } },
        ),
      )
      return { pay_path: payLinks.pathOf({ id: body.request_id, linkVersion: 1 }) }
    }),
  )
}
