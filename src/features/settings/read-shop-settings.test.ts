import { expect, test, vi } from 'vitest'
import { isoDay } from '#base/calendar-day.ts'
import { createLog } from '#platform/log.ts'
import { shop } from '#shop'
import { euCountries, responsiblePerson } from '#shop-duties'
import type { PromisedWork } from './capacity.ts'
import { usualCarriers } from './carriers.ts'
import { dispatchBy } from './dispatch-and-arrival.ts'
import { firstKinds } from './kinds.ts'
import { productionTimeLabels } from './production-time.ts'
import { cacheShopSettings, shopSettingsOf, shopTerms } from './read-shop-settings.ts'
import { daysIn, joinRanges } from './shop-settings.ts'
import { zonesOf } from './shop-terms.ts'

const table = (values: Record<string, unknown>) => new Map(Object.entries(values))
const launchAt = new Date('2026-12-05T18:00:00Z')
const now = new Date('2026-11-21T12:00:00Z')

test('without settings of the owner the configuration file applies', () => {
  expect(shopSettingsOf(table({}), { now })).toEqual({
    launchAt: new Date(shop.launchAt),
    closing: { closed: false, until: null, reason: '' },
    banner: 'Free UK Shipping Over £120',
    zones: shop.zones,
    responsiblePerson,
    deliversToNorthernIreland: true,
    guaranteeNotices: [],
    productionDays: shop.making.productionDays,
    daysOff: [],
    capacity: [],
    freeDay: null,
    samplesPence: 300,
    carriers: usualCarriers,
    shelf: [],
    kinds: firstKinds,
    showsScore: false,
  })
})

test('the table has priority over the file, and the environment over both', () => {
  const values = table({
    launch_at: '2026-12-01T09:30:00+00:00',
    closing: { closed: true, until: '2027-01-04T09:00:00Z', reason: ' Moving house. ' },
    banner: ' Back on Monday ',
    zones_off: ['europe'],
    production_days: 15,
    days_off: [{ from: '2026-12-30', until: '2027-01-02' }],
    samples: { offered: true, pricePence: 0 },
  })
  expect(shopSettingsOf(values, { now })).toEqual({
    launchAt: new Date('2026-12-01T09:30:00Z'),
    closing: { closed: true, until: new Date('2027-01-04T09:00:00Z'), reason: 'Moving house.' },
    banner: 'Back on Monday',
    zones: shop.zones.filter(({ id }) => id !== 'europe'),
    responsiblePerson,
    deliversToNorthernIreland: true,
    guaranteeNotices: [],
    productionDays: 15,
    daysOff: ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
    capacity: [],
    freeDay: null,
    samplesPence: 0,
    carriers: usualCarriers,
    shelf: [],
    kinds: firstKinds,
    showsScore: false,
  })
  expect(shopSettingsOf(values, { now, launchAt }).launchAt).toEqual(launchAt)
  expect(shopSettingsOf(table({ banner: '' }), { now }).banner).toBe('')
  const off = table({ samples: { offered: false, pricePence: 300 } })
  expect(shopSettingsOf(off, { now }).samplesPence).toBeNull()
})

test('the shop’s own zone cannot be switched off, and an unknown zone has no effect', () => {
  const { zones } = shopSettingsOf(table({ zones_off: ['uk', 'world', 'moon'] }), { now })
  expect(zones.map(({ id }) => id)).toEqual(['uk', 'europe'])
})

test('a country can be switched off alone, but the shop’s own cannot, and a zone without countries is off', () => {
  const { zones } = shopSettingsOf(table({ countries_off: ['GB', 'US'] }), { now })
  expect(zones[0]).toEqual(shop.zones[0])
  expect(zones[2]?.countries).not.toContain('US')
  const terms = shopTerms(shopSettingsOf(table({ countries_off: ['US'] }), { now }), new Date())
  expect(terms.countriesOff).toEqual(['US'])
  expect(zonesOf(terms)[2]?.countries).toEqual(zones[2]?.countries)
  const world = shop.zones[2]?.countries
  expect(shopSettingsOf(table({ countries_off: world }), { now }).zones.map(({ id }) => id)).toEqual(['uk', 'europe'])
})

test.each([
  [{ name: '', address: ['2 Main Street'], email: 'maeve@example.com', isExample: false }],
  [{ name: 'Maeve Byrne', address: [' '], email: 'maeve@example.com', isExample: false }],
  [{ name: 'Maeve Byrne', address: ['2 Main Street'], email: '', isExample: false }],
])(
  'a live shop with the incomplete responsible person %j sells neither to the EU nor to Northern Ireland',
  (person) => {
    const live = shopSettingsOf(table({}), { now, live: true, responsiblePerson: person })
    expect(live).toMatchObject({ responsiblePerson: null, deliversToNorthernIreland: false })
    expect(live.zones.flatMap(({ countries }) => countries).filter((code) => euCountries.includes(code))).toEqual([])
  },
)

test('the owner’s responsible person comes before the file’s: one opens the EU of a live shop, none closes it', () => {
  const person = { name: 'Maeve Byrne', address: ['2 Main Street', 'Cork'], email: 'maeve@example.com' }
  const named = table({ responsible_person: person })
  for (const live of [true, false]) {
    expect(shopSettingsOf(named, { now, live })).toMatchObject({
      responsiblePerson: { ...person, isExample: false },
      deliversToNorthernIreland: true,
      zones: shop.zones,
    })
  }
  const none = table({ responsible_person: { name: '', address: [], email: '' } })
  const fromFile = { responsiblePerson: { ...person, isExample: false } }
  expect(shopSettingsOf(none, { now, live: true, ...fromFile })).toMatchObject({
    responsiblePerson: null,
    deliversToNorthernIreland: false,
  })
  // A rehearsal stays open, and names none.
  expect(shopSettingsOf(none, { now })).toMatchObject({ responsiblePerson: null, zones: shop.zones })
})

test.each([
  ['launch_at', 'tomorrow'],
  ['launch_at', 7],
  ['banner', 'two\nlines'],
  ['banner', 'x'.repeat(100)],
  ['zones_off', 'europe'],
  ['production_days', 0],
  ['production_days', 2.5],
  ['production_days', '10'],
  ['samples', { offered: true, pricePence: 29 }],
  ['samples', { offered: true, pricePence: 2_001 }],
  ['samples', { offered: true, pricePence: -300 }],
  ['samples', { pricePence: 300 }],
  ['responsible_person', { name: 'Maeve Byrne', address: [], email: '' }],
  ['days_off', [{ from: '2026-12-30', until: '2026-12-29' }]],
  ['days_off', [{ from: '2026-02-30', until: '2026-03-01' }]],
  ['days_off', [{ from: '2026-01-01', until: '2028-01-01' }]],
])('an invalid %s (%j) counts as missing, and is logged once', (name, value) => {
  const log = createLog({ level: 'silent' })
  const logError = vi.spyOn(log, 'error')
  let values = table({ [name]: value })
  const settings = { values: () => values, reread: async () => undefined }
  const nothing: never[] = []
  const { shopSettings: remembered } = cacheShopSettings({
    settings,
    promised: { value: () => nothing },
    now: () => new Date(0),
    sources: {},
    log,
  })
  expect(remembered()).toEqual(shopSettingsOf(table({}), { now }))
  expect(remembered()).toBe(remembered())
  values = table({ [name]: value })
  expect(remembered()).toEqual(shopSettingsOf(table({}), { now }))
  expect(logError).toHaveBeenCalledTimes(1)
})

test('an order moves the days that pages were given only where the week has no room left for them', () => {
  const values = table({ capacity: [{ from: '2026-01-01', pieces: 5 }], production_days: 1 })
  let promised: PromisedWork[] = []
  const monday = new Date('2027-02-01T10:00:00Z')
  const { shopSettings, daysMoved } = cacheShopSettings({
    settings: { values: () => values, reread: async () => undefined },
    promised: { value: () => promised },
    now: () => monday,
    sources: {},
    log: createLog({ level: 'silent' }),
  })
  const read = (productionDays: number) => isoDay(dispatchBy({ orderedAt: monday, productionDays }, shopSettings()))
  const order = (day: string) => {
    promised = [...promised, { day, work: 100 }]
    return daysMoved()
  }
  expect([read(1), read(10)]).toEqual(['2027-02-02', '2027-02-15'])
  // One piece a working day: the first takes the only place of Tuesday, the second one of a day that no page shows.
  expect(order('2027-02-02')).toBe(true)
  const begunBefore = shopSettings()
  expect([read(1), read(10)]).toEqual(['2027-02-03', '2027-02-15'])
  expect(order('2027-02-26')).toBe(false)
  expect(order('2027-02-03')).toBe(true)
  // A page that was begun before an order shows the day of the moment, so it is remembered right.
  expect(isoDay(dispatchBy({ orderedAt: monday }, begunBefore))).toBe('2027-02-04')
  expect(daysMoved()).toBe(false)
})

test('a browser gets the future days off', () => {
  const settings = shopSettingsOf(
    table({ zones_off: ['world'], days_off: [{ from: '2026-11-01', until: '2026-11-22' }] }),
    { now },
  )
  const terms = shopTerms(settings, new Date('2026-11-21T12:00:00Z'))
  expect(terms).toEqual({
    zones: ['uk', 'europe'],
    countriesOff: [],
    deliversToNorthernIreland: true,
    pause: null,
    productionDays: 10,
    daysOff: ['2026-11-20', '2026-11-21', '2026-11-22'],
    samplesPence: 300,
  })
  expect(zonesOf(terms)).toEqual(settings.zones)
})

test('overlapping ranges are joined, and each of their days counts once', () => {
  const ranges = [
    { from: '2026-12-24', until: '2026-12-28' },
    { from: '2026-12-20', until: '2026-12-25' },
    { from: '2027-01-04', until: '2027-01-04' },
  ]
  expect(joinRanges(ranges)).toEqual([
    { from: '2026-12-20', until: '2026-12-28' },
    { from: '2027-01-04', until: '2027-01-04' },
  ])
  expect(daysIn(ranges)).toEqual(daysIn(joinRanges(ranges)))
})

test('the production time is in weeks where it is whole weeks', () => {
  expect(productionTimeLabels(10)).toEqual({ time: shop.making.productionText, inDays: '10 working days' })
  expect(productionTimeLabels(5).time).toBe('1 week')
  expect(productionTimeLabels(15)).toEqual({ time: '3 weeks', inDays: '15 working days' })
  expect(productionTimeLabels(12)).toEqual({ time: '12 working days', inDays: null })
  expect(productionTimeLabels(1).time).toBe('1 working day')
})
