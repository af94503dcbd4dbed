import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { callAuth, followLink, lastEmail } from '#tests/fixtures/auth-requests.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const password = 'a long enough one'
const to = 'http://localhost:3000/account?tab=orders'

function verifier() {
  const text = randomBytes(56).toString('hex')
  return { text, challenge: createHash('sha256').update(text).digest('base64url') }
}

function exchange(auth_code: unknown, code_verifier: unknown, at = api, headers?: Record<string, string>) {
  const body = { auth_code, code_verifier }
  return callAuth(at, 'POST', '/token?grant_type=pkce', { body, ...(headers && { headers }) })
}

/** An account whose e-mail was confirmed: the code, and its verifier. */
async function codeOf({
  at = api,
  method = 's256',
  challenge,
}: {
  at?: AccountsApi
  method?: string
  challenge?: string
} = {}) {
  const account = await at.account()
  const made = verifier()
  const body = { email: account.email, code_challenge: challenge ?? made.challenge, code_challenge_method: method }
  const { status } = await callAuth(at, 'POST', '/recover', { body })
  expect(status).toBe(200)
  const message = await lastEmail(at, account.email)
  const { query } = await followLink(at, { type: 'recovery', token: message.token, redirect_to: to })
  return { ...account, verifier: made.text, code: query.get('code') ?? '', token: message.token }
}

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
