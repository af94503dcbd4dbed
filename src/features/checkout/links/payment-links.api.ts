import type { Hono } from 'hono'
import { sql } from 'kysely'
import { type Pounds, pence, penceFromPounds } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { limitWrongLinks, requireWithinRate } from '#features/orders/links/order-by-link.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import { collected } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import { dayPaidNow } from './day-paid-now.ts'
import * as contracts from './payment-links.contract.ts'
import {
  endLink,
  lockLink,
  openByLink,
  renewLink,
  stateOfLink,
  takeLinkByHand,
  undoEndLink,
  undoTakenByHand,
} from './payment-links.ts'

const presses: Rate = { max: 30, perSeconds: 600 }

/** Links by which the customers of unpaid orders pay. */
export function paymentLinksApi({ payLinks, ...deps }: LinkDeps & { payLinks: OrderLinks }): Hono<Env> {
  /** Refuses not_found for a token of no link. */
  async function orderOf(tx: Tx, token: string) {
    const id = payLinks.idIn(token)
    const order = id && (await findLinked(tx, id))
    if (!order || !payLinks.isFor(token, { id: order.id, linkVersion: order.link_version })) {
      throw new AppError('not_found', 'This link doesn’t lead to any of our orders.')
    }
    return order
  }

  return endpoints(
    handle(contracts.readPaymentLink, ({ c, db, query: { token } }) => {
      c.header('X-Robots-Tag', 'noindex')
      return limitWrongLinks(c, () =>
        db.asService(async (tx) => {
          const order = await orderOf(tx, token)
          const link = await lockLink(tx, { id: order.id }, deps.provider.name)
          const state = stateOfLink(link)
          // An open payment page names the day of its order.
          const isHeld = state !== 'open' || link.state === 'open'
          const { settingSources } = deps
          const day = isHeld ? order.dispatch_by : await dayPaidNow(tx, { orderId: order.id, settingSources })
          return describe(tx, { ...order, dispatch_by: day }, state)
        }),
      )
    }),
    handle(contracts.openPaymentLink, async ({ c, db, body: { token } }) => {
      await requireWithinRate(c, { bucket: 'payment-link', key: limitKey(c.var.clientIp), rate: presses })
      const order = await limitWrongLinks(c, () => db.asService((tx) => orderOf(tx, token)))
      const linked = { id: order.id, linkVersion: order.link_version }
      const { url } = await openByLink(deps, order.id, payLinks.urlOf(linked))
      return { url }
    }),
    handle(contracts.readOrderLink, ({ db, query: { order_number: number } }) =>
      db.asService(async (tx) => {
        const link = await lockLink(tx, { number }, deps.provider.name).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'not_found') return null
          throw error
        })
        const order = link && (await findLinked(tx, link.orderId))
        if (!link || !order) return { link: null }
        const url = payLinks.urlOf({ id: order.id, linkVersion: order.link_version })
        return { link: { state: stateOfLink(link), ends_at: link.endsAt.toISOString(), url } }
      }),
    ),
    handle(contracts.renewPaymentLink, async ({ body: { order_number: orderNumber, days }, asCaller }) => {
      const endsAt = await asCaller((tx) => renewLink(tx, deps, { orderNumber, days }))
      return { ends_at: endsAt.toISOString() }
    }),
    handle(contracts.endPaymentLink, async ({ body, asCaller }) => ({
      state: await endLink(deps, body.order_number, asCaller),
    })),
    handle(contracts.takeByHand, async ({ body: { order_number: orderNumber, payment }, asCaller }) => {
      await takeLinkByHand(deps, { orderNumber, payment }, asCaller)
      return { taken: true as const }
    }),
    handle(contracts.undoEndPaymentLink, async ({ body, asCaller }) => {
      await asCaller((tx) => undoEndLink(tx, deps, body.order_number))
      return { undone: true as const }
    }),
    handle(contracts.undoTakeByHand, async ({ body, asCaller }) => {
      await asCaller((tx) => undoTakenByHand(tx, deps, body.order_number))
      return { undone: true as const }
    }),
  )
}

function findLinked(tx: Tx, id: string) {
  return tx
    .selectFrom('pre_orders as placed')
    .innerJoin('private.payment_links as link', 'link.order_id', 'placed.id')
    .select(['id', 'order_number', 'link_version', 'delivery_options', 'ends_at'])
    .select(
      sql<boolean>`exists (select from private.exchanges as exchange where exchange.order_id = placed.id)`.as(
        'is_exchange',
      ),
    )
    .select(penceOf('product_price', 'discount_amount'))
    .select(sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatch_by'))
    .where('id', '=', id)
    .executeTakeFirst()
}

type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>

async function describe(tx: Tx, order: Linked, state: contracts.LinkState): Promise<contracts.PaymentLink> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['name', 'size', 'quantity', ...penceOf('unit_price')])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const [service] = order.delivery_options as { id: string; label: string; price: Pounds }[]
  const delivery = service ? { label: service.label, price_pence: penceFromPounds(service.price) } : null
  return {
    state,
    order_number: order.order_number,
    ends_at: order.ends_at.toISOString(),
    lines: lines.map(({ unit_price, ...line }) => ({ ...line, total_pence: pence(unit_price * line.quantity) })),
    discount_pence: order.discount_amount,
    is_exchange: order.is_exchange,
    delivery,
    total_pence: order.product_price - order.discount_amount + (delivery?.price_pence ?? 0),
    dispatch_by: order.dispatch_by,
    is_collected: service?.id === collected.id,
  }
}
