import { expect, test, vi } from 'vitest'
import { type AccountsApi, startAccountsApi, testSecret } from '#tests/fixtures/accounts-api.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { claimsOf, signIn, tokensOf, withTotp } from '#tests/fixtures/second-factors.ts'

// Each run of the command takes seconds, and some on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const newSecret = 'the next secret of the tests, long enough too'

function reseal({ db }: AccountsApi, { args = [], ...env }: { args?: string[]; [name: string]: unknown } = {}) {
  const own = { DATABASE_URL: db.connectionString, JWT_SECRET: newSecret, FORMER_JWT_SECRET: testSecret }
  return runCommand('scripts/shop.ts', ['keys', 'reseal', ...args], { ...own, ...(env as Record<string, string>) })
}

const stored = ({ db }: AccountsApi) =>
  db.asService(async (tx) => [
    await tx.selectFrom('auth.mfa_factors').select(['id', 'secret']).orderBy('id').execute(),
    await tx.selectFrom('private.outbox').select(['id', 'data']).orderBy('id').execute(),
    await tx.selectFrom('private.signing_keys').select(['kid', 'sealed_private_jwk']).orderBy('kid').execute(),
  ])

test('after a new JWT_SECRET and `keys reseal` a customer signs in with the authenticator app that she has', async () => {
  await using former = await startAccountsApi()
  const account = await former.account()
  const client = await signIn(former, account)
  const { id, app } = await withTotp(client)
  const session = await tokensOf(client)
  const other = await former.account()
  await former.client().auth.resetPasswordForEmail(other.email)
  const [letter] = await former.emails(other.email)

  await using present = await startAccountsApi({ db: former.db, secret: newSecret })
  const browser = await signIn(present, account)
  const before = await browser.auth.mfa.challengeAndVerify({ factorId: id, code: '000000' })
  expect(before.error?.message).toContain('cannot be checked any more')

  expect(await reseal(present)).toMatchObject({ code: 0, err: '' })
  const after = await browser.auth.mfa.challengeAndVerify({ factorId: id, code: app.code() })
  expect(after.error).toBeNull()
  expect(claimsOf((await tokensOf(browser)).access_token)).toMatchObject({ aal: 'aal2' })
  // The waiting e-mail has its link, and the session from before goes on.
  expect(await present.emails(other.email)).toEqual([letter])
  const { error } = await present.client().auth.verifyOtp({ token_hash: letter?.secrets.token ?? '', type: 'recovery' })
  expect(error).toBeNull()
  const continued = await present.client().auth.setSession(session)
  expect(continued.data.user?.id).toBe(account.id)
})

test('the command says what it did, and a second run finds it done and changes nothing', async () => {
  await using api = await startAccountsApi()
  const account = await api.account()
  await withTotp(await signIn(api, account))
  const first = await reseal(api)
  expect(first.out.split('\n').slice(0, 3)).toEqual([
    'secrets of authenticator apps: 1 re-encrypted',
    // Of the new factor an e-mail was sent to the customer; it has no link.
    'links in waiting e-mails: 0 re-encrypted',
    'signing keys: 1 re-encrypted',
  ])
  const sealed = await stored(api)
  const second = await reseal(api)
  expect(second.code).toBe(0)
  expect(second.out).toContain('secrets of authenticator apps: 0 re-encrypted, 1 already up to date')
  expect(await stored(api)).toEqual(sealed)
})

test('what neither secret can read is named and nothing is changed, unless it is to be left out', async () => {
  await using api = await startAccountsApi()
  const [kept, lost] = [await api.account(), await api.account()]
  const { id } = await withTotp(await signIn(api, kept))
  const { id: lostId } = await withTotp(await signIn(api, lost))
  const foreign = await api.db.asService(async (tx) => {
    // Sealed for another factor, it opens for none.
    const row = await tx.selectFrom('auth.mfa_factors').select('secret').where('id', '=', id).executeTakeFirstOrThrow()
    await tx.updateTable('auth.mfa_factors').set(row).where('id', '=', lostId).execute()
    return row.secret
  })
  const before = await stored(api)
  const refused = await reseal(api)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('nothing was changed. secrets of authenticator apps: 1. Correct FORMER_JWT_SECRET')
  const wrong = await reseal(api, { FORMER_JWT_SECRET: 'a secret that this shop never had, as it seems' })
  expect(wrong.err).toContain('secrets of authenticator apps: 2')
  expect(await stored(api)).toEqual(before)

  const left = await reseal(api, { args: ['--leave-out'] })
  expect(left.code).toBe(0)
  expect(left.out).toContain('authenticator apps: 1 re-encrypted, 1 left: neither secret can read it')
  const [factors] = await stored(api)
  expect(factors).toContainEqual({ id: lostId, secret: foreign })
})

test('without the former secret, and with the present one in its place, it says so', async () => {
  await using api = await startAccountsApi()
  expect(await reseal(api, { FORMER_JWT_SECRET: '' })).toMatchObject({
    code: 1,
    err: 'Set FORMER_JWT_SECRET to the previous value of JWT_SECRET.',
  })
  expect(await reseal(api, { FORMER_JWT_SECRET: newSecret })).toMatchObject({
    code: 1,
    err: 'FORMER_JWT_SECRET and JWT_SECRET are the same.',
  })
})
