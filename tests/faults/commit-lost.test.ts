// @module-tag D4

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { type PostgresProxy, postgresProxy } from '#tests/fixtures/postgres-proxy.ts'
import { networkOf } from './money/shoppers.ts'

/** A shop whose connections pass the proxy; its database disposes of both. */
async function shopBehindProxy(): Promise<{ shop: CheckoutShop; proxy: PostgresProxy }> {
  const direct = await testDatabase({ withQueue: true })
  const proxy = await postgresProxy(direct.connectionString)
  const log = createLog({ level: 'silent' })
  const through = openDb({ connectionString: proxy.connectionString, log, maxConnections: 10 })
  const dispose = async () => {
    await through.close()
    await proxy[Symbol.asyncDispose]()
    await direct[Symbol.asyncDispose]()
  }
  const shop = await checkoutShop({ db: { ...direct, ...through, [Symbol.asyncDispose]: dispose } })
  return { shop, proxy }
}

/**
 * Repeats `work` with the connection lost at its first COMMIT, its second and so on, until it has no further one; each
 * time before and after PostgreSQL executes it. Returns the number of lost connections.
 */
async function loseEachCommit(proxy: PostgresProxy, work: () => Promise<void>): Promise<number> {
  let lost = 0
  for (const when of ['before', 'after'] as const) {
    for (let nth = 1; ; nth += 1) {
      expect(nth).toBeLessThan(100)
      proxy.cutAtCommit(nth, when)
      await work()
      const hasCut = proxy.hasCutAtCommit()
      proxy.resume()
      if (!hasCut) break
      lost += 1
    }
  }
  return lost
}

/** Once more where the answer was lost, as a customer presses again. */
async function insist(send: () => Promise<{ status: number }>, expected: number): Promise<void> {
  const { status } = await send()
  if (status === expected) return
  // No other error: the outcome is unknown.
  expect(status).toBe(503)
  expect((await send()).status).toBe(expected)
}

test('a connection lost during any COMMIT of a checkout leaves one order and one page for the cart', async () => {
  const { shop, proxy } = await shopBehindProxy()
  await using _ = shop
  const product = await shop.db.product({ price: 89.5 })
  const { code } = await shop.db.discountCode({ percent: 15, max_redemptions: 1_000 })
  let carts = 0
  const lost = await loseEachCommit(proxy, async () => {
    const cart = { items: [itemOf(product)], cartId: randomUUID(), discountCode: code }
    carts += 1
    const given = new Set<unknown>()
    const press = async () => {
      const { status, body } = await shop.press(cart, networkOf(cart.cartId))
      if (status === 200) given.add(body.sessionId)
      return { status }
    }
    await insist(press, 200)
    await press()
    expect(given.size).toBe(1)
  })
  expect(lost).toBeGreaterThan(3)
  const { rows } = await shop.db.asService((tx) =>
    sql`select (select count(*) from pre_orders)::int as orders,
      (select count(*) from pre_orders where provider_state = 'open')::int as open,
      (select count(*) from private.test_payment_sessions)::int as pages,
      (select held from discount_codes)::int as held`.execute(tx),
  )
  expect(rows).toEqual([{ orders: carts, open: carts, pages: carts, held: carts }])
})

test('a connection lost during any COMMIT of a payment leaves one paid order with one confirmation', async () => {
  const { shop, proxy } = await shopBehindProxy()
  await using _ = shop
  const product = await shop.db.product({ price: 89.5 })
  const { code } = await shop.db.discountCode({ percent: 15, max_redemptions: 1_000 })
  let payments = 0
  const settle = async () => {
    const queued = { next_attempt_at: new Date(0) }
    await shop.db.asService((tx) => tx.updateTable('private.test_payment_events').set(queued).execute())
    await shop.redeliver()
    await shop.runJobs()
  }
  const lost = await loseEachCommit(proxy, async () => {
    const cart = { items: [itemOf(product)], cartId: randomUUID(), discountCode: code }
    payments += 1
    let sessionId = ''
    const press = async () => {
      const { status, body } = await shop.press(cart, networkOf(cart.cartId))
      sessionId = body.sessionId ?? sessionId
      return { status }
    }
    await insist(press, 200)
    await insist(() => shop.pay(sessionId), 303)
    await settle().catch(() => settle())
  })
  proxy.resume()
  await settle()
  expect(lost).toBeGreaterThan(9)
  const { rows } = await shop.db.asService((tx) =>
    sql`select (select count(*) from private.test_payment_sessions where payment_status = 'paid')::int as pages,
      (select count(*) from pre_orders where provider_state = 'paid')::int as orders,
      (select count(*) from pre_orders where provider_state <> 'paid')::int as others,
      (select count(*) from private.outbox where kind = 'order_confirmation')::int as confirmations,
      (select redeemed from discount_codes)::int as redeemed, (select held from discount_codes)::int as held`.execute(
      tx,
    ),
  )
  const each = payments
  expect(rows).toEqual([{ pages: each, orders: each, others: 0, confirmations: each, redeemed: each, held: 0 }])
})
