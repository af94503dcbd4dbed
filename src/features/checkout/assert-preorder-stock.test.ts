import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

const soon = () => new Date(Date.now() + 86_400_000)

test('a hundred concurrent shoppers get ten units of a pre-order limited to ten, and expiry frees them', async () => {
  await using shop = await checkoutShop()
  const gown = await shop.db.product({ is_preorder: true, preorder_end_date: soon(), preorder_limit: 10 })
  let shoppers = 0
  const press = (quantity = 1) => {
    shoppers += 1
    return shop.press({ items: [itemOf(gown, { quantity })], cartId: randomUUID() }, `203.0.113.${shoppers}`)
  }
  const responses = await Promise.all(Array.from({ length: 100 }, () => press()))
  const sold = responses.filter(({ status }) => status === 200)
  expect(sold).toHaveLength(10)
  const refused = responses.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'reserved',
    details: { lines: [{ id: gown.id, reason: 'reserved' }] },
  })

  await shop.paymentDeps.provider.expireSession(sold[0]?.body.sessionId ?? '')
  await shop.redeliver()
  await shop.runJobs()
  expect((await press(2)).body.message).toMatch(
    /^Only 1 piece of the Mary Dress is available just now, as the rest are in other carts/,
  )
  const last = await press()
  expect(last.status).toBe(200)

  // Only paid pieces count as sold.
  for (const { body } of sold.slice(1)) await shop.pay(body.sessionId ?? '')
  await shop.runJobs()
  expect((await press(2)).body).toMatchObject({
    code: 'unavailable',
    message: 'Only 1 of the Mary Dress can still be pre-ordered.',
  })
  await shop.pay(last.body.sessionId ?? '')
  await shop.runJobs()
  expect((await press()).body.message).toBe('The pre-order for the Mary Dress is full.')
}, 60_000)

test('sizes of one garment share its limit, and a changed cart frees its own units first', async () => {
  await using shop = await checkoutShop()
  const gown = await shop.db.product({ is_preorder: true, preorder_end_date: soon(), preorder_limit: 3 })
  const cartId = randomUUID()
  const two = [itemOf(gown), itemOf(gown, { size: '8-10' })]
  expect((await shop.press({ items: two, cartId })).status).toBe(200)
  const three = [itemOf(gown, { quantity: 2 }), itemOf(gown, { size: '8-10' })]
  expect((await shop.press({ items: three, cartId })).status).toBe(200)
  expect((await shop.press({ items: [itemOf(gown)] })).status).toBe(409)
})

test('the limit ends with the pre-order', async () => {
  await using shop = await checkoutShop()
  const gown = await shop.db.product({ is_preorder: true, preorder_end_date: new Date(0), preorder_limit: 1 })
  expect((await shop.press({ items: [itemOf(gown, { quantity: 5 })] })).status).toBe(200)
})
