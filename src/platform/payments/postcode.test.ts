import { expect, test } from 'vitest'
import { postcodeProblem, readPlace } from './postcode.ts'

const check = (postcode: string, country: string) => {
  const place = readPlace({ postcode, country })
  return { ...place, problem: postcodeProblem(place) }
}

test.each([
  ['NR231AH', 'NR23 1AH'],
  ['nr23 1ah', 'NR23 1AH'],
  [' LS1\u00a01AB ', 'LS1 1AB'],
  ['L S 1 1 A B', 'LS1 1AB'],
  ['LS1\u200b 1AB\u202c', 'LS1 1AB'],
  ['ＬＳ１　１ＡＢ', 'LS1 1AB'],
  ['LS1–1AB', 'LS1 1AB'],
  ['ec1a1bb', 'EC1A 1BB'],
  ['BFPO 801', 'BFPO 801'],
  ['bfpo1', 'BFPO 1'],
  ['GIR 0AA', 'GIR 0AA'],
  ['gir0aa', 'GIR 0AA'],
  ['LS1 1AB,', 'LS1 1AB'],
])('%j in the United Kingdom is %j', (typed, postcode) => {
  expect(check(typed, 'GB')).toEqual({ postcode, country: 'GB', problem: null })
})

test.each([
  ['JE2 3AB', 'GB', 'JE'],
  ['gy1 1aa', 'GB', 'GG'],
  ['IM12AB', 'GB', 'IM'],
  ['JE2 3AB', 'GG', 'JE'],
  ['LS1 1AB', 'JE', 'GB'],
  ['IM1 2AB', 'IM', 'IM'],
])('%j under %s is in %s', (typed, given, country) => {
  expect(check(typed, given)).toMatchObject({ country, problem: null })
})

test.each(['NG', 'KE', 'BB', 'GH', 'AE', 'JM', 'TT', 'HK', 'IE', 'AO', 'QA', 'UG', 'ZW', 'BS', 'AG'])(
  '%s needs no postcode',
  (country) => {
    expect(check('', country).problem).toBeNull()
  },
)

test.each(['GB', 'JE', 'GG', 'IM', 'FR', 'DE', 'US', 'CA', 'AU', 'ZA', 'SG', 'MY'])('%s needs one', (country) => {
  expect(check(' ', country).problem).toBe('Enter the postcode')
})

test.each([
  ['75001 CEDEX 07', 'FR', '75001 CEDEX 07'],
  ['75001  cedex\u00a007', 'FR', '75001 CEDEX 07'],
  ['1000–205', 'PT', '1000-205'],
  ['D02 X285', 'IE', 'D02 X285'],
  ['k1a 0b1', 'CA', 'K1A 0B1'],
  ['LT-01100', 'LT', 'LT-01100'],
  ['12345-6789', 'US', '12345-6789'],
  ['100001', 'NG', '100001'],
])('%j of %s is taken as %j', (typed, country, postcode) => {
  expect(check(typed, country)).toEqual({ postcode, country, problem: null })
})

test.each(['LS1', 'BH1', '1AB', '12345', 'LS1 1ABC', 'QQ1 1AA', 'BFPO', 'BFPO 12345'])(
  '%j is no British postcode',
  (typed) => {
    expect(check(typed, 'GB')).toMatchObject({ country: 'GB', problem: 'Enter a full postcode, such as HX7 8AD' })
  },
)

test.each(['?', '<b>', '1', 'x'.repeat(21)])('%j is none anywhere', (typed) => {
  expect(check(typed, 'FR').problem).toBe('Enter a valid postcode')
})
