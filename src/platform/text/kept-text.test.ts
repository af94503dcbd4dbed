import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters, cutCharacters, keptLine, keptText } from './kept-text.ts'

const persian = 'می‌خواهم'
const worker = '👩‍🔧'
const flag = '🏴󠁧󠁢󠁳󠁣󠁴󠁿'

test.each([persian, worker, flag, 'क्‍ष', 'Anne-Marie O’Brien', 'نرگس'])('%s stays as it was written', (text) => {
  expect(keptLine(text)).toBe(text)
  expect(keptText(text)).toBe(text)
})

test('what turns the direction of other text, and control characters, are removed', () => {
  expect(keptLine('\u202eRuth\u202c\u2066 Moab\u2069\ufeff\u0007')).toBe('Ruth Moab')
  expect(keptLine('Ruth\r\nMoab\u2028 \u00a0x')).toBe('Ruth Moab x')
  expect(keptText('\u200fone\r\ntwo\rthree\u2028four\n\n\n\nfive\tsix\0 ')).toBe('one\ntwo\nthree\nfour\n\nfive six')
})

test('a character is what people count, and a cut leaves no half of one', () => {
  expect(countCharacters('é🌹')).toBe(2)
  expect(cutCharacters(`${'a'.repeat(199)}🌹`, 200)).toHaveLength(201)
  expect(cutCharacters(`${'a'.repeat(200)}🌹`, 200)).toBe('a'.repeat(200))
  expect(cutCharacters(`${'a'.repeat(199)}${worker}`, 200)).toBe('a'.repeat(199))
  expect(cutCharacters(`ae\u0301`, 2)).toBe('a')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(30), (text, most) => {
      const cut = cutCharacters(text, most)
      expect(text.startsWith(cut)).toBe(true)
      expect(countCharacters(cut)).toBeLessThanOrEqual(most)
      expect(cut.isWellFormed()).toBe(text.isWellFormed())
      if (countCharacters(text) <= most) expect(cut).toBe(text)
    }),
  )
})
