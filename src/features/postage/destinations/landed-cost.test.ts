import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { euCountries } from '#shop-duties'
import { flatDuty, landedCost, prepaidHandling, vatRates } from './landed-cost.ts'

const dress = {
  country: 'FR',
  day: '2026-11-29',
  paidBy: 'customer',
  goodsPence: pence(11_800),
  deliveryPence: pence(1_495),
  pencePerEuro: 87,
  dutyPercent: null,
  taxPercent: null,
} as const

test('a dress to France up to €150: €3 of duty, and VAT on price, delivery and duty', () => {
  expect(landedCost(dress)).toEqual({
    dutyPence: 261,
    isFlat: true,
    // 20% of £118.00, £14.95 and £2.61.
    taxPence: 2_711,
    taxPercent: 20,
    handlingPence: 0,
    sumPence: 16_267,
  })
})

test.each([
  [13_050, '2026-07-01', true],
  [13_051, '2026-07-01', false],
  [13_050, '2026-06-30', false],
  [13_050, '2028-06-30', true],
  [13_050, '2028-07-01', false],
])('goods of %i pence on %s: a flat duty is due, %s', (goods, day, isFlat) => {
  const { dutyPence, sumPence, ...found } = landedCost({ ...dress, goodsPence: pence(goods), day })
  expect(found.isFlat).toBe(isFlat)
  // Without a rate of the owner the shop does not guess.
  expect([dutyPence === null, sumPence === null]).toEqual([!isFlat, !isFlat])
})

test('the owner’s own rates come first', () => {
  const found = landedCost({ ...dress, dutyPercent: 12, taxPercent: 5.5 })
  expect(found).toMatchObject({ dutyPence: 1_416, isFlat: false, taxPercent: 5.5, taxPence: 809 })
})

test('duty that the shop pays has the carrier’s handling with it; the United States have no import VAT', () => {
  const us = { ...dress, country: 'US', paidBy: 'shop', deliveryPence: pence(2_295) } as const
  expect(landedCost(us)).toMatchObject({ dutyPence: null, sumPence: null, handlingPence: 50 })
  expect(landedCost({ ...us, dutyPercent: 10 })).toMatchObject({
    dutyPence: 1_180,
    taxPence: 0,
    sumPence: 11_800 + 2_295 + 1_180 + 50,
  })
})

test('Jersey charges its tax above £60 with delivery; Australia nothing for one dress; home nothing at all', () => {
  const jersey = { ...dress, country: 'JE', deliveryPence: pence(450) }
  expect(landedCost({ ...jersey, goodsPence: pence(5_550) }).sumPence).toBe(6_000)
  expect(landedCost({ ...jersey, goodsPence: pence(5_551) })).toMatchObject({ dutyPence: 0, taxPence: 300 })
  expect(landedCost({ ...dress, country: 'AU' })).toMatchObject({ dutyPence: 0, taxPence: 0, sumPence: 13_295 })
  expect(landedCost({ ...dress, country: 'AU', goodsPence: pence(60_000) }).sumPence).toBeNull()
  expect(landedCost({ ...dress, country: 'GB', paidBy: null, deliveryPence: pence(0) }).sumPence).toBe(11_800)
})

test('a country without a known rate has no sum', () => {
  expect(landedCost({ ...dress, country: 'NG' })).toMatchObject({ dutyPence: null, taxPence: null, sumPence: null })
  expect(landedCost({ ...dress, country: 'NG', dutyPercent: 20 })).toMatchObject({ taxPence: null, sumPence: null })
})

test('every figure has its source and the day on which it was checked, and each EU country its VAT', () => {
  for (const { source, checkedOn } of [flatDuty, vatRates, prepaidHandling]) {
    expect(source).toMatch(/^https:\/\/[\w.-]+\.(eu|com)\//)
    expect(checkedOn).toMatch(/^2026-\d\d-\d\d$/)
  }
  expect(euCountries.filter((country) => !vatRates.percent[country])).toEqual([])
})
