import { expect, test } from 'vitest'
import { euCountries } from '#shop-duties'
import { guaranteeFor, missingNotices } from './guarantee.ts'

const notice = (language: string) => ({ language, url: `/storage/v1/object/public/legal-notices/${language}.svg` })

test('every member state has its place for the notice, and no other country', () => {
  for (const country of euCountries) expect(guaranteeFor(country, []), country).toEqual({ notice: null })
  for (const country of ['GB', 'US', 'NO', 'CH']) expect(guaranteeFor(country, [notice('en')]), country).toBeNull()
})

test('a customer is shown the notice in a language of the country, else in English', () => {
  const notices = [notice('fr'), notice('en'), notice('de')]
  expect(guaranteeFor('DE', notices)?.notice?.language).toBe('de')
  expect(guaranteeFor('BE', notices)?.notice?.language).toBe('fr')
  expect(guaranteeFor('IT', notices)?.notice?.language).toBe('en')
  expect(guaranteeFor('IT', [notice('fr')])).toEqual({ notice: null })
})

test('the first language of each country is asked of the owner', () => {
  expect(missingNotices(['GB', 'DE', 'AT', 'BE', 'FR'], [notice('fr')])).toEqual(['de', 'nl'])
  expect(missingNotices(['GB', 'US'], [])).toEqual([])
})
