import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedAddress } from '#platform/email/address.ts'
import { readTyped } from './typed-text.ts'

const unseen = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u2066',
  '\u2069',
  '\ufe0f',
  '\u034f',
]
const blanks = [' ', '\u00a0', '\u202f', '\u2009', '\u3000', '\t', '\r\n', '  ', '\u2028']
const dashes = ['-', '–', '—', '‑', '‐', '−', '﹣', '－']
const apostrophes = ["'", '’', '‘', 'ʼ', '´', '′', '＇']
const plain = fc.stringMatching(/^[A-Za-z0-9]{1,6}([- '][A-Za-z0-9]{1,6}){0,4}$/)

/** A plain text in one of the ways it can arrive: every sign replaced by a like one, and unseen ones between. */
const pasted = fc.tuple(plain, fc.infiniteStream(fc.nat())).map(([text, stream]): [string, string] => {
  const pick = (from: readonly string[]) => from[(stream.next().value ?? 0) % from.length] ?? ''
  const letters = [...text].map((letter) => {
    if (letter === ' ') return pick(blanks)
    if (letter === '-') return pick(dashes)
    if (letter === "'") return pick(apostrophes)
    const wide = String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)
    return pick([letter, letter, wide])
  })
  const typed = letters.map((letter) => `${pick([...unseen, '', '', '', ''])}${letter}`).join('')
  return [text, `${pick(blanks)}${typed}${pick(blanks)}`]
})

test('a text is read as it was meant, whatever it was copied from', () => {
  fc.assert(
    fc.property(pasted, ([text, typed]) => {
      expect(readTyped(typed)).toBe(text)
    }),
    { numRuns: 1_000 },
  )
})

test('reading once is enough, and a plain text stays as it is', () => {
  fc.assert(
    fc.property(plain, (text) => {
      expect(readTyped(text)).toBe(text)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readTyped(readTyped(text))).toBe(readTyped(text))
    }),
  )
})

test.each([
  'ruth@example.com',
  ' ruth@example.com\u00a0',
  'ruth@example.com.',
  'mailto:ruth@example.com',
  'Mailto: ruth@example.com',
  '<ruth@example.com>',
  'Ruth Bell <ruth@example.com>',
  '"Bell, Ruth" <mailto:ruth@example.com>,',
  'ruth\u200b@example.com',
  '\u202aruth@example.com\u202c',
  '\u2068ruth@exam\u00adple.com\u2069',
  'ruth＠example．com',
  'ruth@example。com',
  'ruth@example.com\u2800',
])('%j is ruth@example.com', (typed) => {
  expect(typedAddress(typed)).toBe('ruth@example.com')
})

test.each([
  'ruth@example.com, eve@example.com',
  '<ruth@example.com>,<eve@example.com>',
  'ruth@example.com\r\nBcc: eve@example.com',
  'ruth @example.com',
  'ruth@example.com <eve@example.com>',
  `${'\u200b'.repeat(1_000)}ruth@example.com`,
  'mailto:',
  '',
])('%j is no address', (typed) => {
  expect(typedAddress(typed)).toBeNull()
})
