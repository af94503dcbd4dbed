// @module-tag S50

import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv, unescapeFormula } from './csv.ts'

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '=HYPERLINK("http://x","y")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    "'=1",
    "'",
    'a,b',
    'a"b',
    'a\nb',
    ' a ',
  ),
  fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'"), fc.string()).map((parts) => parts.join('')),
)

test('no cell begins like a formula, and reading every cell back gives the original text', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      const text = formatCsv([['x', ...cells]])
      expect(text.endsWith('\r\n')).toBe(true)
      const [read] = parse(text, { record_delimiter: '\r\n' }) as string[][]
      for (const each of read ?? []) expect(each).not.toMatch(/^(?![+-]\d[\d ]*(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/)
      expect(read?.slice(1).map(unescapeFormula)).toEqual(cells)
    }),
    { numRuns: 1_000 },
  )
})

test('a telephone number and a negative amount stay as they are; a sum is a formula', () => {
  expect(formatCsv([['+447700900123', '+44 7700 900123', '-12.50']])).toBe('+447700900123,+44 7700 900123,-12.50\r\n')
  expect(formatCsv([['+1+1', '-1-2', '+A1', '+1;A1', '+']])).toBe("'+1+1,'-1-2,'+A1,\"'+1;A1\",'+\r\n")
})

test('rows are written as csv-stringify writes them, to the byte', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 4 }), (rows) => {
      const guarded = rows.map((cells) =>
        cells.map((each) => (/^(?![+-]\d[\d ]*(?:\.\d+)?$)['=+\-@\t\r\n＝＋－＠]/.test(each) ? `'${each}` : each)),
      )
      const options = { record_delimiter: 'windows', quoted_match: /[;\r\n\t]|^\s|\s$/ } as const
      expect(formatCsv(rows)).toBe(stringify(guarded, options))
    }),
    { numRuns: 1_000 },
  )
})
