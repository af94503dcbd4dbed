import { expect, test } from 'vitest'
import { shop } from '#shop'
import { pounds } from '#tests/fixtures/pounds.ts'
import { cartSums } from './sums.ts'

const line = { id: 'mary', name: 'Mary Dress', price: pounds(60), size: '10-12', imageUrl: null, quantity: 2 }

test('delivery is free when the discounted goods reach the threshold', () => {
  const without = cartSums([line], { percent: 0, country: 'GB', zones: shop.zones })
  expect(without).toMatchObject({ subtotal: 12_000, discount: 0, total: 12_000 })
  expect(without.services.map(({ pricePence, toPay }) => [pricePence, toPay])).toEqual([
    [0, 12_000],
    [650, 12_650],
  ])
  const discounted = cartSums([line], { percent: 10, country: 'GB', zones: shop.zones })
  expect(discounted).toMatchObject({ subtotal: 12_000, discount: 1200, total: 10_800 })
  expect(discounted.services.map(({ toPay }) => toPay)).toEqual([11_250, 11_450])
})

test('a country the shop does not deliver to has no services', () => {
  expect(cartSums([line], { percent: 0, country: 'AQ', zones: shop.zones }).services).toEqual([])
})
