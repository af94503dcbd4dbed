import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { answer, beginTotp, call, challenge, codeOf, signIn, wrongCode } from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { startMinute } from '../../fixtures/start-minute.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('every enrolment error has its status and code', async () => {
  const { access_token: token, user } = await openTestSession(api)
  const enrol = (body: unknown) => call(api, '/factors', { token, body })
  const refused = (status: number, code: string, message?: string) => ({
    status,
    body: { code, ...(message && { message }) },
  })
  const unknown = refused(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  expect(await enrol({ factor_type: 'pigeon' })).toMatchObject(unknown)
  expect(await enrol({})).toMatchObject(unknown)
  expect(await enrol('{"factor')).toMatchObject(refused(400, 'bad_json'))
  for (const friendly_name of [7, 'a'.repeat(101), 'a\u0000b', '\ud800', { a: 1 }]) {
    expect(await enrol({ factor_type: 'totp', friendly_name })).toMatchObject(refused(400, 'validation_failed'))
    expect(await enrol({ factor_type: 'totp', issuer: friendly_name })).toMatchObject(refused(400, 'validation_failed'))
  }
  expect(await call(api, '/factors', { body: { factor_type: 'totp' } })).toMatchObject(refused(401, 'no_authorization'))
  expect(await call(api, '/factors', { token: api.anonKey, body: { factor_type: 'totp' } })).toMatchObject(
    refused(403, 'bad_jwt'),
  )
  const noSession = await api.token({
    sub: user.id,
    role: 'authenticated',
    aud: 'authenticated',
    exp: 9_999_999_999,
  })
  expect(await call(api, '/factors', { token: noSession, body: { factor_type: 'totp' } })).toMatchObject(
    refused(403, 'session_not_found'),
  )

  expect((await enrol({ factor_type: 'totp' })).status).toBe(200)
  expect(await enrol({ factor_type: 'totp' })).toMatchObject(refused(422, 'mfa_factor_name_conflict'))
  expect((await enrol({ factor_type: 'totp', friendly_name: 'Phone' })).status).toBe(200)
  expect(await enrol({ factor_type: 'webauthn', friendly_name: 'Phone' })).toMatchObject(
    refused(422, 'mfa_factor_name_conflict'),
  )
  for (let index = 2; index < 10; index += 1) {
    expect((await enrol({ factor_type: 'totp', friendly_name: `Phone ${index}` })).status).toBe(200)
  }
  expect(await enrol({ factor_type: 'totp', friendly_name: 'Phone 10' })).toMatchObject(
    refused(422, 'too_many_enrolled_mfa_factors'),
  )
  const of = await beginTotp(api, { verified: true })
  expect(
    await call(api, '/factors', { token: of.token, body: { factor_type: 'totp', friendly_name: 'Another' } }),
  ).toMatchObject(refused(403, 'insufficient_aal'))
  const raised = await answer(api, of, codeOf(of.secret))
  expect(
    await call(api, '/factors', {
      token: raised.body.access_token,
      body: { factor_type: 'totp', friendly_name: 'Another' },
    }),
  ).toMatchObject({ status: 200 })
})

test('of ten concurrent enrolments with one name, one succeeds', async () => {
  const { access_token: token } = await openTestSession(api)
  const all = await Promise.all(
    Array.from({ length: 10 }, () => call(api, '/factors', { token, body: { factor_type: 'totp' } })),
  )
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])
})

test('every error of a challenge, a verification and a removal has its status and code', async () => {
  const of = await beginTotp(api)
  const stranger = await beginTotp(api)
  const refused = (status: number, code: string, message?: string) => ({
    status,
    body: { code, ...(message && { message }) },
  })
  for (const [method, tail] of [
    ['POST', '/challenge'],
    ['POST', '/verify'],
    ['DELETE', ''],
  ] as const) {
    const at = (id: string, token?: string) =>
      call(api, `/factors/${id}${tail}`, { method, ...(token && { token }), ...(method === 'POST' && { body: {} }) })
    expect(await at('nothing', of.token)).toMatchObject(refused(404, 'validation_failed'))
    expect(await at(crypto.randomUUID(), of.token)).toMatchObject(refused(404, 'mfa_factor_not_found'))
    expect(await at(stranger.id, of.token)).toMatchObject(refused(404, 'mfa_factor_not_found'))
    expect(await at(of.id)).toMatchObject(refused(401, 'no_authorization'))
  }

  const code = codeOf(of.secret)
  const unknown = refused(422, 'mfa_factor_not_found')
  expect(await answer(api, of, code, crypto.randomUUID())).toMatchObject(unknown)
  expect(await answer(api, of, code, 'nothing')).toMatchObject(unknown)
  expect(await call(api, `/factors/${of.id}/verify`, { token: of.token, body: { code } })).toMatchObject(unknown)
  expect(await answer(api, of, code, await challenge(api, stranger))).toMatchObject(unknown)

  expect(await answer(api, of, '')).toMatchObject(refused(400, 'validation_failed'))
  expect(await answer(api, of, '  ')).toMatchObject(refused(400, 'validation_failed'))
  for (const wrong of [wrongCode(of.secret), '12345', '1234567', 'abcdef', '١٢٣٤٥٦', `${code}0`]) {
    expect(await answer(api, of, wrong)).toMatchObject(
      refused(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
    )
  }

  const used = await challenge(api, of)
  expect((await answer(api, of, code, used)).status).toBe(200)
  expect(await answer(api, of, code, used)).toMatchObject(refused(422, 'mfa_ip_address_mismatch'))
})

test('a challenge can be verified only from the network that requested it', async () => {
  const of = await beginTotp(api)
  const challenge_id = await challenge(api, of)
  const elsewhere = await new Promise<{ code?: string }>((resolve, reject) => {
    const pending = request(
      `${api.url}/auth/v1/factors/${of.id}/verify`,
      {
        method: 'POST',
        localAddress: '127.0.0.2',
        headers: {
          apikey: api.anonKey,
          authorization: `Bearer ${of.token}`,
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
        },
      },
      (response) => {
        response.setEncoding('utf8').on('data', (text: string) => resolve(JSON.parse(text)))
      },
    ).on('error', reject)
    pending.end(JSON.stringify({ challenge_id, code: codeOf(of.secret) }))
  })
  expect(elsewhere.code).toBe('mfa_ip_address_mismatch')
  expect((await answer(api, of, codeOf(of.secret), challenge_id)).status).toBe(200)
})

test('after five wrong codes a challenge refuses the right one too', async () => {
  const of = await beginTotp(api)
  const id = await challenge(api, of)
  const wrong = wrongCode(of.secret)
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await answer(api, of, wrong, id)).body.code).toBe('mfa_verification_failed')
  }
  expect(await answer(api, of, codeOf(of.secret), id)).toMatchObject({
    status: 422,
    body: { code: 'mfa_challenge_expired' },
  })
  expect((await answer(api, of, codeOf(of.secret))).status).toBe(200)
})

test('an attacker with the password cannot verify a factor begun before the owner had one', async () => {
  const account = await api.account()
  const thief = await beginTotp(api, { userId: account.id })
  await challenge(api, thief)
  const owner = await signIn(api, account)
  const enrolled = await owner.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  await api.db.asService((tx) =>
    tx
      .updateTable('auth.mfa_factors')
      .set({ status: 'verified' })
      .where('id', '=', enrolled.data?.id ?? '')
      .execute(),
  )
  const back = { ...thief, token: (await openTestSession(api, account.id)).access_token }
  const refused = { status: 403, body: { code: 'insufficient_aal' } }
  expect(await call(api, `/factors/${back.id}/challenge`, { token: back.token, body: {} })).toMatchObject(refused)
  const { rows } = await api.db.asService((tx) =>
    sql<{ id: string }>`select id from auth.mfa_challenges where factor_id = ${back.id}`.execute(tx),
  )
  expect(await answer(api, back, codeOf(back.secret), rows[0]?.id)).toMatchObject(refused)
})

test('one IP address may request fifteen challenges a minute, and as many verifications', async () => {
  await using limited = await startAccountsApi({ rateLimits: true })
  const { id, token } = await beginTotp(limited)
  await startMinute(limited.db)
  for (const [path, body, judged] of [
    ['challenge', { factorId: id }, 200],
    ['verify', { challenge_id: crypto.randomUUID(), code: '000000' }, 422],
  ] as const) {
    const many = await Promise.all(
      Array.from({ length: 40 }, () => call(limited, `/factors/${id}/${path}`, { token, body })),
    )
    const passed = many.filter(({ status }) => status === judged)
    expect(passed).toHaveLength(15)
    for (const each of many.filter((one) => !passed.includes(one))) {
      expect(each).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    }
  }
})
