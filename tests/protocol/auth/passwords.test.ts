import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

async function signUp(password: unknown, { email = `${randomUUID()}@example.com`, at = api } = {}) {
  const response = await fetch(`${at.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: at.anonKey, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as { code?: string; message?: string; weak_password?: { reasons: string[] } }
  return { status: response.status, body }
}

const tooShort = {
  status: 422,
  body: {
    code: 'weak_password',
    message: 'Password should be at least 6 characters.',
    weak_password: { reasons: ['length'] },
  },
}
const easy = { status: 422, body: { code: 'weak_password', weak_password: { reasons: ['pwned'] } } }
const invalid = { status: 400, body: { code: 'validation_failed' } }

test('common passwords are refused with the reason', async () => {
  const email = 'ruth.moab@example.com'
  const rows: [password: string, answer: object][] = [
    ['short', tooShort],
    ['žlutý', tooShort],
    ['🐎🐎🐎', tooShort],
    ['password', easy],
    ['PASSWORD', easy],
    ['123456', easy],
    ['iloveyou', easy],
    ['aaaaaaaa', easy],
    ['12345678', easy],
    ['abcabcabc', easy],
    [email, easy],
    ['Ruth.Moab', easy],
    ['The Kindred Wardrobe', easy],
    ['x'.repeat(129), invalid],
    ['ž🐎'.repeat(65), invalid],
    ['x'.repeat(900_000), invalid],
    ['a good one\0', invalid],
    ['a good one \ud800', invalid],
  ]
  for (const [password, response] of rows) {
    expect(await signUp(password, { email }), password.slice(0, 40)).toMatchObject(response)
  }
  expect(await api.emails()).toEqual([])
})

test('the client reads the reasons of a weak password', async () => {
  const { error } = await api.client().auth.signUp({ email: 'new@example.com', password: 'password' })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', code: 'weak_password', reasons: ['pwned'] })
})

test('a password is used in full: up to 128 characters, in any script, with its spaces', async () => {
  const long = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('')
  for (const password of [long, ' spaced  out ', 'žluťoučký kůň', '🐎🐑🐐🐄🐓🐖', 'quotes " \' \\ <b>']) {
    const email = `${randomUUID()}@example.com`
    expect((await signUp(password, { email })).status, password).toBe(200)
    const signIn = (typed: string) => api.client().auth.signInWithPassword({ email, password: typed })
    expect((await signIn(password)).error, password).toBeNull()
    expect((await signIn([...password].slice(0, -1).join(''))).error?.code, password).toBe('invalid_credentials')
    expect((await signIn(`${password} `)).error?.code, password).toBe('invalid_credentials')
  }
})

test('a shop can require more characters', async () => {
  await using strict = await startAccountsApi({ db: api.db, settings: { passwordMinLength: 10 } })
  expect(await signUp('kqhs7 wolf', { at: strict })).toMatchObject({ status: 200 })
  expect((await signUp('kqhs7wolf', { at: strict })).body.message).toBe('Password should be at least 10 characters.')
})

test('a body over a megabyte is not read', async () => {
  expect((await signUp('x'.repeat(1_100_000))).status).toBe(413)
})
