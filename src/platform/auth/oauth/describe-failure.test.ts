import { AuthorizationResponseError, ClientError } from 'openid-client'
import { expect, test } from 'vitest'
import { describeFailure } from './providers.ts'

test('a failure is described with its causes, and without the provider’s response', () => {
  const inner = Object.assign(new Error('unexpected JWT "nonce"'), {
    cause: { id_token: 'secret', email: 'a@b.example' },
  })
  const error = Object.assign(new ClientError('invalid response', { cause: inner }), { code: 'OAUTH_INVALID_RESPONSE' })
  const url = describeFailure(error)
  expect(url).toBe('ClientError OAUTH_INVALID_RESPONSE: invalid response; because Error: unexpected JWT "nonce"')
})

test('the provider’s own error code is included', () => {
  const query = new URLSearchParams({ error: 'access_denied', code: 'secret' })
  const error = new AuthorizationResponseError('the provider said no', { cause: query })
  expect(describeFailure(error)).toMatch(/the provider said no \(access_denied\)$/)
  expect(describeFailure('text')).toBe('something that is no error was thrown')
})
