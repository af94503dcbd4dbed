import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { shop } from '#shop'
import { deliveryPrice, deliveryServices, zoneOf } from './delivery.ts'

function prices(country: string, goods: number): number[] {
  return deliveryServices({ country, goodsPence: pence(goods) }, shop.zones).map((service) => service.pricePence)
}

test.each([
  ['GB', 11_999, [450, 650]],
  ['GB', 12_000, [0, 650]],
  ['GB', 12_001, [0, 650]],
  ['IM', 12_000, [0, 650]],
  ['FR', 12_000, [1495]],
  ['US', 50_000, [2295]],
  ['AQ', 5_000, []],
] as const)('to %s with goods of %i pence', (country, goods, expected) => {
  expect(prices(country, goods)).toEqual(expected)
})

test.each([
  [{ pricePence: 450, freeFromPence: 12_000 }, 11_999, 450],
  [{ pricePence: 450, freeFromPence: 12_000 }, 12_000, 0],
  [{ pricePence: 450, freeFromPence: 0 }, 0, 0],
  [{ pricePence: 450, freeFromPence: null }, 1_000_000, 450],
] as const)('a service of %o costs goods of %i pence %i pence', (rate, goods, expected) => {
  expect(deliveryPrice(rate, pence(goods))).toBe(expected)
})

test('the islands with their own codes are in the zone of the United Kingdom', () => {
  expect(['GB', 'GG', 'JE', 'IM'].map((country) => zoneOf(country)?.id)).toEqual(['uk', 'uk', 'uk', 'uk'])
  expect(zoneOf('gb')).toBeNull()
  expect(zoneOf('')).toBeNull()
})

test('a zone that is switched off is not offered', () => {
  expect(deliveryServices({ country: 'FR', goodsPence: pence(1) }, [])).toEqual([])
})
