import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { itemOf } from '#tests/fixtures/checkout-shop.ts'
import { findAllErrors, findWrongEmails, finishPendingWork } from './finish-pending-work.ts'
import { type KillableShop, killableShop } from './killable-shop.ts'
import { payerFrom } from './shoppers.ts'

const points = ['refund.before-commit', 'refund.before-call', 'refund.called', 'refund.committed'] as const

type Bought = { id: string; session: string; token: string; lines: { id: number; quantity: number }[] }

/** A paid order of two dresses and a skirt. */
async function buy(shop: KillableShop, items: object[]): Promise<Bought> {
  const { db, stripe, links } = shop
  await shop.start()
  const response = await shop.ask('create-stripe-checkout', { items, cartId: randomUUID() })
  const session = response?.body.sessionId ?? ''
  await stripe.pay(session, { how: 'card', ...payerFrom('GB') })
  await shop.kill()
  await finishPendingWork(shop)
  const { rows } = await db.asService((tx) =>
    sql<{ order_id: string; id: number; quantity: number }>`
      select l.order_id, l.id::int, l.quantity from public.order_lines l
        join public.pre_orders o on o.id = l.order_id
       where o.payment_session_id = ${session} order by l.position`.execute(tx),
  )
  const id = rows[0]?.order_id ?? ''
  const token = links.pathOf({ id, linkVersion: 1 }).slice('/order/'.length)
  return { id, session, token, lines: rows.map((line) => ({ id: line.id, quantity: line.quantity })) }
}

async function stateOf({ db }: KillableShop, { id }: Bought) {
  const { rows } = await db.asService((tx) =>
    sql<{ status: string; cancelled: number; returns: number; refunds: number }>`
      select order_status as status,
        (select sum(cancelled_quantity)::int from public.order_lines where order_id = o.id) as cancelled,
        (select count(*)::int from private.returns where order_id = o.id and stopped) as returns,
        (select count(*)::int from private.refunds where order_id = o.id) as refunds
        from public.pre_orders o where id = ${id}`.execute(tx),
  )
  return rows[0]
}

test.each(['all of it', 'a part of it'])(
  'a withdrawal from %s happens once and is refunded once, also if the program dies during it',
  async (what) => {
    await using shop = await killableShop({ port: 24_382 })
    const products = await Promise.all([shop.db.product({ price: 89.5 }), shop.db.product({ price: 45.99 })])
    const pages: string[] = []
    const isAll = what === 'all of it'
    // Their transactions differ; what follows is the same.
    const deaths = isAll ? points : points.slice(0, 1)
    for (const point of deaths) {
      const order = await buy(
        shop,
        products.map((product, index) => itemOf(product, { quantity: 2 - index })),
      )
      pages.push(order.session)
      const lines = isAll ? order.lines : order.lines.slice(1)
      const body = { token: order.token, id: randomUUID(), kind: 'withdrawal', lines }
      const press = () => shop.ask('request-return', body)
      await shop.start(point)
      await press()
      await shop.died()
      const done = isAll
        ? { status: 'cancelled', cancelled: 0, returns: 1, refunds: 1 }
        : { status: 'pending', cancelled: 1, returns: 1, refunds: 1 }
      // All of it is written, or nothing is.
      const nothing = { status: 'pending', cancelled: 0, returns: 0, refunds: 0 }
      expect(await stateOf(shop, order), point).toEqual(point === 'refund.before-commit' ? nothing : done)
      await shop.start()
      expect((await press())?.status, point).toBe(200)
      await shop.kill()
      await finishPendingWork(shop)
      expect(await stateOf(shop, order), point).toEqual(done)
    }
    expect(shop.stripe.ledger.refunds()).toHaveLength(deaths.length)
    expect(await findAllErrors(shop, { pages })).toEqual([])
    expect(await findWrongEmails(shop)).toEqual([])
  },
  600_000,
)
