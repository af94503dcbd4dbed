import { expect, test } from 'vitest'
import { testTags } from './report/tags.ts'
import { findProofs, linesOf, shortTableOf } from './report.ts'

test('each line has a test, and each tag of a test is a line', () => {
  const inTests = new Set(findProofs().flatMap(({ tags }) => tags))
  expect([...inTests].sort()).toEqual(testTags.map(({ name }) => name).sort())
})

test('a line has passed only if each of its tests ran and passed', () => {
  const proofs = [
    { file: 'one.test.ts', title: '', tags: ['A', 'B'] },
    { file: 'two.test.ts', title: 'the second', tags: ['A'] },
  ]
  const passed = { tags: ['A', 'B'], passed: true }
  const one = { 'one.test.ts': { first: passed } }
  const results: [Parameters<typeof linesOf>[2], string][] = [
    [{}, 'not run'],
    [one, 'not run'],
    [{ ...one, 'two.test.ts': { first: { tags: [], passed: true } } }, 'not run'],
    [{ ...one, 'two.test.ts': { first: { tags: [], passed: false }, second: passed } }, 'passed'],
    [{ ...one, 'two.test.ts': { second: passed, '': { tags: [], passed: false } } }, 'failed'],
    [{ 'two.test.ts': { second: { tags: ['A'], passed: false } } }, 'failed'],
  ]
  for (const [run, expected] of results) expect(linesOf({ A: 'a fault' }, proofs, run)[0]?.state).toBe(expected)
  const lines = linesOf({ A: 'a fault', B: 'another' }, proofs, one)
  expect(lines[0]?.notRun).toEqual(['two.test.ts'])
  expect(shortTableOf(lines)).toContain('2 lines: 1 not run, 1 passed.')
})
