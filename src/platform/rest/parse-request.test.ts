import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProfile, parseAccept, parseBody, parsePrefer } from './parse-request.ts'
import { RestError } from './rest-error.ts'

test('preferences are comma-separated, and the first of two that conflict counts', () => {
  expect(parsePrefer('count=exact, return=representation,resolution=merge-duplicates , missing=default')).toEqual({
    count: 'exact',
    return: 'representation',
    resolution: 'merge-duplicates',
    missing: 'default',
  })
  expect(parsePrefer('return=minimal,return=representation').return).toBe('minimal')
  expect(parsePrefer('count=all, tx=rollback, __proto__=x, =, return').count).toBeNull()
})

test('an unknown preference is refused only with handling=strict', () => {
  expect(() => parsePrefer('handling=strict, max-affected=1')).toThrow(
    expect.objectContaining({ code: 'PGRST122', status: 400 }),
  )
  expect(() => parsePrefer('handling=lenient, max-affected=1')).not.toThrow()
})

test('the response is rows or one object, and other types are refused', () => {
  for (const accept of [undefined, '', '*/*', 'application/json', 'text/html, */*;q=0.1'])
    expect(parseAccept(accept)).toBe('rows')
  expect(parseAccept('application/vnd.pgrst.object+json')).toBe('object')
  expect(parseAccept('Application/Vnd.PGRST.object+json; charset=utf-8')).toBe('object')
  for (const accept of ['text/csv', 'application/geo+json', 'application/vnd.pgrst.array+json;nulls=stripped', ',']) {
    expect(() => parseAccept(accept)).toThrow(expect.objectContaining({ code: 'PGRST107', status: 406 }))
  }
})

test('the only schema is public', () => {
  expect(() => checkProfile('public')).not.toThrow()
  expect(() => checkProfile('auth')).toThrow(
    expect.objectContaining({ code: 'PGRST106', status: 406, hint: expect.stringContaining('public') }),
  )
})

test('any header is read or refused', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      for (const read of [parsePrefer, parseAccept, checkProfile]) {
        try {
          read(header)
        } catch (error) {
          expect(error).toBeInstanceOf(RestError)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

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
