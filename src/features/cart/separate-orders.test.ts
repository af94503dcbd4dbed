import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '#base/calendar-day.ts'
import { pence } from '#base/money.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { cartDays } from './cart-days.ts'
import { type CartFact, makingsOf } from './cart-facts.ts'
import type { CartLine } from './cart-lines.ts'
import { separateOrders } from './order-separately.tsx'

const now = new Date('2026-11-02T12:00:00Z')
const usual = { productionDays: 10, daysOff: [] }
const line = { id: 'mary', name: 'Mary Dress', price: pounds(89), size: '10-12', imageUrl: null, quantity: 1 }
const mary: CartFact = {
  ...{ id: 'mary', slug: 'mary-dress', name: 'Mary Dress', pricePence: pence(8900), imageUrl: null, sizes: ['10-12'] },
  ...{
    isPreorder: false,
    preorderEndsAt: null,
    productionDays: null,
    work: 100,
    kind: 'dress',
    isHemmed: true,
    isFull: false,
  },
}
const daysOf = (lines: CartLine[], facts: CartFact[], at: Date, time: WorkingTime) =>
  cartDays(makingsOf(lines, facts, at), at, time)
const findSeparateOrders = (lines: CartLine[], facts: CartFact[], at: Date, time: WorkingTime) =>
  separateOrders(lines, daysOf(lines, facts, at, time))
const ruth = { ...mary, id: 'ruth', isPreorder: true, preorderEndsAt: '2026-11-20T18:00:00Z' }

test('a garment made to order and one on pre-order are offered as two orders', () => {
  const found = findSeparateOrders([{ ...line, id: 'ruth' }, line], [mary, ruth], now, usual)
  expect(found?.first.map(({ id }) => id)).toEqual(['mary'])
  expect(found?.rest.map(({ id }) => id)).toEqual(['ruth'])
  expect([found?.firstLeaves, found?.restLeaves].map((day) => day && isoDay(day))).toEqual(['2026-11-16', '2026-12-04'])
})

test('garments that leave within a few days of each other stay together', () => {
  const slower = { ...mary, id: 'anna', productionDays: 12 }
  expect(findSeparateOrders([line, { ...line, id: 'anna' }], [mary, slower], now, usual)).toBeNull()
  expect(findSeparateOrders([line], [mary], now, usual)).toBeNull()
})

test('the two orders have every line once, and the first leaves earlier than all together', () => {
  const garment = fc.record({ days: fc.integer({ min: 1, max: 60 }), size: fc.constantFrom('10-12', '12-14') })
  fc.assert(
    fc.property(fc.array(garment, { minLength: 1, maxLength: 8 }), (garments) => {
      const facts = garments.map(({ days }, at) => ({ ...mary, id: `${at}`, productionDays: days }))
      const lines = garments.map(({ size }, at) => ({ ...line, id: `${at}`, size }))
      const found = findSeparateOrders(lines, facts, now, usual)
      if (!found) return
      expect([...found.first, ...found.rest].map(({ id }) => id).sort()).toEqual(lines.map(({ id }) => id).sort())
      expect(found.first.length).toBeGreaterThan(0)
      expect(isoDay(found.restLeaves)).toBe(daysOf(lines, facts, now, usual).leaves)
      expect(found.firstLeaves.getTime()).toBeLessThan(found.restLeaves.getTime())
    }),
  )
})
