import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attackRows } from './attack-rows.ts'
import { faultRows } from './fault-rows.ts'
import type { Results } from './results.ts'
import { filesNotRun, parseProof, type Row, resultOf, row, shortTableOf } from './row.ts'

/** The titles of a test file as its source has them: `test('…'`, `test.each(…)('…'`. */
function titlesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const found = source.matchAll(/(?:\btest(?:\.\w+)*\(|\)\()\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)
  return [...found].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
}

const all: readonly Row[] = [...faultRows, ...attackRows]

test('every test that a line names exists, with its title', () => {
  const missing = all.flatMap(({ id, proofs }) =>
    proofs
      .filter((proof) => {
        const { file, part } = parseProof(proof)
        return !titlesIn(file).some((title) => title.includes(part))
      })
      .map((proof) => `${id}: ${proof}`),
  )
  expect(missing).toEqual([])
})

test('each line has its own name', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

test('a line has passed only if each of its tests ran and passed', () => {
  const line = row('A', 'a fault', 'one.test.ts', 'two.test.ts › the second')
  const one = { 'one.test.ts': { 'a title': 'passed' } } as const
  const results: [Results, string][] = [
    [{}, 'not run'],
    [one, 'not run'],
    [{ ...one, 'two.test.ts': { 'the first': 'passed' } }, 'not run'],
    [{ ...one, 'two.test.ts': { 'the first': 'failed', 'the second one': 'passed' } }, 'passed'],
    [{ ...one, 'two.test.ts': { 'the second one': 'passed', '': 'failed' } }, 'failed'],
    [{ 'two.test.ts': { 'the second one': 'failed' } }, 'failed'],
  ]
  for (const [run, expected] of results) expect(resultOf(line, run)).toBe(expected)
  expect(filesNotRun([line], one)).toEqual(['two.test.ts'])
  expect(shortTableOf([line, row('B', 'another', 'one.test.ts')], one)).toContain('2 lines: 1 passed, 1 not run.')
})
