import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

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

test('fifty carts request the last use of a code: one gets a page with it, the others an error', async () => {
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

test('twenty wrong codes in ten minutes reach the limit, valid ones do not count', async () => {
  await using shop = await checkoutShop({ rateLimits: true })
  const { code } = await shop.db.discountCode()
  const ask = (discountCode: string) => shop.press({ validateOnly: true, discountCode })
  for (let times = 0; times < 25; times += 1) expect((await ask(code)).status).toBe(200)
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`GUESS${index}`)))
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(20)
  expect(await ask(code)).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
})
