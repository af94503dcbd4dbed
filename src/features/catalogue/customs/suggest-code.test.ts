import { expect, test } from 'vitest'
import { CustomsSchema, formatCode, gramsOf, noCustoms, tariffUrl } from './customs.ts'
import { originCountries, threeLettersOf } from './origin-countries.ts'
import { suggestCode } from './suggest-code.ts'

const suggested = (name: string, fabric: string, weave: 'woven' | 'knitted' = 'woven', kind: string | null = null) =>
  suggestCode({ name, fabric, weave, kind })

test.each([
  // The table of kinds, as the Harmonised System of 2022 has them.
  ['Mary Dress', '100% wool', 'woven', '620441'],
  ['Mary Dress', '100% cotton', 'woven', '620442'],
  ['Mary Dress', '100% polyester', 'woven', '620443'],
  ['Mary Dress', '100% viscose', 'woven', '620444'],
  ['Mary Dress', '100% linen', 'woven', '620449'],
  ['Mary Dress', '100% silk', 'woven', '620449'],
  ['Mary Dress', '100% cotton', 'knitted', '610442'],
  ['Ruth Skirt', '100% wool', 'woven', '620451'],
  ['Ruth Skirt', '100% viscose', 'woven', '620459'],
  ['Ruth Skirt', '100% linen', 'knitted', '610459'],
  ['Anna Trousers', '100% cotton', 'woven', '620462'],
  ['Anna Blouse', '100% silk', 'woven', '620610'],
  ['Anna Blouse', '100% lyocell', 'woven', '620640'],
  ['Anna Blouse', '100% linen', 'woven', '620690'],
  ['Anna Blouse', '100% wool', 'knitted', '610690'],
  ['Esther Coat', '100% wool', 'woven', '620220'],
  ['Esther Cape', '100% acrylic', 'knitted', '610230'],
  ['Leah Abaya', '100% cotton', 'woven', '621142'],
  ['Leah Abaya', '100% wool', 'woven', '621149'],
  ['Leah Abaya', '100% viscose', 'knitted', '611430'],
  ['Naomi Cardigan', '100% merino', 'knitted', '611011'],
  ['Naomi Headscarf', '100% silk', 'woven', '621410'],
  ['Naomi Headscarf', '100% modal', 'woven', '621440'],
  ['Naomi Headscarf', '100% silk', 'knitted', '611710'],
] as const)('%s of %s, %s, is suggested as %s', (name, fabric, weave, code) => {
  expect(suggested(name, fabric, weave)).toMatchObject({ code })
})

test('the fibre that weighs most decides, and the last word of the name', () => {
  expect(suggested('Shirt Dress', '30% linen, 70% cotton')).toEqual({
    code: '620442',
    reason: 'It is a dress, woven, and most of it is cotton.',
  })
  expect(suggested('Hannah', 'Outer: washed linen with a cotton slub. Lining: viscose', 'woven', 'top')).toMatchObject({
    code: '620690',
  })
})

test('without kind, fibre or weave there is no suggestion but what is missing', () => {
  expect(suggested('Hannah', '100% cotton')).toHaveProperty('missing')
  expect(suggested('Hannah Dress', '')).toHaveProperty('missing')
  expect(suggested('Hannah Dress', '100% unobtainium')).toHaveProperty('missing')
  expect(suggestCode({ name: 'Hannah Dress', fabric: '100% cotton', weave: null, kind: 'dress' })).toHaveProperty(
    'missing',
  )
  expect(suggested('Naomi Cardigan', '100% wool')).toHaveProperty('missing')
})

test('a code is stored without dots and blanks; letters and other lengths are refused', () => {
  const read = (commodity_code: string) => CustomsSchema.safeParse({ ...noCustoms, commodity_code })
  expect(read(' 6204.42.00 90').data?.commodity_code).toBe('6204420090')
  expect(read('0102.29').data?.commodity_code).toBe('010229')
  for (const wrong of ['62044', '62044200901', '6204.4x', '']) expect(read(wrong).success).toBe(false)
  expect(formatCode('620442')).toBe('6204.42')
  expect(formatCode('6204420090')).toBe('6204.42.00.90')
  expect(tariffUrl('620442')).toBe('https://www.trade-tariff.service.gov.uk/headings/6204')
})

test('a description has at most 35 characters and no symbols; a weight is whole grams up to 30 kg', () => {
  const read = (change: object) => CustomsSchema.safeParse({ ...noCustoms, ...change }).success
  expect(read({ description: 'x'.repeat(35) })).toBe(true)
  expect(read({ description: 'x'.repeat(36) })).toBe(false)
  for (const description of ['Women’s dress™', 'Dress €90', 'Dress 👗', 'فستان'])
    expect(read({ description })).toBe(false)
  expect(read({ weight_grams: 30_000, size_grams: { '8-10': 1 } })).toBe(true)
  for (const weight_grams of [0, -1, 1.5, 30_001, '5']) expect(read({ weight_grams })).toBe(false)
  expect(read({ size_grams: { '8-10': 0 } })).toBe(false)
  expect(read({ origin: 'GB' })).toBe(true)
  expect(read({ origin: 'XX' })).toBe(false)
})

test('a size has its own weight, or that of the garment', () => {
  const customs = { ...noCustoms, weight_grams: 600, size_grams: { '16-18': 720 } }
  expect(gramsOf(customs, '8-10')).toBe(600)
  expect(gramsOf(customs, '16-18')).toBe(720)
  expect(gramsOf(noCustoms, '8-10')).toBeNull()
})

test('each country has one code of two letters and one of three', () => {
  expect(originCountries).toHaveLength(249)
  expect(new Set(originCountries).size).toBe(249)
  expect(new Set(originCountries.map(threeLettersOf)).size).toBe(249)
  expect(['GB', 'DE', 'US', 'JE'].map(threeLettersOf)).toEqual(['GBR', 'DEU', 'USA', 'JEY'])
})
