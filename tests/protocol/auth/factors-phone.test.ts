import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { answer, call, challenge, claimsOf, signIn, tokensOf } from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

let made = 0
function phoneNumber(): string {
  made += 1
  return `+4477009${String(made).padStart(5, '0')}`
}

/** The texts sent to a number, oldest first. */
async function texts(phone: string, at = api): Promise<string[]> {
  const rows = await at.db.asService((tx) =>
    tx.selectFrom('private.mailbox').select('text').where('recipient', '=', phone).orderBy('id').execute(),
  )
  return rows.map(({ text }) => text)
}

async function lastCode(phone: string, at = api): Promise<string> {
  return /^\d{6}/.exec((await texts(phone, at)).at(-1) ?? '')?.[0] ?? ''
}

/** A session with an unfinished telephone factor. */
async function begun({ phone = phoneNumber(), userId = undefined as string | undefined, at = api } = {}) {
  const { access_token: token, user } = await openTestSession(at, userId)
  const { status, body } = await call(at, '/factors', {
    token,
    body: { factor_type: 'phone', friendly_name: crypto.randomUUID(), phone },
  })
  expect(status).toBe(200)
  return { token, userId: user.id, id: body.id, phone }
}

function otherThan(code: string): string {
  return code === '000000' ? '111111' : '000000'
}

test('auth-js enrols a telephone, requests a code, and reaches aal2', async () => {
  const account = await api.account()
  const client = await signIn(api, account)
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Mine',
    phone: '+44 7700 900-123',
  })
  if (error) throw error
  expect(data).toMatchObject({ type: 'phone', friendly_name: 'Mine', phone: '447700900123' })
  const challenged = await client.auth.mfa.challenge({ factorId: data.id, channel: 'sms' })
  expect(challenged.data).toMatchObject({ type: 'phone' })
  const [text, ...more] = await texts('+447700900123')
  expect(more).toEqual([])
  const code = await lastCode('+447700900123')
  expect(text).toMatch(/^\d{6} is your code for /)
  // Telephones fill in the code only on a page of this host.
  expect(text).toMatch(new RegExp(`\\n@localhost:3000 #${code}$`))
  const passed = await client.auth.mfa.verify({ factorId: data.id, challengeId: challenged.data?.id ?? '', code })
  expect(passed.error).toBeNull()
  const claims = claimsOf((await tokensOf(client)).access_token)
  expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal2', ['mfa/phone', 'password']])
  expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ id: data.id, phone: '447700900123' }])
  expect((await api.emails(account.email)).find(({ kind }) => kind === 'new_factor')?.data).toMatchObject({
    type: 'phone',
  })
  expect((await client.auth.mfa.unenroll({ factorId: data.id })).error).toBeNull()
  await client.auth.refreshSession()
  expect(claimsOf((await tokensOf(client)).access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
})

test('a code passes its own challenge, once', async () => {
  await using timed = await startAccountsApi()
  const of = await begun({ at: timed })
  const first = await challenge(timed, of)
  const firstCode = await lastCode(of.phone, timed)
  await timed.setClockAhead(61)
  const second = await challenge(timed, of)
  const secondCode = await lastCode(of.phone, timed)
  const wrong = { status: 422, body: { code: 'mfa_verification_failed' } }
  if (firstCode !== secondCode) expect(await answer(timed, of, firstCode, second)).toMatchObject(wrong)
  expect(await answer(timed, of, otherThan(firstCode), first)).toMatchObject(wrong)
  expect(await answer(timed, of, '', first)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  const all = await Promise.all(Array.from({ length: 20 }, () => answer(timed, of, firstCode, first)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await answer(timed, of, firstCode, first)).toMatchObject({
    status: 422,
    body: { code: 'mfa_ip_address_mismatch' },
  })
  const stored = await timed.db.asService((tx) => tx.selectFrom('auth.mfa_challenges').select('otp_code').execute())
  for (const { otp_code } of stored) expect(otp_code).not.toMatch(/^\d{6}$/)
})

test('five wrong codes end a challenge', async () => {
  const of = await begun()
  const id = await challenge(api, of)
  const code = await lastCode(of.phone)
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await answer(api, of, otherThan(code), id)).body.code).toBe('mfa_verification_failed')
  }
  expect(await answer(api, of, code, id)).toMatchObject({ status: 422, body: { code: 'mfa_challenge_expired' } })
})

test('a number gets one text message a minute over all callers; of many concurrent requests one is sent', async () => {
  await using timed = await startAccountsApi()
  const of = await begun({ at: timed })
  const ask = (who = of) => call(timed, `/factors/${who.id}/challenge`, { token: who.token, body: { channel: 'sms' } })
  const all = await Promise.all(Array.from({ length: 10 }, () => ask()))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = { status: 429, body: { code: 'over_sms_send_rate_limit' } }
  for (const each of all.filter(({ status }) => status !== 200)) expect(each).toMatchObject(refused)
  expect(await texts(of.phone, timed)).toHaveLength(1)
  // Another account, or the same one after a new enrolment, cannot request a text message sooner.
  expect(await ask(await begun({ at: timed, phone: of.phone }))).toMatchObject(refused)
  const anew = await begun({ at: timed, phone: of.phone, userId: of.userId })
  expect(await ask(anew)).toMatchObject(refused)
  expect((await ask(anew)).body.message).toMatch(
    /^For security purposes, you can only request this after (60|5\d) seconds\.$/,
  )
  await timed.setClockAhead(61)
  expect((await ask(anew)).status).toBe(200)
})

test('enrolling another person’s number does not block text messages to its owner', async () => {
  const hers = await begun()
  const id = await challenge(api, hers)
  const raised = await answer(api, hers, await lastCode(hers.phone), id)
  expect(raised.status).toBe(200)
  const stranger = await begun({ phone: hers.phone })
  const ask = (who: { token: string; id: string }) =>
    call(api, `/factors/${who.id}/challenge`, { token: who.token, body: {} })
  expect((await ask(stranger)).status).toBe(429)
  expect((await ask(hers)).status).toBe(200)
  expect((await ask(hers)).status).toBe(429)
})

test('an account gets five text messages in a row, and then one in five minutes', async () => {
  await using timed = await startAccountsApi()
  const first = await begun({ at: timed })
  const more = await Promise.all(Array.from({ length: 6 }, () => begun({ at: timed, userId: first.userId })))
  const statuses = []
  for (const { id, token } of [first, ...more])
    statuses.push((await call(timed, `/factors/${id}/challenge`, { token, body: {} })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('an invalid number is refused; a verified one is not enrolled twice; an unfinished one is replaced', async () => {
  const { access_token: token } = await openTestSession(api)
  const enrol = (phone: unknown, friendly_name: string = crypto.randomUUID()) =>
    call(api, '/factors', { token, body: { factor_type: 'phone', phone, friendly_name } })
  for (const phone of [undefined, null, '', 7, 'phone', '+0447700900', '123', '+1234567890123456', '+44770090012x']) {
    expect(await enrol(phone)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  }
  const phone = phoneNumber()
  const first = await enrol(phone, 'Mine')
  const second = await enrol(phone, 'Mine')
  expect([first.status, second.status]).toEqual([200, 200])
  const { body } = await call(api, '/user', { token, method: 'GET' })
  expect(body.factors).toMatchObject([{ id: second.body.id, status: 'unverified', phone: phone.slice(1) }])
  const id = await challenge(api, { token, id: second.body.id })
  const raised = await answer(api, { token, id: second.body.id }, await lastCode(phone), id)
  expect(raised.status).toBe(200)
  expect(
    await call(api, '/factors', { token, body: { factor_type: 'phone', phone, friendly_name: 'B' } }),
  ).toMatchObject({ status: 422, body: { code: 'mfa_verified_factor_exists' } })
})

test('without a provider of text messages telephones can neither be enrolled nor verified', async () => {
  const of = await begun()
  const id = await challenge(api, of)
  await using mute = await startAccountsApi({ db: api.db, sms: null })
  const enrolled = await call(mute, '/factors', {
    token: of.token,
    body: { factor_type: 'phone', phone: phoneNumber(), friendly_name: 'x' },
  })
  expect(enrolled).toMatchObject({ status: 422, body: { code: 'mfa_phone_enroll_not_enabled' } })
  const off = { status: 422, body: { code: 'mfa_phone_verify_not_enabled' } }
  expect(await call(mute, `/factors/${of.id}/challenge`, { token: of.token, body: {} })).toMatchObject(off)
  expect(await answer(mute, of, await lastCode(of.phone), id)).toMatchObject(off)
})
