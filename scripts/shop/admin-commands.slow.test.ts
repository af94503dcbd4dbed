import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdministrator } from '#platform/auth/administrators.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { testDatabase } from '#tests/fixtures/database.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

function admin(...args: string[]) {
  return runCommand('scripts/shop.ts', ['admin', ...args], { DATABASE_URL: api.db.connectionString })
}

const passwordIn = (out: string) => /shown only once: (\S+)/.exec(out)?.[1] ?? ''

test('an administrator added while the shop runs has the rights with the next call', async () => {
  const { email, id, password } = await api.account()
  const hidden = await api.db.product({ active: false })
  const client = api.client()
  await client.auth.signInWithPassword({ email, password })
  const seen = async () => (await client.from('products').select('id').eq('id', hidden.id)).data
  expect(await seen()).toEqual([])

  expect(await admin('add', email.toUpperCase())).toEqual({ code: 0, out: `${email} is an administrator.`, err: '' })
  expect(await seen()).toEqual([{ id: hidden.id }])
  const other = await addAdministrator(api.db, 'new@example.com')
  expect((await admin('list')).out.split('\n')).toEqual([email, 'new@example.com'])
  const signedIn = await api
    .client()
    .auth.signInWithPassword({ email: 'new@example.com', password: other.password ?? '' })
  expect(signedIn.error).toBeNull()

  const removed = await admin('remove', email)
  expect(removed).toEqual({ code: 0, out: `${email} is no longer an administrator. The account remains.`, err: '' })
  // The session continues, without the data that only administrators see.
  expect(await seen()).toEqual([])
  expect((await client.auth.getUser()).data.user?.id).toBe(id)
})

test('a new password for a locked-out administrator ends all sessions', async () => {
  const { out } = await admin('add', 'locked-out@example.com')
  const client = api.client()
  await client.auth.signInWithPassword({ email: 'locked-out@example.com', password: passwordIn(out) })
  const renewed = await admin('password', 'locked-out@example.com')
  expect(renewed.code).toBe(0)
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const [before, after] = await Promise.all(
    [out, renewed.out].map((output) =>
      api.client().auth.signInWithPassword({ email: 'locked-out@example.com', password: passwordIn(output) }),
    ),
  )
  expect(before?.error?.code).toBe('invalid_credentials')
  expect(after?.error).toBeNull()
})

test('the sessions of one account end, or those of all', async () => {
  const [first, second] = await Promise.all([api.account(), api.account()])
  const clients = await Promise.all(
    [first, second].map(async ({ email, password }) => {
      const client = api.client()
      await client.auth.signInWithPassword({ email, password })
      return client
    }),
  )
  const signedIn = () =>
    Promise.all(clients.map(async ({ auth }) => (await auth.getUser()).data.user?.email)).then((all) =>
      all.filter((email) => email !== undefined),
    )
  expect(await admin('sign-out', first.email.toUpperCase())).toMatchObject({
    code: 0,
    out: `1 sessions of ${first.email.toUpperCase()} have ended.`,
  })
  expect(await signedIn()).toEqual([second.email])
  for (const args of [[], [second.email, '--everyone']]) {
    expect(await admin('sign-out', ...args)).toMatchObject({ code: 1, err: 'Name an account, or use --everyone.' })
  }
  expect(await admin('sign-out', 'nobody@example.com')).toMatchObject({
    code: 1,
    err: 'There is no account with nobody@example.com.',
  })
  expect(await signedIn()).toEqual([second.email])
  expect((await admin('sign-out', '--everyone')).out).toMatch(/^[1-9]\d* sessions of all accounts have ended\.$/)
  expect(await signedIn()).toEqual([])
})

test('a refusal is printed as one line', async () => {
  for (const [args, error] of [
    [['add'], "missing required argument 'EMAIL'"],
    [['toString', 'a@example.com'], "unknown command 'toString'"],
    [['list', 'a@example.com'], "too many arguments for 'list'"],
  ] as const)
    expect(await admin(...args), args.join(' ')).toMatchObject({ code: 1, err: expect.stringContaining(error) })
  const { code, err } = await admin('password', 'nobody@example.com')
  expect([code, err]).toEqual([1, 'nobody@example.com is no administrator.'])
  expect(await admin('add', 'nobody')).toMatchObject({ code: 1, err: 'nobody is no e-mail address.' })
  await using db = await testDatabase()
  await addAdministrator(db, 'only@example.com')
  const env = { DATABASE_URL: db.connectionString }
  const last = await runCommand('scripts/shop.ts', ['admin', 'remove', 'only@example.com'], env)
  expect(last).toEqual({ code: 1, out: '', err: 'The last administrator stays: add another one first.' })
  const odd = await runCommand('scripts/shop.ts', ['admin', 'list'], { ...env, SHOP_MODE: 'odd' })
  expect(odd).toMatchObject({ code: 1, err: expect.stringMatching(/^SHOP_MODE: [^\n]*$/) })
})
