import { sql } from 'kysely'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import {
  answer,
  authenticatorApp,
  beginTotp,
  call,
  challenge,
  claimsOf,
  codeOf,
  signIn,
  stepNow,
  tokensOf,
  withTotp,
} from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('auth-js takes an account through two factors and back', async () => {
  const account = await api.account()
  const client = await signIn(api, account)
  const elsewhere = await signIn(api, account)
  const before = await tokensOf(client)

  const abandoned = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Old phone' })
  expect(abandoned.error).toBeNull()
  const { data: enrolled, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  expect(enrolled.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  const app = authenticatorApp(enrolled.totp.secret)

  const challenged = await client.auth.mfa.challenge({ factorId: enrolled.id })
  expect(challenged.data).toMatchObject({ type: 'totp' })
  const inSeconds = (challenged.data?.expires_at ?? 0) - Date.now() / 1_000
  expect(inSeconds).toBeGreaterThan(290)
  expect(inSeconds).toBeLessThan(305)

  const passed = await client.auth.mfa.verify({
    factorId: enrolled.id,
    challengeId: challenged.data?.id ?? '',
    code: app.code(),
  })
  expect(passed.error).toBeNull()
  expect(passed.data).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: account.id } })
  const after = await tokensOf(client)
  const [was, is] = [claimsOf(before.access_token), claimsOf(after.access_token)]
  expect(is).toMatchObject({ aal: 'aal2', session_id: was.session_id })
  expect(is.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  expect(after.refresh_token).not.toBe(before.refresh_token)

  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  })
  const listed = await client.auth.mfa.listFactors()
  expect(listed.data?.totp.map(({ id }) => id)).toEqual([enrolled.id])
  expect(listed.data?.all).toHaveLength(1)
  expect(JSON.stringify(listed.data)).not.toContain(enrolled.totp.secret)

  // Sessions without the second factor have ended.
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')

  // A refresh keeps the level; a new sign-in begins at aal1.
  expect((await client.auth.refreshSession()).error).toBeNull()
  expect(claimsOf((await tokensOf(client)).access_token)).toMatchObject({ aal: 'aal2' })
  const again = await signIn(api, account)
  expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  expect((await again.auth.mfa.unenroll({ factorId: enrolled.id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  })
  expect((await again.auth.mfa.challengeAndVerify({ factorId: enrolled.id, code: app.code() })).error).toBeNull()

  const removed = await again.auth.mfa.unenroll({ factorId: enrolled.id })
  expect(removed.data).toEqual({ id: enrolled.id })
  for (const each of [client, again]) {
    expect((await each.auth.refreshSession()).error).toBeNull()
    const now = claimsOf((await tokensOf(each)).access_token)
    expect([now.aal, now.amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
  }
})

test('verifying the factor sends the user an e-mail, and the log records it', async () => {
  const account = await api.account()
  const client = await signIn(api, account)
  const { id, app } = await withTotp(client, 'My phone')
  const [message, ...more] = (await api.emails(account.email)).filter(({ kind }) => kind === 'new_factor')
  expect(message?.data).toMatchObject({ type: 'totp', at: expect.stringMatching(/^\d{4}-/) })
  expect(more).toEqual([])
  await client.auth.mfa.challengeAndVerify({ factorId: id, code: app.code() })
  expect((await api.emails(account.email)).filter(({ kind }) => kind === 'new_factor')).toHaveLength(1)
  await client.auth.mfa.unenroll({ factorId: id })
  const { rows } = await api.db.asService((tx) =>
    sql<{ action: string }>`select payload->>'action' as action from auth.audit_log_entries
      where payload->>'actor_id' = ${account.id} and payload->>'action' like 'factor%' order by created_at`.execute(tx),
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'factor_enrolled',
    'factor_verified',
    'factor_verified',
    'factor_deleted',
  ])
})

test('the QR code contains the address for authenticator apps, and is valid in an <img> unchanged', async () => {
  const { access_token, user } = await openTestSession(api)
  const { body } = await call(api, '/factors', {
    token: access_token,
    body: { factor_type: 'totp', friendly_name: 'Phone', issuer: 'Kaffee & Kuchen: 100 % #1' },
  })
  expect(body).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  const { secret, uri, qr_code } = body.totp as { secret: string; uri: string; qr_code: string }
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const issuer = encodeURIComponent('Kaffee & Kuchen: 100 % #1')
  expect(uri).toBe(
    `otpauth://totp/${issuer}:${encodeURIComponent(user.email)}?algorithm=SHA1&digits=6&issuer=${issuer}&period=30&secret=${secret}`,
  )
  expect(qr_code).toMatch(/^<svg [^#%\n]*<\/svg>$/)
  const drawn = sharp(Buffer.from(qr_code), { density: 400 }).ensureAlpha().raw()
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
  expect(decodeQR({ data, width: info.width, height: info.height })).toBe(uri)

  const plain = await call(api, '/factors', { token: access_token, body: { factor_type: 'totp' } })
  expect((plain.body.totp as { uri: string }).uri).toContain(`otpauth://totp/${encodeURIComponent('localhost:3000')}:`)
  expect(plain.body).toMatchObject({ friendly_name: '' })
  const { rows } = await api.db.asService((tx) =>
    sql<{ kept: string }>`select row_to_json(f)::text as kept from auth.mfa_factors f where id = ${body.id}`.execute(
      tx,
    ),
  )
  expect(rows[0]?.kept).not.toContain(secret)
})

test('a code passes once, and only codes of the current time step and its neighbours pass', {
  tags: ['S19'],
}, async () => {
  const of = await beginTotp(api, { verified: true })
  const forget = () =>
    api.db.asService((tx) => tx.updateTable('auth.mfa_factors').set({ last_used_step: null }).execute())
  const tryCode = async (delta: number) => {
    // If a time step ends between the making of the code and its arrival, the code is outdated: the request is
    // repeated.
    for (;;) {
      const step = stepNow()
      const { status, body } = await answer(api, of, codeOf(of.secret, step + delta))
      if (step === stepNow()) return [status, body.code]
    }
  }
  expect(await tryCode(-2)).toEqual([422, 'mfa_verification_failed'])
  expect(await tryCode(2)).toEqual([422, 'mfa_verification_failed'])
  for (const delta of [-1, 0, 1]) {
    await forget()
    expect(await tryCode(delta)).toEqual([200, undefined])
    expect(await tryCode(delta)).toEqual([422, 'mfa_verification_failed'])
  }
  // The code before a used one is rejected too.
  expect(await tryCode(0)).toEqual([422, 'mfa_verification_failed'])
  await forget()
  const spaced = codeOf(of.secret).replace(/(...)/, '$1 ')
  expect(await answer(api, of, spaced)).toMatchObject({ status: 200 })
})

test('of twenty concurrent requests with one code, one passes', async () => {
  for (const own of [true, false]) {
    const of = await beginTotp(api)
    const shared = await challenge(api, of)
    const challenges = await Promise.all(Array.from({ length: 20 }, () => (own ? challenge(api, of) : shared)))
    const code = codeOf(of.secret)
    const all = await Promise.all(challenges.map((id) => answer(api, of, code, id)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 422)).toHaveLength(19)
    // Repeating a valid code is not a guess: the factor is not blocked.
    const { rows } = await api.db.asService((tx) =>
      sql`select from private.sign_in_failures where key like ${`factor ${of.id}%`}`.execute(tx),
    )
    expect(rows).toEqual([])
  }
})

test('after a factor is verified earlier refresh tokens are refused, and never give aal2', async () => {
  const of = await beginTotp(api)
  const refresh = (refresh_token: string) => call(api, '/token?grant_type=refresh_token', { body: { refresh_token } })
  const child = await refresh(of.refresh)
  const passed = await answer(api, of, codeOf(of.secret))
  expect(passed.status).toBe(200)
  for (const old of [of.refresh, child.body.refresh_token]) {
    expect(await refresh(old)).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } })
  }
  const next = await refresh(passed.body.refresh_token)
  expect(next.status).toBe(200)
  expect(claimsOf(next.body.access_token)).toMatchObject({ aal: 'aal2' })
})

test('refreshes concurrent with the verification never reach aal2', async () => {
  for (let round = 0; round < 5; round += 1) {
    const of = await beginTotp(api)
    const challengeId = await challenge(api, of)
    const code = codeOf(of.secret)
    const refresh = () => call(api, '/token?grant_type=refresh_token', { body: { refresh_token: of.refresh } })
    const [passed, ...refreshed] = await Promise.all([
      answer(api, of, code, challengeId),
      refresh(),
      refresh(),
      refresh(),
    ])
    expect(passed.status).toBe(200)
    for (const { status, body } of refreshed) {
      expect([200, 400]).toContain(status)
      if (status === 200) expect(claimsOf(body.access_token).aal).toBe('aal1')
      const later = await call(api, '/token?grant_type=refresh_token', {
        body: { refresh_token: body.refresh_token ?? of.refresh },
      })
      expect(later).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } })
    }
  }
})

test('an unencrypted secret from a hosted project works, and is encrypted afterwards', async () => {
  const of = await beginTotp(api, { verified: true })
  const keep = () =>
    api.db.asService((tx) =>
      tx.selectFrom('auth.mfa_factors').select('secret').where('id', '=', of.id).executeTakeFirstOrThrow(),
    )
  await api.db.asService((tx) =>
    tx.updateTable('auth.mfa_factors').set({ secret: of.secret }).where('id', '=', of.id).execute(),
  )
  expect((await answer(api, of, codeOf(of.secret))).status).toBe(200)
  expect((await keep()).secret).toMatch(/^v1\./)
})

test('a secret that cannot be decrypted refuses every code, without a 5xx', async () => {
  const of = await beginTotp(api, { verified: true })
  for (const secret of ['{"key_id":"k","alg":"aes-gcm-hkdf"}', 'v1.AAAA', '', null]) {
    await api.db.asService((tx) => tx.updateTable('auth.mfa_factors').set({ secret }).where('id', '=', of.id).execute())
    expect(await answer(api, of, codeOf(of.secret))).toMatchObject({
      status: 422,
      body: { code: 'mfa_verification_failed' },
    })
  }
})
