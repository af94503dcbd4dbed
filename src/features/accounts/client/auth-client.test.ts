import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readAuthProblem } from './auth-client.ts'

test('the notice shows the server’s message, the field ours', () => {
  const problem = readAuthProblem(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'))
  expect(problem).toEqual({
    code: 'invalid_credentials',
    serverMessage: 'Invalid login credentials',
    message: 'That e-mail and password don’t match.',
    field: 'password',
  })
})

test('a network error and a server error share one message: try again', () => {
  for (const error of [
    new TypeError('Failed to fetch dynamically imported module'),
    new AuthRetryableFetchError('Failed to fetch', 0),
    new AuthRetryableFetchError('{}', 503),
    undefined,
    'nonsense',
  ]) {
    expect(readAuthProblem(error)).toMatchObject({ code: 'unreachable', serverMessage: '', field: null })
  }
})

test('the message for a refused password contains the reason', () => {
  const common = new AuthWeakPasswordError('Password is known to be weak.', 422, ['pwned'])
  expect(readAuthProblem(common)).toMatchObject({ code: 'weak_password', field: 'password' })
  expect(readAuthProblem(common).message).toContain('Three unrelated words')
  const short = new AuthWeakPasswordError('Password should be at least 12 characters.', 422, ['length'])
  expect(readAuthProblem(short).message).toBe('Password should be at least 12 characters.')
})

test('an unknown code shows the server’s message', () => {
  expect(readAuthProblem(new AuthApiError('The moon is full', 422, 'moon'))).toMatchObject({
    code: 'moon',
    message: 'The moon is full',
    field: null,
  })
  expect(readAuthProblem(new AuthApiError('', 422, 'constructor')).message).toMatch(/didn’t work/)
})

test('a message that names a field appears at that field', () => {
  const wrong = 'Unable to validate email address: invalid format'
  expect(readAuthProblem(new AuthApiError(wrong, 400, 'validation_failed'))).toMatchObject({
    message: wrong,
    field: 'email',
  })
})
