import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { fromShopClock, shopDate } from '#base/shop-clock.ts'
import { changeShop, shop, shopInPages } from '#shop'
import { shop as defaults, type Zone } from '#shop-defaults'
import {
  DeliverySchema,
  type DeliveryVersion,
  fillBanner,
  payableCountries,
  writeVersions,
  ZonesSchema,
  zonesAt,
} from './delivery-versions.ts'
import { applyFacts } from './keep-facts.ts'
import { shopSettingsOf } from './read-shop-settings.ts'

afterEach(() => changeShop({}))

/** The shop's zones with another price of the first service. */
function priced(pricePence: number): Zone[] {
  const [own, ...others] = structuredClone(defaults.zones)
  if (own?.services[0]) own.services[0].pricePence = pricePence
  return own ? [own, ...others] : others
}

const priceOf = (zones: readonly Zone[]) => zones[0]?.services[0]?.pricePence

const day = fc
  .integer({ min: 0, max: 1_500 })
  .map((count) => new Date(Date.UTC(2026, 0, 1 + count)).toISOString().slice(0, 10))
const versions = fc
  .uniqueArray(day, { minLength: 1, maxLength: 6 })
  .map((days) => days.toSorted().map((from, index) => ({ from, zones: priced(100 + index) })))

test('a version counts from midnight in London, in summer and in winter, to the midnight of the next', () => {
  fc.assert(
    fc.property(versions, (list) => {
      for (const [index, { from }] of list.entries()) {
        const midnight = fromShopClock(`${from}T00:00`) as Date
        expect(priceOf(zonesAt(list, midnight))).toBe(100 + index)
        const before = priceOf(zonesAt(list, new Date(midnight.getTime() - 1)))
        expect(before).toBe(index === 0 ? priceOf(defaults.zones) : 99 + index)
      }
    }),
  )
})

test('pages, carts and checkout read one version: the one of the day', () => {
  fc.assert(
    fc.property(
      versions,
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-03-01'), noInvalidDate: true }),
      (list, now) => {
        const values = new Map([['delivery', JSON.parse(JSON.stringify(list))]])
        applyFacts(values, now)
        const { zones } = shopSettingsOf(values, { now })
        expect(priceOf(zones)).toBe(priceOf(zonesAt(list, now)))
        expect(priceOf(shop.zones)).toBe(priceOf(zones))
      },
    ),
  )
})

test('a page carries the zones only where they differ from those of the build', () => {
  applyFacts(new Map([['delivery', [{ from: '2026-01-01', zones: defaults.zones }]]]), new Date('2026-06-01'))
  expect(shopInPages()).toBeUndefined()
  applyFacts(new Map([['delivery', [{ from: '2026-01-01', zones: priced(500) }]]]), new Date('2026-06-01'))
  expect(JSON.parse(shopInPages() ?? '{}')).toEqual({ zones: priced(500) })
})

test('zones are valid exactly where the shop’s country is first and each country is in one zone', () => {
  const countries = fc.array(fc.constantFrom('GB', 'IE', 'FR', 'DE', 'US', 'JE'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(countries, { minLength: 1, maxLength: 4 }), (lists) => {
      const zones = lists.map((those, index) => zoneWith({ id: `z${index}`, countries: those }))
      const all = lists.flat()
      const isValid = lists[0]?.[0] === 'GB' && new Set(all).size === all.length
      expect(ZonesSchema.safeParse(zones).success).toBe(isValid)
    }),
  )
})

test('a shop may deliver to every country that it delivers to at first, and to none without payments', () => {
  expect(payableCountries()).toEqual(expect.arrayContaining(defaults.zones.flatMap(({ countries }) => countries)))
  for (const code of ['EU', 'DD', 'SU', 'IR', 'ZZ']) expect(payableCountries()).not.toContain(code)
})

test('new zones and services get ids that no other has, and known ones keep theirs', () => {
  const before = [{ from: '2026-01-01', zones: defaults.zones }]
  fc.assert(
    fc.property(fc.array(fc.constantFrom('Europe', 'UK', 'Åland', '***', 'Royal Mail'), { maxLength: 5 }), (names) => {
      const added = names.map((name, index) => ({
        ...zoneWith({
          id: '',
          name,
          countries: [['AX', 'BM', 'CL', 'DO', 'EG'][index] ?? ''],
          letter: { from: 1, to: 2 },
        }),
      }))
      const typed = [{ from: '2026-06-01', zones: [...defaults.zones, ...added] }]
      const written = writeVersions(typed, before, '2026-05-01') as DeliveryVersion[]
      expect(DeliverySchema.safeParse(written).success).toBe(true)
      const [, next] = written
      expect(next?.zones.slice(0, 3)).toEqual(defaults.zones)
      expect(written[0]).toEqual(before[0])
    }),
  )
})

test('what began before today stays as it is', () => {
  const before = [
    { from: '2026-01-01', zones: priced(100) },
    { from: '2026-09-01', zones: priced(200) },
  ]
  expect(writeVersions([{ from: '2026-01-01', zones: priced(1) }], before, '2026-05-01')).toBe(
    'Please choose today or a later day.',
  )
  expect(writeVersions([], before, '2026-05-01')).toEqual(before.slice(0, 1))
  expect(writeVersions([{ from: '2026-05-01', zones: priced(300) }], before, '2026-05-01')).toEqual([
    before[0],
    { from: '2026-05-01', zones: priced(300) },
  ])
})

test('the banner names the amount of the day, and is left out where nothing is free', () => {
  expect(fillBanner(defaults.banner, defaults.zones)).toBe('Free UK Shipping Over £120')
  const [own] = defaults.zones
  const limited = (freeFromPence: number | null) =>
    zoneWith({ ...own, services: [{ ...serviceWith({ id: 'a' }), freeFromPence }] })
  expect(fillBanner('Free over {free}', [limited(9_950)])).toBe('Free over £99.50')
  expect(fillBanner('Free over {free}', [limited(null)])).toBe('')
  expect(fillBanner('Closed on Friday', [limited(null)])).toBe('Closed on Friday')
  const values = new Map([['delivery', [{ from: shopDate(new Date('2026-06-01')), zones: [limited(15_000)] }]]])
  expect(shopSettingsOf(values, { now: new Date('2026-06-01') }).banner).toBe('Free UK Shipping Over £150')
})

function serviceWith(more: Partial<Zone['services'][number]>) {
  return { id: 'post', label: 'Post', pricePence: 500, freeFromPence: null, transitDays: { from: 1, to: 2 }, ...more }
}

function zoneWith(more: Partial<Zone>): Zone {
  const id = more.id ?? 'zone'
  return { id, name: 'Zone', countries: ['GB'], services: [serviceWith({ id: id && `${id}-post` })], ...more }
}
