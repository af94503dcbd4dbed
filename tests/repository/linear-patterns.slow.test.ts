import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

// A pattern that tries the same characters again and again takes time that grows with the square of a text, or worse: a
// request of 16 kB would then occupy the processor for seconds. Every pattern of the program is run on texts that repeat
// what is in it, twice and four times as long.

type Pattern = { place: string; pattern: RegExp }

/** Every pattern that is written in a file. */
function patternsIn(file: string, text: string): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, start } = node as { type?: string; regex?: { pattern: string; flags: string }; start?: number }
    if (type === 'Literal' && regex) {
      const line = text.slice(0, start).split('\n').length
      found.push({ place: `${file}:${line} /${regex.pattern}/`, pattern: new RegExp(regex.pattern, regex.flags) })
    }
    for (const each of Object.values(node)) visit(each)
  }
  visit(parseSync(file, text).program)
  return found
}

const usual = [...'aA09 \t\n-./()"\':@%<>,_=&;+#!x{[*?\\½é’']
const ends = ['', '\u0000', ' (', 'a!']

/** Texts to repeat: single characters, and pairs of those that the pattern itself names. */
function pumpsOf({ source }: RegExp): string[] {
  const own = [...new Set(source.replace(/\\[a-z]/gi, ''))]
  const pairs = own.filter((each) => /[\w\s.,:;@/<>&=-]/.test(each)).slice(0, 5)
  const both = [...pairs, 'a', ' '].flatMap((one) => [...pairs, 'a', ' '].map((other) => one + other))
  return [...new Set([...usual, ...own, ...both])]
}

function timeMs(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0
  const began = performance.now()
  if (pattern.global) text.replaceAll(pattern, '')
  else text.search(pattern)
  return performance.now() - began
}

/** The least of several times: other programs of the machine only add. */
function leastMs(pattern: RegExp, text: string): number {
  return Math.min(...Array.from({ length: 5 }, () => timeMs(pattern, text)))
}

/** The text on which a pattern's time more than doubles twice as the text doubles; null if none was found. */
function slowTextOf(pattern: RegExp): string | null {
  for (const pump of pumpsOf(pattern)) {
    for (const end of ends) {
      const textOf = (length: number) => pump.repeat(length / pump.length) + end
      // Short ones first: the time of some patterns doubles with each character.
      if ([18, 20].some((length) => leastMs(pattern, textOf(length)) > 1)) return described(pump, end)
      if ([22, 24].some((length) => leastMs(pattern, textOf(length)) > 2)) return described(pump, end)
      if (timeMs(pattern, textOf(2_048)) < 0.4) continue
      const [one = 0, two = 0, four = 0] = [2_048, 4_096, 8_192].map((length) => leastMs(pattern, textOf(length)))
      if (four > 2 && four / two > 2.8 && two / one > 2.8) return described(pump, end)
    }
  }
  return null
}

function described(pump: string, end: string): string {
  return `${JSON.stringify(pump)} … ${JSON.stringify(end)}`
}

test('known slow patterns are found, and known fast ones are not', () => {
  for (const slow of [/([^\s,.:!"]+)(?:![^(]*)?\(/, /^(a+)+$/, /\s*;\s*/, /-+$/, /\S+@\S+/g]) {
    expect(slowTextOf(slow), String(slow)).not.toBe(null)
  }
  for (const fast of [/^a+$/, /[^\s<>"']+/g, /\s/, /^(\d{1,3})(?:\.\d+)?$/]) expect(slowTextOf(fast)).toBe(null)
})

test('the time of no pattern grows faster than the text', { timeout: 120_000 }, () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const patterns = files.flatMap((file) => patternsIn(file, readFileSync(file, 'utf8')))
  expect(patterns.length).toBeGreaterThan(400)
  const slow = patterns.flatMap(({ place, pattern }) => {
    const text = slowTextOf(pattern)
    return text === null ? [] : [`${place} on ${text}`]
  })
  expect(slow).toEqual([])
})
