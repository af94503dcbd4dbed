import { expect, test } from 'vitest'
import { z } from 'zod'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type DiscountCode, deletionEffect, sortCodes, stateLabel, termsOf, usageLabel } from './discount-code.ts'
import { type CodeValues, discountFormSchema, errorsOf, formValuesOf, typedCode } from './discount-form.schema.ts'

const now = '2026-11-21T12:00:00Z'
const code: DiscountCode = {
  code: 'WELCOME10',
  percent: 10,
  active: true,
  starts_at: '2026-10-25T01:30:00.123456+00:00',
  ends_at: null,
  minimum_subtotal: pounds(49.5),
  max_redemptions: 10,
  redeemed: 2,
  held: 1,
  version: 3,
  id: '5f0e0f3b-8c55-4a51-9a4a-6f2f3c1d7b10',
  created_at: '2026-10-01T09:00:00Z',
}

/** The parsed form, or the first error of each field. */
function readValues(values: CodeValues, before: DiscountCode | null) {
  const { data, error } = discountFormSchema(before).safeParse(values)
  const errors = error && z.flattenError(error).fieldErrors
  return { ...data, ...(errors && { errors: Object.fromEntries(Object.entries(errors).map(([k, v]) => [k, v?.[0]])) }) }
}

const blank = { ...formValuesOf(null), code: 'SPRING', percent: '15' }

test('a minimum is read and shown in pounds; 0 is none', () => {
  expect(termsOf(code, now)).toMatch(/^10% off, from £49\.50, since /)
  expect(formValuesOf(code).minimum).toBe('49.50')
  const minimumOf = (minimum: string) => readValues({ ...blank, minimum }, null).change?.minimum_subtotal
  expect(['50', ' £49.5', '0.10', '0', ''].map(minimumOf)).toEqual([50, 49.5, 0.1, null, null])
})

test('a code is changed to capitals without spaces', () => {
  expect(typedCode(' welcome 10 ')).toBe('WELCOME10')
})

test('a new code without times starts at once and does not end', () => {
  expect(readValues(blank, null)).toEqual({
    code: 'SPRING',
    change: { percent: 15, active: true, ends_at: null, minimum_subtotal: null, max_redemptions: null },
  })
})

test('times are in shop time, in winter and in summer', () => {
  const read = readValues({ ...blank, starts: '2027-03-28T00:30', ends: '2027-03-28T02:30' }, null)
  expect(read).toMatchObject({
    change: { starts_at: '2027-03-28T00:30:00.000Z', ends_at: '2027-03-28T01:30:00.000Z' },
  })
})

test('a skipped hour, an end before the start and invalid numbers are errors of their fields', () => {
  const wrong = readValues(
    { ...blank, code: 'Spring!', percent: '101', starts: '2027-03-28T01:30', minimum: '4,50', uses: '0' },
    null,
  )
  expect(Object.keys(wrong.errors ?? {}).sort()).toEqual(['code', 'minimum', 'percent', 'starts', 'uses'])
  expect(readValues({ ...blank, starts: '2027-04-02T10:00', ends: '2027-04-02T10:00' }, null).errors).toEqual({
    ends: expect.stringContaining('later than the start'),
  })
  for (const percent of ['', '0', '12.5', '-3', 'ten']) {
    expect(readValues({ ...blank, percent }, null).errors).toHaveProperty('percent')
  }
})

test('an unchanged time keeps its value, also in the repeated hour of autumn', () => {
  const read = readValues({ ...formValuesOf(code), percent: '20' }, code)
  expect(read).toMatchObject({ code: 'WELCOME10', change: { percent: 20, starts_at: code.starts_at } })
})

test('a limit below the number of uses names that number', () => {
  const { errors } = readValues({ ...formValuesOf(code), uses: '2' }, code)
  expect(errors?.uses).toMatch(/^3 uses are already taken, 1 of them on open payment pages/)
  expect(readValues({ ...formValuesOf(code), uses: '3' }, code).errors).toBeUndefined()
})

test('a refusal of the database is an error of its field, and an unknown one of no field', () => {
  expect(errorsOf({ code: '23505' })).toHaveProperty('code')
  expect(
    errorsOf({ code: '23514', message: 'new row … violates check constraint "discount_codes_within_limit"' }),
  ).toHaveProperty('uses')
  expect(errorsOf({ code: '42501' })).toBeNull()
})

test.each([
  [{}, 'Live'],
  [{ ends_at: '2026-11-30T23:59:00Z' }, 'Live until 30 November 2026 at 23:59'],
  [{ starts_at: '2026-12-01T09:00:00Z' }, 'Starts on 1 December 2026 at 09:00'],
  [{ ends_at: '2026-11-21T12:00:00Z' }, 'Ended on 21 November 2026 at 12:00'],
  [{ redeemed: 10, held: 0 }, 'Used up'],
  [{ redeemed: 9 }, 'Used up for now'],
  [{ active: false, redeemed: 10, held: 0 }, 'Off'],
])('a code that is %j has the label “%s”', (changed, words) => {
  expect(stateLabel({ ...code, ...changed }, now)).toBe(words)
})

test('active codes come first, then the newest', () => {
  const off = { ...code, code: 'OFF', active: false, created_at: '2026-11-20T09:00:00Z' }
  const newer = { ...code, code: 'NEWER', created_at: '2026-11-01T09:00:00Z' }
  expect(sortCodes([off, code, newer], now).map((each) => each.code)).toEqual(['NEWER', 'WELCOME10', 'OFF'])
})

test('uses and the effects of a deletion are sentences', () => {
  expect(usageLabel(code)).toBe('2 of 10 used, 1 more on an open payment page')
  expect(deletionEffect(code)).toContain('still pays the price shown there')
  expect(deletionEffect({ ...code, held: 0, redeemed: 0 })).toBe('No one else can use it, and its figures are deleted.')
})
