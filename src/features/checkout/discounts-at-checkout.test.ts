import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { startMinute } from '#tests/fixtures/start-minute.ts'

test('validateOnly returns the percentage and writes nothing', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product({ price: 40 })
  const { code } = await shop.db.discountCode({ percent: 15, minimum_subtotal: 50 })
  const ask = (more: object) => shop.press({ validateOnly: true, discountCode: code.toLowerCase(), ...more })
  expect(await ask({})).toMatchObject({ status: 200, body: { discount: 15 } })
  expect(await ask({ items: [itemOf(dress, { quantity: 2 })] })).toMatchObject({ body: { discount: 15 } })
  expect(await ask({ items: [itemOf(dress)] })).toMatchObject({ status: 400, body: { code: 'discount_invalid' } })
  for (const discountCode of ['', '  ', 'NOPE', null, undefined]) {
    expect(await ask({ discountCode })).toMatchObject({ status: 400, body: { code: 'discount_invalid' } })
  }
  expect(await shop.count('pre_orders')).toBe(0)
})

test('fifty carts request the last use of a code: one gets a page with it, the others an error', {
  tags: ['S2'],
}, async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const presses = Array.from({ length: 50 }, () =>
    shop.press({ items: [itemOf(dress)], cartId: randomUUID(), discountCode: code }),
  )
  const responses = await Promise.all(presses)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = responses.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(49)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['discount_invalid']))
  expect(await shop.count('pre_orders')).toBe(1)
})

test('an abandoned page releases its use when it expires', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const press = () => shop.press({ items: [itemOf(dress)], cartId: randomUUID(), discountCode: code })
  const { body } = await press()
  expect((await press()).status).toBe(400)
  await shop.paymentDeps.provider.expireSession(body.sessionId ?? '')
  await shop.redeliver()
  await shop.runJobs()
  expect((await press()).status).toBe(200)
})

/** The lifetime in minutes of each payment page, and the number of networks that are stored. */
function pagesOf({ db }: CheckoutShop) {
  return db.asService(async (tx) => {
    const pages = await tx
      .selectFrom('pre_orders')
      .select(sql<number>`round(extract(epoch from payment_session_expires_at - created_at) / 60)::int`.as('minutes'))
      .orderBy('created_at')
      .execute()
    const networks = await tx.selectFrom('private.reservation_networks').select('network').execute()
    return { minutes: pages.map(({ minutes }) => minutes), networks: networks.length }
  })
}

test.each([
  ['without a cart id', null, false],
  ['with a cart of its own each', randomUUID, false],
  ['without a cart id, and rate limits', null, true],
])(
  'one network holds two of five uses of a code, however many checkouts it opens at once: %s',
  async (_, cart, rateLimits) => {
    await using shop = await checkoutShop({ rateLimits })
    const dress = await shop.db.product()
    const { code } = await shop.db.discountCode({ max_redemptions: 5 })
    const press = (from: string) =>
      shop.press({ items: [itemOf(dress)], discountCode: code, ...(cart && { cartId: cart() }) }, from)
    // Of one home, which has 256 networks of /64.
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, at) => press(`2001:db8:0:${(at * 16).toString(16)}::1`)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = responses.filter(({ status }) => status === 400)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['discount_invalid']))
    expect(refused[0]?.body.message).toContain('on your internet connection')
    const validate = { validateOnly: true, discountCode: code }
    expect((await shop.press(validate, '2001:db8:0:fe::77')).status).toBe(400)
    expect((await shop.press(validate, '203.0.113.7')).status).toBe(200)
    for (const from of ['203.0.113.7', '203.0.113.7', '198.51.100.1']) expect((await press(from)).status).toBe(200)
    expect(await pagesOf(shop)).toEqual({ minutes: Array(5).fill(31), networks: 5 })
    const late = await press('198.51.100.9')
    expect(late).toMatchObject({ status: 400, body: { code: 'discount_invalid' } })
    expect(late.body.message).toContain('in other checkouts')
  },
)

test('a network gets its uses back when a page is paid or expires, and a paid use is no longer held', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const { code } = await shop.db.discountCode({ max_redemptions: 9 })
  const press = () => shop.press({ items: [itemOf(dress)], discountCode: code })
  const [first, second] = [await press(), await press()]
  expect((await press()).status).toBe(400)
  await shop.pay(first.body.sessionId ?? '')
  await shop.runJobs()
  expect((await press()).status).toBe(200)
  expect((await press()).status).toBe(400)
  await shop.paymentDeps.provider.expireSession(second.body.sessionId ?? '')
  await shop.redeliver()
  await shop.runJobs()
  expect((await press()).status).toBe(200)
})

test('a cart that returns from its page uses its code again, and a refused change leaves the page open', async () => {
  await using shop = await checkoutShop()
  const [dress, skirt] = [await shop.db.product(), await shop.db.product()]
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const cartId = randomUUID()
  const own = { items: [itemOf(dress)], discountCode: code, cartId }
  const { body } = await shop.press(own)
  expect((await shop.press(own)).body.sessionId).toBe(body.sessionId)
  const changed = await shop.press({ ...own, items: [itemOf(skirt)] })
  expect(changed.status).toBe(200)
  const other = { items: [itemOf(dress)], cartId: randomUUID() }
  const page = await shop.press(other)
  expect((await shop.press({ ...other, discountCode: code })).status).toBe(400)
  expect((await shop.press(other)).body.sessionId).toBe(page.body.sessionId)
})

test('a code without a limit is not counted: its pages live an hour, and no network is stored', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const { code } = await shop.db.discountCode()
  const press = () => shop.press({ items: [itemOf(dress)], discountCode: code })
  for (let times = 0; times < 4; times += 1) expect((await press()).status).toBe(200)
  expect(await pagesOf(shop)).toEqual({ minutes: [60, 60, 60, 60], networks: 0 })
})

test('twenty wrong codes in ten minutes reach the limit, valid ones do not count', { tags: ['S2'] }, async () => {
  await using shop = await checkoutShop({ rateLimits: true })
  await startMinute(shop.db)
  const { code } = await shop.db.discountCode()
  const ask = (discountCode: string) => shop.press({ validateOnly: true, discountCode })
  for (let times = 0; times < 25; times += 1) expect((await ask(code)).status).toBe(200)
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`GUESS${index}`)))
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(20)
  expect(await ask(code)).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
})
