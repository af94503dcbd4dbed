import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBody } from './parse-body.ts'
import { RestError } from './rest-error.ts'

const refused = (text: string, columns: string[] | null = null) => {
  expect(() => parseBody(text, columns), text.slice(0, 50)).toThrow(
    expect.objectContaining({ code: 'PGRST102', status: 400 }),
  )
}

test('an object, or an array of objects with equal keys, is read, and its text is unchanged', () => {
  expect(parseBody('{"a":1.10}', null)).toEqual({ text: '{"a":1.10}', isArray: false, rows: 1, keys: ['a'] })
  expect(parseBody('[{"a":1,"b":2},{"b":1,"a":2}]', null)).toMatchObject({ isArray: true, rows: 2, keys: ['a', 'b'] })
  expect(parseBody('[]', null)).toMatchObject({ rows: 0, keys: [] })
  expect(parseBody('[{"a":1},{"b":2}]', ['a', 'b'])).toMatchObject({ rows: 2, keys: ['a', 'b'] })
})

test('keys such as `__proto__` are names like any other', { tags: ['S33'] }, () => {
  expect(parseBody('{"__proto__":{"admin":true},"constructor":1}', null).keys).toEqual(['__proto__', 'constructor'])
})

test('a row that is not an object, or has other keys than the first, is refused', () => {
  for (const text of ['', ' ', '{', 'null', '5', '"a"', 'true', '[1]', '[null]', '[[]]', '{"a":1}x', 'NaN'])
    refused(text)
  refused('[{"a":1},{"b":2}]')
  refused('[{"a":1},{}]')
  refused('[{"a":1},5]', ['a'])
})

test('nesting past 64 levels is refused; brackets in a string do not count', { tags: ['N15'] }, () => {
  expect(parseBody(`{"a":"${'['.repeat(1_000)}\\"${'{'.repeat(100)}"}`, null).rows).toBe(1)
  expect(parseBody(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`, null).rows).toBe(1)
  refused(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`)
  refused('['.repeat(1_000_000))
})

test('any text is read or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        parseBody(text, null)
      } catch (error) {
        expect(error).toBeInstanceOf(RestError)
      }
    }),
    { numRuns: 2_000 },
  )
})
