import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { later, stripeShop } from '#tests/fixtures/stripe-checkout-shop.ts'
import { finishCheckouts } from './checkout.jobs.ts'

const home = '203.0.113.7'
const minutesMs = 60_000

/** A pre-order garment limited to this many pieces. */
function limitedGown(shop: CheckoutShop, limit: number, sizes = ['8-10', '10-12']) {
  const end = new Date(Date.now() + 5 * 86_400_000)
  return shop.db.product({ is_preorder: true, preorder_end_date: end, preorder_limit: limit, sizes })
}

type Press = { quantity?: number; from?: string; cartId?: string | null }

/** Checkouts of one garment, each with its own cart unless one is given; retries `busy`. */
function pressesOf(shop: CheckoutShop, gown: Awaited<ReturnType<typeof limitedGown>>) {
  return async ({ quantity = 1, from = home, cartId = randomUUID() }: Press = {}) => {
    const press = () => shop.press({ items: [itemOf(gown, { quantity })], cartId }, from)
    for (let tries = 0; tries < 20; tries += 1) {
      const response = await press()
      if (response.body.code !== 'busy') return response
    }
    return press()
  }
}

async function countUnpaid({ db }: CheckoutShop): Promise<number> {
  const { pieces } = await db.asService((tx) =>
    tx
      .selectFrom('order_lines as line')
      .innerJoin('pre_orders as order', 'order.id', 'line.order_id')
      .select(sql<number>`coalesce(sum(line.quantity), 0)::int`.as('pieces'))
      .where('order.provider_state', 'in', ['creating', 'open'])
      .executeTakeFirstOrThrow(),
  )
  return pieces
}

function keptNetworks({ db }: CheckoutShop) {
  return db.asService((tx) => tx.selectFrom('private.reservation_networks').selectAll().execute())
}

function minutesLeft({ db }: CheckoutShop) {
  return db.asService(async (tx) => {
    const rows = await tx
      .selectFrom('pre_orders')
      .select(sql<number>`round(extract(epoch from payment_session_expires_at - created_at) / 60)::int`.as('minutes'))
      .orderBy('created_at')
      .execute()
    return rows.map(({ minutes }) => minutes)
  })
}

test('one address holds at most six of sixty pieces, however many carts it checks out', async () => {
  await using shop = await checkoutShop()
  const sizes = ['6-8', '8-10', '10-12']
  const gown = await limitedGown(shop, 60, sizes)
  const press = pressesOf(shop, gown)
  const everything = { items: sizes.map((size) => itemOf(gown, { quantity: 20, size })), cartId: randomUUID() }
  await Promise.all([
    shop.press(everything, home),
    ...Array.from({ length: 40 }, (_, n) => press({ quantity: (n % 4) + 1, cartId: n % 3 ? randomUUID() : null })),
    ...Array.from({ length: 10 }, () => press({ from: `::ffff:${home}` })),
    ...Array.from({ length: 10 }, () => press({ from: '::ffff:cb00:7107' })),
    ...Array.from({ length: 10 }, (_, n) => press({ from: `192.0.2.${n}, ${home}` })),
  ])
  expect(await countUnpaid(shop)).toBe(6)
  expect((await press({ from: '198.51.100.4' })).status).toBe(200)
}, 60_000)

test('fifty addresses that request two pieces each at once get sixty pieces in total', async () => {
  await using shop = await checkoutShop()
  const gown = await limitedGown(shop, 60)
  const press = pressesOf(shop, gown)
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => press({ quantity: 2, from: `2001:db8:${n.toString(16)}::1` })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(responses.filter(({ body }) => body.code === 'reserved')).toHaveLength(20)
  expect(await countUnpaid(shop)).toBe(60)
}, 60_000)

test('a second checkout replaces the cart’s pieces, and a refused one keeps its page', async () => {
  await using shop = await checkoutShop()
  const gown = await limitedGown(shop, 5)
  const press = pressesOf(shop, gown)
  const cartId = randomUUID()
  const first = await press({ quantity: 2, cartId })
  expect((await press({ quantity: 2, cartId })).body.sessionId).toBe(first.body.sessionId)
  const second = await press({ quantity: 4, cartId })
  expect(second.status).toBe(200)
  expect(await countUnpaid(shop)).toBe(4)
  const refused = await press({ quantity: 5, cartId })
  expect(refused).toMatchObject({ status: 409, body: { code: 'reserved' } })
  expect(refused.body.message).toMatch(/^You can order up to 4 of /)
  expect(await shop.order(second.body.sessionId ?? '')).toMatchObject({ provider_state: 'open' })
  expect(await countUnpaid(shop)).toBe(4)
})

test('an error says when to retry, in its message, its details and its header', async () => {
  await using shop = await checkoutShop()
  const gown = await limitedGown(shop, 8)
  const press = pressesOf(shop, gown)
  for (const quantity of [4, 2]) expect((await press({ quantity })).status).toBe(200)
  const sameNetwork = await press()
  expect(sameNetwork.body.message).toMatch(
    /^We can hold up to 6 unpaid pieces of .* per internet connection\. Pay for /,
  )
  expect((await press({ quantity: 1, from: '198.51.100.4' })).status).toBe(200)
  const some = await press({ quantity: 2, from: '198.51.100.5' })
  expect(some.body.message).toMatch(
    /^Only 1 piece of the .* is available just now, as the rest are in other carts\. Order 1 now, or try/,
  )
  expect((await press({ from: '198.51.100.5' })).status).toBe(200)
  const none = await press({ from: '198.51.100.6' })
  expect(none).toMatchObject({
    status: 409,
    body: { code: 'reserved', details: { lines: [{ id: gown.id, size: '10-12', reason: 'reserved' }] } },
  })
  const { retryAt } = none.body.details as { retryAt: string }
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
  const words = `All remaining pieces of the ${gown.name} are in other carts just now. Please try again at ${time.format(new Date(retryAt))} `
  expect(none.body.message).toContain(words)
  const waitMs = Date.parse(retryAt) - Date.now()
  expect(waitMs).toBeGreaterThan(31 * minutesMs)
  expect(waitMs).toBeLessThan(34 * minutesMs)
  const seconds = Number(none.headers.get('retry-after'))
  expect(Math.abs(seconds - waitMs / 1000)).toBeLessThan(10)
})

test('at the test provider a payment page with a limited garment expires after 31 minutes, any other after an hour', async () => {
  await using shop = await checkoutShop()
  const [gown, dress] = [await limitedGown(shop, 8), await shop.db.product()]
  await shop.press({ items: [itemOf(dress)], cartId: randomUUID() }, home)
  await shop.press({ items: [itemOf(dress), itemOf(gown)], cartId: randomUUID() }, home)
  expect(await minutesLeft(shop)).toEqual([60, 31])
  await later(shop, '31 minutes')
  await settleOpenSessions(shop.paymentDeps, 'expired')
  expect(await countUnpaid(shop)).toBe(1)
})

test('Stripe’s page expires after 31 minutes and releases its pieces, with or without the webhook', async () => {
  for (const hold of [false, true]) {
    await using world = await stripeShop({ hold })
    const { shop, stripe } = world
    const press = pressesOf(shop, await limitedGown(shop, 1))
    expect((await press()).status).toBe(200)
    const [session] = stripe.ledger.sessions()
    expect(Math.round(((session?.expires_at ?? 0) - (session?.created ?? 0)) / 60)).toBe(31)
    expect((await press({ from: '198.51.100.4' })).body.code).toBe('reserved')
    await later(shop, '31 minutes')
    stripe.clock.advance(31 * minutesMs)
    const pressAgain = async () => {
      if (hold) await settleOpenSessions(shop.paymentDeps, 'expired')
      else await shop.runJobs()
      return (await press({ from: '198.51.100.4' })).status
    }
    await expect.poll(pressAgain, { timeout: 5_000 }).toBe(200)
  }
})

test('the network is stored as a keyed hash while the page is open and removed when it is paid, cancelled or expired', async () => {
  await using shop = await checkoutShop()
  const gown = await limitedGown(shop, 20)
  const press = pressesOf(shop, gown)
  await shop.press({ items: [itemOf(await shop.db.product())], cartId: randomUUID() }, home)
  expect(await keptNetworks(shop)).toEqual([])
  const [paid, cancelled, expired, removed] = await Promise.all(Array.from({ length: 4 }, () => press()))
  const stored = await keptNetworks(shop)
  expect(new Set(stored.map(({ network }) => network)).size).toBe(1)
  expect(stored[0]?.network).toMatch(/^[\w-]{43}$/)

  await shop.pay(paid?.body.sessionId ?? '')
  await shop.runJobs()
  const change = (sessionId: unknown, values: object) =>
    shop.db.asService((tx) =>
      tx.updateTable('pre_orders').set(values).where('payment_session_id', '=', String(sessionId)).execute(),
    )
  await change(cancelled?.body.sessionId, { order_status: 'cancelled' })
  await shop.paymentDeps.provider.expireSession(expired?.body.sessionId ?? '')
  await shop.redeliver()
  await shop.runJobs()
  const { id } = await shop.order(removed?.body.sessionId ?? '')
  expect((await keptNetworks(shop)).map(({ order_id }) => order_id)).toEqual([id])
  await shop.db.asService((tx) => tx.deleteFrom('pre_orders').where('id', '=', id).execute())
  expect(await keptNetworks(shop)).toEqual([])
  const rows = await shop.db.asService((tx) => sql`select after::text from private.audit_log`.execute(tx))
  expect(JSON.stringify(rows.rows)).not.toContain(stored[0]?.network)
})

test('an order too old for a Stripe page releases its pieces, and the cart gets a new order', async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const press = pressesOf(shop, await limitedGown(shop, 1))
  const cartId = randomUUID()
  stripe.faults.next({ kind: 'down', times: 100 })
  expect((await press({ cartId })).status).toBe(503)
  stripe.faults.clear()
  await later(shop, '2 minutes')
  stripe.clock.advance(2 * minutesMs)
  await expect.poll(async () => (await press({ cartId })).status, { timeout: 5_000 }).toBe(200)
  expect(await countUnpaid(shop)).toBe(1)

  const pressOther = pressesOf(shop, await limitedGown(shop, 1))
  stripe.faults.next({ kind: 'down', times: 100 })
  await pressOther()
  stripe.faults.clear()
  expect(await countUnpaid(shop)).toBe(2)
  await later(shop, '2 minutes')
  stripe.clock.advance(2 * minutesMs)
  await finishCheckouts(shop.paymentDeps)
  expect(await countUnpaid(shop)).toBe(1)
})

test('behind an undeclared proxy customers share half of the unsold pieces, at least six', async () => {
  await using shop = await checkoutShop({ trustProxy: undefined })
  const [large, small] = [await limitedGown(shop, 20), await limitedGown(shop, 7)]
  const peer = { incoming: { socket: { remoteAddress: '10.0.0.9' } } }
  const press = (gown: typeof large, index: number) =>
    shop.press({ items: [itemOf(gown, { quantity: 1 })], cartId: randomUUID() }, `198.51.100.${index}`, peer)
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => press(large, index)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = responses.find(({ status }) => status === 409)
  expect(refused?.body.message).toMatch(
    /^All remaining pieces of .* are in other carts just now\. Please try again at /,
  )
  const few = await Promise.all(Array.from({ length: 8 }, (_, index) => press(small, index)))
  expect(few.filter(({ status }) => status === 200)).toHaveLength(6)
})
