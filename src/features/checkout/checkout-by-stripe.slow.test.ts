import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { rebuildOrder } from '#features/payments/reconciliation/repairs/rebuild-order.ts'
import { changeShop } from '#shop'
import type { Zone } from '#shop-defaults'
import { sizes } from '#shop-sizes'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { held, later, orders, stripeShop } from '#tests/fixtures/stripe-checkout-shop.ts'
import { closePage, openPage } from './payment-page.ts'

test('a payment at Stripe settles the order to the penny, by the webhook alone', async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const mary = await shop.db.product({ name: 'Mary Dress', price: 89.99 })
  const ruth = await shop.db.product({ name: 'Ruth Skirt', price: 30.01 })
  const code = await shop.db.discountCode({ percent: 15, max_redemptions: 1 })
  const items = [itemOf(mary), itemOf(ruth, { size: '8-10', quantity: 2 })]
  const { status, body } = await shop.press({ items, discountCode: code.code, cartId: randomUUID() })
  expect([status, body.url]).toEqual([200, `${stripe.url}/c/pay/${body.sessionId}`])
  const sessionId = body.sessionId ?? ''
  await stripe.pay(sessionId, { shipping: 'tracked-24' })
  await shop.runJobs()
  // 150.01 less 15% (22.5015) is 127.51, plus 6.50 for Tracked 24.
  expect(await shop.order(sessionId)).toMatchObject({
    provider_state: 'paid',
    payment_provider: 'stripe',
    discount_amount: '22.50',
    shipping_amount: '6.50',
    final_amount: '134.01',
    customer_email: 'shopper@example.com',
    shipping_country: 'GB',
    review_notes: [],
  })
  expect(stripe.ledger.sessions()).toMatchObject([{ amount_total: 13_401, payment_status: 'paid' }])
  expect(await shop.status(sessionId)).toBe('paid')
  expect(await shop.count('private.outbox')).toBe(1)
})

test('Stripe shows the name that a size has now, and an order rebuilt from its payment has the size', async () => {
  changeShop({ sizeChart: sizes.map((row) => (row.size === '10-12' ? { ...row, name: 'Medium' } : row)) })
  try {
    await using world = await stripeShop({ hold: true })
    const { shop, stripe } = world
    const sessionId = (await shop.press({ items: [itemOf(await shop.db.product())] })).body.sessionId ?? ''
    expect(await shop.paymentDeps.provider.getLines(sessionId)).toMatchObject([{ size: 'Medium' }])
    await stripe.pay(sessionId)
    await shop.db.asService((tx) => tx.deleteFrom('pre_orders').execute())
    await rebuildOrder(shop.paymentDeps, sessionId)
    expect(await shop.db.asService((tx) => tx.selectFrom('order_lines').select('size').execute())).toEqual([
      { size: '10-12' },
    ])
  } finally {
    changeShop({})
  }
})

test('the success page needs no webhook', { tags: ['C8'] }, async () => {
  await using world = await stripeShop({ hold: true })
  const { shop, stripe } = world
  const dress = await shop.db.product()
  const sessionId = (await shop.press({ items: [itemOf(dress)] })).body.sessionId ?? ''
  expect(await shop.status(sessionId)).toBe('none')
  await stripe.pay(sessionId, { how: 'klarna_later' })
  expect(await shop.status(sessionId)).toBe('confirming')
  await stripe.settleLater(sessionId, 'succeeded')
  expect(await shop.status(sessionId)).toBe('paid')
  await stripe.flush()
  await shop.runJobs()
  expect(await shop.count('private.outbox')).toBe(1)
})

test('twenty concurrent presses for one cart make one page at Stripe', { tags: ['C5'] }, async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const dress = await shop.db.product()
  const code = await shop.db.discountCode({ max_redemptions: 1 })
  const press = { items: [itemOf(dress)], cartId: randomUUID(), discountCode: code.code }
  const responses = await Promise.all(Array.from({ length: 20 }, () => shop.press(press)))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1)
  expect(stripe.ledger.sessions()).toHaveLength(1)
  expect(stripe.ledger.coupons()).toHaveLength(1)
  expect(await shop.count('pre_orders')).toBe(1)
})

test('a changed cart closes the payment page in the old tab', async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const dress = await shop.db.product()
  const code = await shop.db.discountCode({ max_redemptions: 1 })
  const press = { items: [itemOf(dress)], cartId: randomUUID(), discountCode: code.code }
  const old = await shop.press(press)
  const now = await shop.press({ ...press, items: [itemOf(dress, { quantity: 2 })] })
  expect(now.status).toBe(200)
  await expect(stripe.pay(old.body.sessionId ?? '')).rejects.toThrow('expired')
  await stripe.pay(now.body.sessionId ?? '')
  await shop.runJobs()
  expect((await orders(shop)).map((order) => order.provider_state)).toEqual(['expired', 'paid'])
  expect(await held(shop)).toBe(0)
})

test('a page paid while it is being closed becomes an order, and the changed cart a second one', async () => {
  await using world = await stripeShop({ hold: true })
  const { shop, stripe } = world
  const dress = await shop.db.product()
  for (let round = 0; round < 12; round += 1) {
    const cartId = randomUUID()
    const old = await shop.press({ items: [itemOf(dress)], cartId })
    const before = stripe.ledger.requests().length
    let isOver = false
    const closing = shop.press({ items: [itemOf(dress, { quantity: 2 })], cartId }).finally(() => {
      isOver = true
    })
    // Each round pays at another step of the closing.
    while (!isOver && stripe.ledger.requests().length < before + (round % 4)) await new Promise(setImmediate)
    const paid = await stripe.pay(old.body.sessionId ?? '').then(
      () => true,
      () => false,
    )
    const now = await closing
    expect(now.status).toBe(200)
    expect(now.body.sessionId).not.toBe(old.body.sessionId)
    const { provider_state } = await shop.order(old.body.sessionId ?? '')
    expect(provider_state).toBe(paid ? 'paid' : 'expired')
  }
  const isPaid = stripe.ledger.sessions().filter((session) => session.payment_status === 'paid').length
  expect((await orders(shop)).filter((order) => order.provider_state === 'paid')).toHaveLength(isPaid)
})

test('a page shown in one tab is not expired when the other tab changes the cart', async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const dress = await shop.db.product()
  stripe.faults.next({ kind: 'down', path: '/v1/checkout/sessions', times: 100 })
  await shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  stripe.faults.clear()
  const [order] = await orders(shop)
  const id = order?.id ?? ''
  let isShown = false
  const slow: typeof shop.paymentDeps.db = {
    ...shop.db,
    // The page appears right after the other tab has read that there is none.
    async asService(work) {
      const result = await shop.db.asService(work)
      if (!isShown) {
        isShown = true
        await openPage(shop.paymentDeps, id)
      }
      return result
    },
  }
  await closePage({ ...shop.paymentDeps, db: slow }, id)
  expect(await orders(shop)).toMatchObject([{ provider_state: 'open', payment_session_id: expect.any(String) }])
  await closePage(shop.paymentDeps, id)
  expect(await orders(shop)).toMatchObject([{ provider_state: 'expired' }])
  await expect(stripe.pay((await orders(shop))[0]?.payment_session_id ?? '')).rejects.toThrow('expired')
})

test('an abandoned page releases its discount code when it expires, with or without the webhook', async () => {
  for (const hold of [false, true]) {
    await using world = await stripeShop({ hold })
    const { shop, stripe } = world
    const dress = await shop.db.product()
    const code = await shop.db.discountCode({ max_redemptions: 1 })
    await shop.press({ items: [itemOf(dress)], cartId: randomUUID(), discountCode: code.code })
    await later(shop, '61 minutes')
    stripe.clock.advance(61 * 60_000)
    const untilGone = async () => {
      if (hold) await settleOpenSessions(shop.paymentDeps, 'expired')
      else await shop.runJobs()
      return (await orders(shop))[0]?.provider_state
    }
    await expect.poll(untilGone, { timeout: 5_000 }).toBe('expired')
    expect(await held(shop)).toBe(0)
  }
})

test('an order with a page of another Stripe account or of test mode releases its holds when the page expires', async () => {
  await using world = await stripeShop()
  const { shop } = world
  const dress = await shop.db.product()
  const code = await shop.db.discountCode({ max_redemptions: 1 })
  await shop.press({ items: [itemOf(dress)], cartId: randomUUID(), discountCode: code.code })
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ payment_session_id: 'cs_test_of_another_account' }).execute(),
  )
  await settleOpenSessions(shop.paymentDeps, 'expired')
  expect([await orders(shop), await held(shop)]).toMatchObject([[{ provider_state: 'open' }], 1])
  await later(shop, '61 minutes')
  await settleOpenSessions(shop.paymentDeps, 'expired')
  expect([await orders(shop), await held(shop)]).toMatchObject([[{ provider_state: 'expired' }], 0])
})

test('Klarna is offered for orders dispatched within three weeks, and not for a long pre-order', async () => {
  await using world = await stripeShop()
  const { shop, stripe } = world
  const soon = await shop.db.product({ slug: 'soon' })
  const preorder_end_date = new Date(Date.now() + 30 * 86_400_000)
  const late = await shop.db.product({ slug: 'late', is_preorder: true, preorder_end_date })
  for (const items of [[itemOf(soon)], [itemOf(late)], [itemOf(soon), itemOf(late)]]) await shop.press({ items })
  expect(stripe.ledger.sessions().map((session) => session.payment_method_types)).toEqual([
    ['card', 'klarna'],
    ['card'],
    ['card'],
  ])
})

const zones: Zone[] = [
  {
    id: 'free',
    name: 'Free',
    countries: ['GB'],
    services: [
      { id: 'post', label: 'Post', pricePence: 300, freeFromPence: 0, transitDays: { from: 3, to: 3 } },
      { id: 'pigeon', label: 'Pigeon', pricePence: 30, freeFromPence: null, transitDays: { from: 1, to: 1 } },
    ],
  },
]

test('both providers refuse a total between zero and thirty pence before anything is written', async () => {
  await using byStripe = await stripeShop({ zones })
  await using byTest = await checkoutShop({ zones })
  for (const shop of [byStripe.shop, byTest]) {
    const free = await shop.db.discountCode({ percent: 100 })
    for (const [price, accepted] of [
      [0.01, false],
      [0.29, false],
      [0.3, true],
      [0.31, true],
    ] as const) {
      const trinket = await shop.db.product({ slug: `trinket-${Math.round(price * 100)}`, price })
      const before = await shop.count('pre_orders')
      const { status, body } = await shop.press({ items: [itemOf(trinket)], cartId: randomUUID() })
      expect([price, status, body.code]).toEqual([
        price,
        accepted ? 200 : 400,
        accepted ? undefined : 'amount_too_small',
      ])
      if (!accepted) expect(body.message).toMatch(/^The smallest amount we can charge to a card is £0\.30/)
      expect(await shop.count('pre_orders')).toBe(before + (accepted ? 1 : 0))
    }
    const gift = await shop.db.product({ slug: 'gift', price: 12 })
    expect((await shop.press({ items: [itemOf(gift)], discountCode: free.code })).status).toBe(200)
  }
})

test('a free order passes Stripe without a card', async () => {
  await using world = await stripeShop({ zones })
  const { shop, stripe } = world
  const gift = await shop.db.product({ price: 12 })
  const free = await shop.db.discountCode({ percent: 100 })
  const { body } = await shop.press({ items: [itemOf(gift)], discountCode: free.code })
  await stripe.pay(body.sessionId ?? '', { shipping: 'post' })
  await shop.runJobs()
  expect(await shop.order(body.sessionId ?? '')).toMatchObject({ provider_state: 'paid', final_amount: '0.00' })
  expect(stripe.ledger.payments()).toEqual([])
})
