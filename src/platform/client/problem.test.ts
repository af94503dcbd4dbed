import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readProblem } from './problem.ts'

test('what the service said is kept for the notice, and told at the field in our words', () => {
  const problem = readProblem(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'))
  expect(problem).toEqual({
    code: 'invalid_credentials',
    said: 'Invalid login credentials',
    words: 'E-mail and password do not belong together.',
    field: 'password',
  })
})

test('a fault of the network or of ours says nothing to people but to try again', () => {
  for (const error of [
    new TypeError('Failed to fetch dynamically imported module'),
    new AuthRetryableFetchError('Failed to fetch', 0),
    new AuthRetryableFetchError('{}', 503),
    undefined,
    'nonsense',
  ]) {
    expect(readProblem(error)).toMatchObject({ code: 'unreachable', said: '', field: null })
  }
})

test('a refused password says why', () => {
  const common = new AuthWeakPasswordError('Password is known to be weak.', 422, ['pwned'])
  expect(readProblem(common)).toMatchObject({ code: 'weak_password', field: 'password' })
  expect(readProblem(common).words).toContain('choose another')
  const short = new AuthWeakPasswordError('Password should be at least 12 characters.', 422, ['length'])
  expect(readProblem(short).words).toBe('Password should be at least 12 characters.')
})

test('a code nobody has heard of is told in the service’s own words', () => {
  expect(readProblem(new AuthApiError('The moon is full', 422, 'moon'))).toMatchObject({
    code: 'moon',
    words: 'The moon is full',
    field: null,
  })
  expect(readProblem(new AuthApiError('', 422, 'constructor')).words).toMatch(/did not work/)
})

test('what is wrong with a field is told there', () => {
  const wrong = 'Unable to validate email address: invalid format'
  expect(readProblem(new AuthApiError(wrong, 400, 'validation_failed'))).toMatchObject({ words: wrong, field: 'email' })
})
