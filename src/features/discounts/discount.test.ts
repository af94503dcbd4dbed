import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pence, sumPence } from '#base/money.ts'
import { deliveryServices } from '#features/settings/delivery.ts'
import { shop } from '#shop'
import { discountPence, splitDiscount } from './discount.ts'

const line = fc.record({ unit: fc.integer({ min: 1, max: 1_000_000 }), quantity: fc.integer({ min: 1, max: 20 }) })
const cart = fc.array(line, { minLength: 1, maxLength: 50 })

test('a percentage is rounded half up to the penny', () => {
  expect(discountPence(pence(5), 10)).toBe(1)
  expect(discountPence(pence(4), 10)).toBe(0)
  expect(discountPence(pence(8900), 15)).toBe(1335)
  expect(discountPence(pence(333), 50)).toBe(167)
  expect(discountPence(pence(8900), 100)).toBe(8900)
})

test('in 10,000 carts the lines less the discount plus delivery equal the total, and the parts add up', () => {
  const countries = fc.constantFrom('GB', 'JE', 'FR', 'US')
  fc.assert(
    fc.property(cart, fc.integer({ min: 0, max: 100 }), countries, (lines, percent, country) => {
      const amounts = lines.map(({ unit, quantity }) => pence(unit * quantity))
      const subtotal = sumPence(amounts)
      const discount = discountPence(subtotal, percent)
      const parts = splitDiscount(amounts, discount)
      expect(sumPence(parts)).toBe(discount)
      expect(parts.every((part, index) => part >= 0 && part <= (amounts[index] ?? 0))).toBe(true)

      const goodsPence = pence(subtotal - discount)
      for (const { pricePence } of deliveryServices({ country, goodsPence }, shop.zones)) {
        const total = sumPence(amounts) - discount + pricePence
        const charged = amounts.reduce((sum, amount, index) => sum + amount - (parts[index] ?? 0), 0) + pricePence
        expect(charged).toBe(total)
      }
    }),
    { numRuns: 10_000 },
  )
}, 60_000)

test('equal lines get their pennies in order, and the same cart is always split the same way', () => {
  expect(splitDiscount([pence(100), pence(100), pence(100)], pence(100))).toEqual([34, 33, 33])
  expect(splitDiscount([pence(1), pence(10_000)], pence(3))).toEqual([0, 3])
  expect(splitDiscount([pence(0), pence(0)], pence(0))).toEqual([0, 0])
})

test('a discount above the lines, a negative one and a fractional percentage are refused', () => {
  expect(() => splitDiscount([pence(5)], pence(6))).toThrow(RangeError)
  expect(() => splitDiscount([pence(5)], pence(-1))).toThrow(RangeError)
  expect(() => discountPence(pence(5), 101)).toThrow(RangeError)
  expect(() => discountPence(pence(5), 0.5)).toThrow(RangeError)
})
