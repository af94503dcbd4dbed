import { afterEach, expect, test } from 'vitest'
import { changeShop, shop } from '#shop'
import { duties, otherDuties } from '#shop-duties'
import { dueOf, dutiesText, dutyRuleOf, ownerDutyText } from './duties.ts'
import { applyFacts } from './keep-facts.ts'
import { DutiesSchema, refuseOldDuties, type TypedDuty, withDuty } from './own-duties.ts'

afterEach(() => changeShop({}))

const now = new Date('2026-11-29T12:00:00Z')

test('nothing is due within the United Kingdom and its customs territory', () => {
  expect(['GB', 'GG', 'IM'].map((country) => dutiesText(country, now))).toEqual([null, null, null])
})

test('every other country says who pays and when', () => {
  const abroad = shop.zones
    .flatMap(({ countries }) => countries)
    .filter((country) => !['GB', 'GG', 'IM'].includes(country))
  for (const country of abroad) {
    const { paidBy, text } = dutyRuleOf(country, now)
    expect(paidBy, country).not.toBeNull()
    expect(text, country).toMatch(/\bwe pay\b|\byou\b/i)
    expect(text, country).toMatch(/before|when|on arrival/)
  }
})

test('EU duty is counted by kind of garment, with VAT on it, until the flat duty ends in July 2028', () => {
  expect(dutiesText('FR', now)).toContain('€3 for each kind of garment (tariff code), and VAT on it')
  expect(dutiesText('FR', now)).not.toContain('an item')
  expect(dutiesText('FR', new Date('2028-06-30T22:59:59Z'))).toContain('€3')
  expect(dutiesText('FR', new Date('2028-06-30T23:00:00Z'))).not.toContain('€3')
})

test('the owner reads what to do where the shop pays the duty, and nowhere else', () => {
  for (const { countries, paidBy } of duties) {
    for (const country of countries) expect(ownerDutyText(country, now) !== null, country).toBe(paidBy === 'shop')
  }
  expect(ownerDutyText('US', now)).toContain('You pay the US duty on this parcel before it leaves')
})

test('a country has one rule at a time, each with the day it was checked, and a source where something is due', () => {
  const named = duties.flatMap(({ countries, since }) => countries.map((country) => `${country} ${since}`))
  expect(new Set(named).size).toBe(named.length)
  for (const { name, since, checkedOn, sources, paidBy } of [...duties, otherDuties]) {
    expect(checkedOn, name).toMatch(/^2026-\d\d-\d\d$/)
    if (since !== null) expect(since, name).toMatch(/^20\d\d-\d\d-\d\d$/)
    if (paidBy !== null && name !== otherDuties.name) expect(sources, name).not.toEqual([])
    for (const source of sources) expect(new URL(source).protocol, name).toBe('https:')
  }
  expect(dutyRuleOf('DE', now).countries).toHaveLength(27)
  expect(dutyRuleOf('ZA', now)).toMatchObject({ paidBy: 'customer', name: 'Other countries' })
})

const due = { paidBy: 'shop', text: 'We pay the duty and the VAT for you.', dutyPercent: 12, taxPercent: null } as const
const changed: TypedDuty[] = [
  { from: '2026-12-01', countries: ['FR', 'DE'], due },
  { from: '2027-03-01', countries: ['FR'], due: null },
]

test('what the owner changes counts from its day to the next change, and for orders of that time for good', () => {
  const values = new Map<string, unknown>([['duties', changed]])
  applyFacts(values, now)
  expect(shop.duties).toEqual([])
  applyFacts(values, new Date('2027-06-01'))
  const during = new Date('2026-12-24')
  expect(dueOf('FR', during)).toMatchObject({ paidBy: 'shop', text: due.text, rule: null })
  expect(ownerDutyText('FR', during)).toMatch(/^You pay the duty and import tax on this parcel/)
  expect(dutiesText('FR', now)).toContain('€3')
  expect(dutiesText('FR', new Date('2027-06-01'))).toContain('€3')
  expect(dutiesText('DE', new Date('2027-06-01'))).toBe(due.text)
  // The rates are the owner's estimate: no page carries them.
  expect(JSON.stringify(shop.duties)).not.toContain('Percent')
})

test('a country is there once a day: a new entry takes it from the other', () => {
  const free: TypedDuty = { from: '2026-12-01', countries: ['FR'], due: null }
  const next = withDuty(changed, free)
  expect(next.filter(({ from }) => from === '2026-12-01')).toEqual([
    { from: '2026-12-01', countries: ['DE'], due },
    free,
  ])
  expect(withDuty(next, { ...free, countries: ['DE'] }).map(({ countries }) => countries)).not.toContainEqual([])
  expect(DutiesSchema.safeParse(next).success).toBe(true)
  expect(DutiesSchema.safeParse([...changed, free]).success).toBe(false)
})

test('the past is as it was, and a planned day may change', () => {
  const today = '2027-01-01'
  expect(refuseOldDuties(changed.slice(0, 1), changed, today)).toBeNull()
  expect(refuseOldDuties(changed.slice(1), changed, today)).toBe('Please choose today or a later day.')
  expect(refuseOldDuties([{ ...changed[1], from: '2026-12-31' } as TypedDuty], [], today)).not.toBeNull()
})
