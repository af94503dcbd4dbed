import { expect, test } from 'vitest'
import type { Zone } from '#shop-defaults'
import { deliveryChange, shownText } from './delivery-change.ts'

const transitDays = { from: 5, to: 7 }
const tracked = {
  id: 'europe-tracked',
  label: 'International Tracked',
  pricePence: 1495,
  freeFromPence: null,
  transitDays,
}
const europe: Zone = { id: 'europe', name: 'Europe', countries: ['IE', 'FR'], services: [tracked] }
const dearer: Zone = { ...europe, services: [{ ...tracked, pricePence: 1595 }] }
const before = shownText({ country: 'FR', id: 'europe-tracked', zones: [europe] })

test('a price that is as it was shown, or the first one that is shown, is no change', () => {
  expect(deliveryChange(before, { country: 'FR', id: 'europe-tracked', zones: [europe] })).toBeNull()
  expect(deliveryChange('', { country: 'FR', id: 'europe-tracked', zones: [dearer] })).toBeNull()
})

test('another price or free limit of the service is a change, wherever the parcel goes by it', () => {
  const sentence = 'International Tracked was £14.95; it’s now £15.95.'
  expect(deliveryChange(before, { country: 'FR', id: 'europe-tracked', zones: [dearer] })).toBe(sentence)
  expect(deliveryChange(before, { country: 'IE', id: 'europe-tracked', zones: [dearer] })).toBe(sentence)
  const free: Zone = { ...europe, services: [{ ...tracked, freeFromPence: 20_000 }] }
  expect(deliveryChange(before, { country: 'FR', id: 'europe-tracked', zones: [free] })).toBe(
    'International Tracked was £14.95; it’s now £14.95, free from £200.00.',
  )
})

test('a country that got a price of its own is a change of its price, although the service is another', () => {
  const france: Zone = {
    ...europe,
    id: 'france',
    countries: ['FR'],
    services: [{ ...tracked, id: 'france-tracked', pricePence: 1250 }],
  }
  const zones = [{ ...europe, countries: ['IE'] }, france]
  expect(deliveryChange(before, { country: 'FR', id: 'france-tracked', zones })).toBe(
    'Delivery to France was £14.95; it’s now £12.50.',
  )
  expect(deliveryChange(before, { country: 'IE', id: 'europe-tracked', zones })).toBeNull()
})

test('the choice of another country or another service is no change of a price', () => {
  const express = { ...tracked, id: 'europe-express', label: 'Express', pricePence: 2995 }
  const zones: Zone[] = [
    { ...europe, services: [tracked, express] },
    { ...europe, id: 'world', countries: ['US'], services: [{ ...tracked, id: 'world-tracked', pricePence: 2295 }] },
  ]
  expect(deliveryChange(before, { country: 'US', id: 'world-tracked', zones })).toBeNull()
  expect(deliveryChange(before, { country: 'FR', id: 'europe-express', zones })).toBeNull()
})
