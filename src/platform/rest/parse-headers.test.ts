import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProfile, parseAccept, parsePrefer } from './parse-headers.ts'
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
