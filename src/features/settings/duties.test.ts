import { expect, test } from 'vitest'
import { shop } from '#shop'
import { duties } from '#shop-duties'
import { dutiesText, dutyRuleOf, ownerDutyText } from './duties.ts'

test('nothing is due within the United Kingdom and its customs territory', () => {
  expect(['GB', 'GG', 'IM'].map(dutiesText)).toEqual([null, null, null])
})

test('every other country says who pays and when', () => {
  const abroad = shop.zones
    .flatMap(({ countries }) => countries)
    .filter((country) => !['GB', 'GG', 'IM'].includes(country))
  for (const country of abroad) {
    const { paidBy, text } = dutyRuleOf(country)
    expect(paidBy, country).not.toBeNull()
    expect(text, country).toMatch(/\bwe pay\b|\byou\b/i)
    expect(text, country).toMatch(/before|when|on arrival/)
  }
})

test('EU duty is counted by kind of garment, with VAT on it', () => {
  expect(dutiesText('FR')).toContain('€3 for each kind of garment (tariff code), and VAT on it')
  expect(dutiesText('FR')).not.toContain('an item')
})

test('the owner reads what to do where the shop pays the duty, and nowhere else', () => {
  for (const { countries, paidBy } of duties) {
    for (const country of countries) expect(ownerDutyText(country) !== null, country).toBe(paidBy === 'shop')
  }
  expect(ownerDutyText('US')).toContain('You pay the US duty on this parcel before it leaves')
})

test('a country has one rule, and the European Union is whole', () => {
  const listed = duties.flatMap(({ countries }) => countries)
  expect(new Set(listed).size).toBe(listed.length)
  expect(duties.find(({ name }) => name === 'European Union')?.countries).toHaveLength(27)
  expect(dutyRuleOf('ZA')).toMatchObject({ paidBy: 'customer', name: 'Other countries' })
})
