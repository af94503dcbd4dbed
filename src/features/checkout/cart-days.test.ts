import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxLines, maxQuantity } from '#features/cart/cart-lines.ts'
import { readShopTerms } from '#features/settings/shop-terms.contract.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { readCartDays } from './cart-days.contract.ts'
import { readTerms } from './place-order.ts'

type Item = { id: string; size: string; quantity?: number }

async function limitTo({ db }: CheckoutShop, pieces: number): Promise<void> {
  const value = JSON.stringify([{ from: '2020-01-01', pieces }])
  await db.asService((tx) => tx.insertInto('private.settings').values({ name: 'capacity', value }).execute())
}

async function daysOf(shop: CheckoutShop, items: Item[], cartId: string | null = null) {
  const body = JSON.stringify({ items: items.map(({ id, size, quantity }) => ({ id, size, quantity })), cartId })
  const headers = { 'content-type': 'application/json' }
  const response = await shop.fetch('/functions/v1/cart-days', { method: 'POST', headers, body })
  return response.status === 200 ? readCartDays.response.parse(await response.json()).days : response.status
}

test('a cart does not count the work that its own unpaid payment page holds; another cart does', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 5)
  const dress = await shop.db.product({ production_days: 1 })
  const [items, cartId] = [[itemOf(dress)], randomUUID()]
  const before = await daysOf(shop, items, cartId)
  await shop.press({ items, cartId })
  expect(await daysOf(shop, items, cartId)).toEqual(before)
  expect(await daysOf(shop, items)).not.toEqual(before)
  expect(await daysOf(shop, items, randomUUID())).toEqual(await daysOf(shop, items))
})

test('the garments that leave sooner are named; a garment that is not sold has no day, a long cart is refused', async () => {
  await using shop = await checkoutShop()
  const [soon, late] = [await shop.db.product({ production_days: 1 }), await shop.db.product({ production_days: 20 })]
  const both = await daysOf(shop, [itemOf(late), itemOf(soon)])
  const alone = await daysOf(shop, [itemOf(soon)])
  expect(alone).toEqual({ leaves: expect.any(String), sooner: null })
  expect(both).toMatchObject({ sooner: { lines: [1], leaves: (alone as { leaves: string }).leaves } })
  expect(await daysOf(shop, [itemOf(soon), { id: randomUUID(), size: '10-12' }])).toBeNull()
  expect(await daysOf(shop, Array(maxLines + 1).fill(itemOf(soon)))).toBe(400)
})

test('browsers read no promised work', () => {
  expect(Object.keys(readShopTerms.response.shape).filter((name) => /work|free|capacity/i.test(name))).toEqual([
    'hasCapacity',
  ])
})

test('the day of a cart is that of its checkout, for all garments and quantities', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 12)
  const ends = new Date(Date.now() + 9 * 86_400_000)
  const garments = await Promise.all([
    shop.db.product({ production_days: 1 }),
    shop.db.product({ work_hundredths: 50 }),
    shop.db.product({ production_days: 15, work_hundredths: 250 }),
    shop.db.product({ is_preorder: true, preorder_end_date: ends }),
  ])
  for (let order = 0; order < 20; order += 1) {
    await shop.press({ items: [itemOf(garments[order % 3] as never)] }, `2001:db8:${order}::1`)
  }
  const line = fc.record({ at: fc.nat(garments.length - 1), quantity: fc.integer({ min: 1, max: maxQuantity }) })
  const carts = fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ at }) => at })
  const days = new Set<string>()
  await fc.assert(
    fc.asyncProperty(carts, async (cart) => {
      const items = cart.map(({ at, quantity }) => itemOf(garments[at] as never, { quantity }))
      const { terms } = await shop.db.asService((tx) =>
        readTerms(tx, {
          requested: items.map((item) => ({ ...item, price: item.price * 100 }) as never),
          ...{ country: 'GB', service: null, giftNote: null, settingSources: {}, isTrial: true },
          ...{ provider: 'test', replaces: null },
        }),
      )
      expect(await daysOf(shop, items)).toMatchObject({ leaves: terms.dispatchBy })
      days.add(terms.dispatchBy)
    }),
    { numRuns: 60 },
  )
  expect(days.size).toBeGreaterThan(10)
}, 60_000)
