import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { password, pkceLinks } from '#tests/fixtures/auth-links.ts'
import { callAuth, lastEmail } from '#tests/fixtures/auth-requests.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { exchange, codeOf } = pkceLinks(() => api)

const badChallenges: [string, unknown, unknown][] = [
  ['without a method', 'a'.repeat(43), null],
  ['which is a method alone', null, 's256'],
  ['of 42 characters', 'a'.repeat(42), 's256'],
  ['of 129 characters', 'a'.repeat(129), 's256'],
  ['with a plus', `${'a'.repeat(42)}+`, 's256'],
  ['with a line break', `${'a'.repeat(43)}\n`, 's256'],
  ['of an unknown method', 'a'.repeat(43), 'md5'],
]

test.each(badChallenges)(
  'a challenge %s is refused, and no e-mail leaves',
  async (_, code_challenge, code_challenge_method) => {
    const { email } = await api.account()
    for (const path of ['/recover', '/otp', '/signup']) {
      const body = { email, password, code_challenge, code_challenge_method }
      expect(await callAuth(api, 'POST', path, { body })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
    expect(await api.emails(email)).toEqual([])
  },
)

test('43 and 128 characters are accepted, and null means the implicit flow', async () => {
  for (const length of [43, 128]) {
    const challenge = '~'.repeat(length)
    const { code } = await codeOf({ method: 'plain', challenge })
    expect((await exchange(code, challenge)).status).toBe(200)
  }
  const { email } = await api.account()
  await callAuth(api, 'POST', '/recover', { body: { email, code_challenge: null, code_challenge_method: null } })
  expect((await lastEmail(api, email)).token).not.toMatch(/^pkce_/)
})
