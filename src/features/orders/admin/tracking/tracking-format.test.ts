import { expect, test } from 'vitest'
import { carriers } from '#shop-carriers'
import { checkDigit, doubles, oddNumberQuestion, trackingWarning } from './tracking-format.ts'

test('the check digit is that of UPU S10', () => {
  // The example of the standard: 47312482 has the check digit 9.
  expect(checkDigit('47312482')).toBe(9)
  expect(checkDigit('12345678')).toBe(5)
  // A remainder of 1 gives 0, a remainder of 0 gives 5.
  expect(checkDigit('00000050')).toBe(0)
  expect(checkDigit('00000000')).toBe(5)
})

test.for(['AA123456785GB', 'aa 1234 5678 5 gb', '0B0480284000010328D48', '1234567890ABCDEF', '', '   '])(
  'nothing is wrong with %o',
  (number) => {
    expect(trackingWarning('Royal Mail', number)).toBeNull()
  },
)

test('two swapped digits are noticed', () => {
  expect(trackingWarning('Royal Mail', 'AA213456785GB')).toMatch(/doesn’t match/)
  expect(trackingWarning('Royal Mail', 'AA123456789GB')).toMatch(/doesn’t match/)
})

test('an invalid Royal Mail number is reported, and one of an unknown carrier is not', () => {
  expect(trackingWarning('royal mail ', 'A123')).toMatch(/look like AA123456785GB/)
  expect(trackingWarning('A friend', 'A123')).toBeNull()
})

test('a number entered twice is found, whatever its spelling', () => {
  expect([...doubles(['AA 1', 'b', 'aa1', '', ' '])]).toEqual(['AA1'])
})

test.for([
  ['Royal Mail', 'AA123456785GB', true],
  ['Parcelforce', 'PB1234567', true],
  ['Parcelforce', 'PBTM8041434001', true],
  ['Parcelforce', 'CK 1234 5678 5 GB', true],
  ['Parcelforce', '123456789012', true],
  ['Parcelforce', 'CK123456789GB', false],
  ['Parcelforce', 'PB123', false],
  ['DPD', '1550 1234 5678 90', true],
  ['dpd', '1550123456', true],
  ['DPD', 'AA123456785GB', false],
  ['DPD', '155012345678', false],
  ['Evri', 'H00AA00012345678', true],
  ['Evri', 'AA123456785GB', false],
] as const)('%s %s looks right: %s', ([carrier, number, isRight]) => {
  expect(trackingWarning(carrier, number) === null).toBe(isRight)
})

test('an unusual number asks before it is saved', () => {
  expect(oddNumberQuestion('Royal Mail', 'AA123456785GB')).toBeNull()
  expect(oddNumberQuestion('Royal Mail', '12345')).toMatchObject({
    title: 'This doesn’t look like a Royal Mail number. Save it anyway?',
    body: [expect.stringContaining('AA123456785GB')],
  })
})

test('every carrier of the shop has number formats', () => {
  for (const { name } of carriers) expect(trackingWarning(name, 'x'), name).not.toBeNull()
})
