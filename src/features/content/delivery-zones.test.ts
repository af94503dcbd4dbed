import { expect, test } from 'vitest'
import { shop } from '#shop'
import { describeZones } from './delivery-zones.ts'

test('a zone has its countries by name and its formatted prices', () => {
  const [home, ...abroad] = describeZones(shop.zones, new Date('2026-11-29'))
  expect(home?.countries).toBe('all of it, with Guernsey, Jersey and the Isle of Man')
  expect(abroad[1]?.countries).toMatch(/^the United States, Canada, /)
  expect(home?.services.map(({ label, price, transit }) => [label, price, transit])).toEqual([
    ['Royal Mail Tracked 48', '£4.50, free from £120', '2–3 working days'],
    ['Royal Mail Tracked 24', '£6.50', '1–2 working days'],
  ])
  expect(abroad.map(({ services }) => services[0]?.price)).toEqual(['£14.95', '£22.95'])
})
