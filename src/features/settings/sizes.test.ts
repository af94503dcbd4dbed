import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SizeRow, sizes } from '#shop-sizes'
import { formatSpan, nameSizes, readSpan, SizesSchema, sizesOf } from './sizes.ts'

const change = (at: number, changed: Partial<SizeRow>) =>
  sizes.map((row, place) => (place === at ? { ...row, ...changed } : row))
const refusal = (rows: unknown) => {
  const [issue] = SizesSchema.safeParse(rows).error?.issues ?? []
  return issue && [issue.path.slice(0, 2).join('.'), issue.message]
}
const xl: SizeRow = { size: '', name: 'XL', eu: '', us: '', bust: [108, 113], waist: [91, 96], hips: [116, 121] }

test('the first sizes are valid, and stay as they are', () => {
  expect(SizesSchema.parse(sizes)).toEqual(sizes)
  expect(JSON.stringify(sizesOf(structuredClone(sizes)))).toBe(JSON.stringify(sizes))
})

test('a renamed size keeps its first name, a new one is put where its measurements belong', () => {
  const petite = { ...xl, name: 'Petite', bust: [78, 83], waist: [61, 66], hips: [86, 91] } as const
  const typed = SizesSchema.parse([...change(0, { name: 'S' }), xl, petite])
  const stored = nameSizes(typed, sizes)
  expect(stored.map(({ size, name }) => [size, name])).toEqual([
    ['Petite', 'Petite'],
    ['8-10', 'S'],
    ...['10-12', '12-14', '14-16', '16-18'].map((size) => [size, size]),
    ['XL', 'XL'],
  ])
  expect(nameSizes(SizesSchema.parse(stored), stored)).toEqual(stored)
})

test.each([
  [change(1, { name: '' }), ['1.name', 'Please name the size.']],
  [change(1, { name: '8–10' }), ['1.name', '8-10 is or was called that. Please choose another name.']],
  [change(1, { name: 'S', size: '8-10' }), ['0.name', 'S is or was called that. Please choose another name.']],
  [
    [...change(0, { name: 'S' }), { ...xl, name: '8-10' }],
    ['5.name', 'S is or was called that. Please choose another name.'],
  ],
  [change(1, { name: '<b>' }), ['1.name', 'Please use letters, digits, spaces, hyphens and slashes only.']],
  [change(1, { bust: [93, 88] }), ['1.bust', 'Please enter the smaller measurement first.']],
  [change(1, { bust: [34, 36] }), ['1.bust', 'Please enter the bust in cm, from 40 to 200.']],
  [
    change(1, { waist: [60, 76] }),
    ['1.waist', 'Each size is larger than the one before, but this isn’t larger than 8-10.'],
  ],
  [
    change(1, { hips: [98, 101] }),
    ['1.hips', 'Please begin where 8-10 ends: measurements in between would have no size.'],
  ],
  [[], ['', 'Please keep one size.']],
])('what cannot be a chart is refused at its field, %#', (rows, expected) => {
  expect(refusal(rows)).toEqual(expected)
})

test('a size is not blamed for another that is given its first name', () => {
  const issues = SizesSchema.safeParse(change(1, { name: '12-14' })).error?.issues ?? []
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['1.name'])
})

test('text that is no measurement is refused at its field', () => {
  expect(refusal(sizes.map((row) => ({ ...row, bust: 'wide' })))).toEqual([
    '0.bust',
    'Please enter the bust from and to, such as 83-88 cm.',
  ])
})

test('a chart that is no chart leaves the first sizes', () => {
  let faults = 0
  expect(sizesOf([{ size: '8-10' }], () => (faults += 1))).toBe(sizes)
  expect(faults).toBe(1)
})

test('what is typed in either unit is read as it is shown', () => {
  expect(readSpan('83-88', 'cm')).toEqual([83, 88])
  expect(readSpan(' 83 – 88 cm', 'cm')).toEqual([83, 88])
  expect(readSpan('32½-34.5', 'in')).toEqual([82.6, 87.6])
  expect(readSpan('32 1/2 to 34 in', 'in')).toEqual([82.6, 86.4])
  for (const wrong of ['', '83', '83-', '83.5-88', '8-9-10', 'a-b']) expect(readSpan(wrong, 'cm'), wrong).toBeNull()
  const half = fc.integer({ min: 40, max: 140 }).map((halves) => halves / 2)
  fc.assert(
    fc.property(half, half, (from, to) => {
      const typed = [from, to].map((inches) => `${Math.floor(inches)}${inches % 1 ? '½' : ''}`).join('-')
      const span = readSpan(typed, 'in')
      expect(span && formatSpan(span, 'in')).toBe(typed)
    }),
  )
})
