import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pence, poundsFromPence } from '#base/money.ts'
import { samplesId } from '#features/catalogue/samples.ts'
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

test('goods for what is missing make delivery free, and a penny less does not', () => {
  const costing = (amount: number) => ({ ...line, price: poundsFromPence(pence(amount)), quantity: 1 })
  const sumsOf = (amount: number, percent: number) =>
    cartSums([costing(amount)], { percent, country: 'GB', zones: shop.zones })
  const free = { id: 'tracked-48', pricePence: 450 }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 99 }), (goods, percent) => {
      const { untilFree, services } = sumsOf(goods, percent)
      const priceWith = (more: number) =>
        sumsOf(goods + more, percent).services.find(({ id }) => id === free.id)?.pricePence
      if (!untilFree) {
        expect(services[0]?.pricePence).toBe(0)
        return
      }
      expect(untilFree.id).toBe(free.id)
      expect(priceWith(untilFree.missing)).toBe(0)
      expect(priceWith(untilFree.missing - 1)).toBe(free.pricePence)
    }),
  )
})

test('nothing is missing where delivery is never free: another zone, a letter, a code for the whole price', () => {
  const set = { ...line, id: samplesId, price: pounds(3), quantity: 1 }
  const letter = cartSums([set], { percent: 0, country: 'GB', zones: shop.zones })
  expect(letter.services).toMatchObject([{ pricePence: 0, isIncluded: true }])
  const abroad = cartSums([line], { percent: 0, country: 'FR', zones: shop.zones })
  expect(abroad.services.map(({ isIncluded }) => isIncluded)).not.toContain(true)
  const given = cartSums([line], { percent: 100, country: 'GB', zones: shop.zones })
  expect([letter, abroad, given].map(({ untilFree }) => untilFree)).toEqual([null, null, null])
})
