import { expect, test } from 'vitest'
import { euCountries } from '#shop-duties'
import { destinationRules, type Kept, needsOf } from './destination-rules.ts'

const day = '2026-11-29'
const garment = {
  id: 'x',
  name: 'Anna Linen Dress',
  commodity_code: '620449',
  origin: 'GB',
  description: 'Women’s linen dress',
}
const everything: Kept = {
  hasResponsiblePerson: true,
  notices: [{ language: 'en', url: '/storage/v1/object/public/legal-notices/en-1.svg' }],
  packaging: { DE: 'DE1234567890123', FR: 'FR1', ES: 'ES1', IT: 'IT1', AT: 'AT1' },
  garments: [garment],
  hasPrepaidCode: true,
}
const nothing: Kept = { hasResponsiblePerson: false, notices: [], packaging: {}, garments: [], hasPrepaidCode: false }
const open = (country: string, kept: Kept, on = day) =>
  needsOf(country, on, kept)
    .filter(({ isMet }) => !isMet)
    .map(({ rule: { need, effect } }) => [need, effect])

test('a missing responsible person closes the EU and Northern Ireland; all else warns', () => {
  for (const country of euCountries) {
    expect(open(country, nothing)[0], country).toEqual(['responsible_person', 'closes'])
    expect(open(country, nothing).filter(([, effect]) => effect === 'closes')).toHaveLength(1)
  }
  expect(open('GB', nothing)).toEqual([['responsible_person', 'closes']])
  expect(destinationRules.filter(({ effect }) => effect === 'closes').map(({ need }) => need)).toEqual([
    'responsible_person',
  ])
})

test.each([
  ['DE', ['responsible_person', 'guarantee_notice', 'packaging']],
  ['FR', ['responsible_person', 'guarantee_notice', 'packaging']],
  ['ES', ['responsible_person', 'guarantee_notice', 'packaging']],
  ['IE', ['responsible_person', 'guarantee_notice']],
  ['US', ['duty_prepaid']],
  ['CH', []],
  ['IM', []],
])('a shop with nothing lacks in %s: %j', (country, needs) => {
  expect(open(country, nothing).map(([need]) => need)).toEqual(needs)
})

test('nothing is missing where the shop has everything', () => {
  for (const country of [...euCountries, 'US', 'CH', 'NG', 'JE', 'GB']) expect(open(country, everything)).toEqual([])
})

test('beyond the customs border every garment needs code, origin and description', () => {
  for (const missing of ['commodity_code', 'origin', 'description'] as const) {
    const garments = [garment, { ...garment, [missing]: null }]
    for (const country of ['CH', 'JE', 'US']) {
      expect(open(country, { ...everything, garments })).toEqual([['commodity_codes', 'warns']])
    }
    for (const country of ['GB', 'IM']) expect(open(country, { ...everything, garments })).toEqual([])
  }
})

test('a notice in a language of the country or in English is enough', () => {
  const german = [{ language: 'de', url: '/storage/v1/object/public/legal-notices/de-1.svg' }]
  expect(open('AT', { ...everything, notices: german })).toEqual([])
  expect(open('FR', { ...everything, notices: german })).toEqual([['guarantee_notice', 'warns']])
})

test('a rule counts from its day on', () => {
  const needs = (on: string) => needsOf('DE', on, everything).map(({ rule: { need } }) => need)
  expect(needs('2026-09-26')).not.toContain('guarantee_notice')
  expect(needs('2026-09-27')).toContain('guarantee_notice')
  expect(needs('2024-12-12')).not.toContain('responsible_person')
})

test('every rule has a source and the day on which it was checked', () => {
  for (const { title, source, checkedOn, since } of destinationRules) {
    expect(new URL(source.url).protocol, title).toBe('https:')
    expect(source.name, title).not.toBe('')
    expect(checkedOn, title).toMatch(/^2026-\d\d-\d\d$/)
    if (since !== null) expect(since, title).toMatch(/^20\d\d-\d\d-\d\d$/)
  }
})
