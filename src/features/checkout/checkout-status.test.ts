import { expect, test } from 'vitest'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

test('of an open payment page one question a minute, and few of one network, use the calls that confirm orders', async () => {
  const asked = { first: 0, background: 0 }
  await using shop = await checkoutShop({
    rateLimits: true,
    provider: (own) => ({
      ...own,
      getSession: (id) => {
        asked.first += 1
        return own.getSession(id)
      },
      inBackground: () => ({
        ...own,
        getSession: (id) => {
          asked.background += 1
          return own.getSession(id)
        },
      }),
    }),
  })
  const items = [itemOf(await shop.db.product())]
  const opened = async () => (await shop.press({ items }, '203.0.113.9')).body.sessionId ?? ''
  const status = async (id: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    return (await shop.fetch(`/functions/v1/checkout-status?session_id=${id}`, { headers })).status
  }
  const sessionId = await opened()
  for (let each = 0; each < 5; each += 1) expect(await status(sessionId)).toBe(200)
  expect(asked).toEqual({ first: 1, background: 4 })
  for (let each = 0; each < 12; each += 1) await status(await opened())
  expect(asked).toEqual({ first: 10, background: 7 })
})
