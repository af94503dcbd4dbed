// @module-tag S18

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { authLinks } from '#tests/fixtures/auth-links.ts'
import { followLink, postVerify } from '#tests/fixtures/auth-requests.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const { signUp, recovery, count } = authLinks(() => api)

const expiredCode = { code: 'otp_expired', message: 'Token has expired or is invalid' }

test('five wrong attempts void a code but not its link; a right fifth one is still accepted', async () => {
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const tried = await recovery()
  for (let each = 0; each < 4; each += 1) {
    expect(await postVerify(api, { type: 'recovery', email: tried.email, token: wrong(tried.code) })).toMatchObject({
      status: 403,
      body: expiredCode,
    })
  }
  expect((await postVerify(api, { type: 'recovery', email: tried.email, token: tried.code })).status).toBe(200)
  const voided = await recovery()
  for (let each = 0; each < 5; each += 1)
    await postVerify(api, { type: 'recovery', email: voided.email, token: wrong(voided.code) })
  expect(await postVerify(api, { type: 'recovery', email: voided.email, token: voided.code })).toMatchObject({
    status: 403,
    body: expiredCode,
  })
  expect((await postVerify(api, { type: 'recovery', token_hash: voided.token })).status).toBe(200)
})

test('of sixty concurrent guesses five are checked', async () => {
  const { email, code } = await recovery()
  const wrong = String((Number(code) + 7) % 1_000_000).padStart(6, '0')
  await Promise.all(Array.from({ length: 60 }, () => postVerify(api, { type: 'recovery', email, token: wrong })))
  const { rows } = await api.db.asService((tx) =>
    sql`select attempts from auth.one_time_tokens where relates_to = ${email}`.execute(tx),
  )
  expect(rows).toEqual([{ attempts: 5 }])
  expect((await postVerify(api, { type: 'recovery', email, token: code })).status).toBe(429)
})

test('of twenty concurrent uses of one link, or one code, exactly one signs in', async () => {
  const byLink = await signUp()
  const links = await Promise.all(
    Array.from({ length: 20 }, () => postVerify(api, { type: 'signup', token_hash: byLink.token })),
  )
  expect(links.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
  expect(await count('sessions', byLink.id)).toBe(1)
  const byCode = await signUp()
  const body = { type: 'signup', email: byCode.email, token: byCode.code }
  const codes = await Promise.all(Array.from({ length: 20 }, () => postVerify(api, body)))
  expect(codes.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
  expect(await count('sessions', byCode.id)).toBe(1)
  const { email, token } = await recovery()
  const followed = await Promise.all(Array.from({ length: 20 }, () => followLink(api, { type: 'recovery', token })))
  expect(followed.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  expect(followed.filter(({ fragment }) => fragment.get('error_code') === 'otp_expired')).toHaveLength(19)
  expect(email).toBeTruthy()
})

test('of concurrent uses of a link and its code, one is accepted', async () => {
  const { email, token, code } = await recovery()
  const all = await Promise.all([
    postVerify(api, { type: 'recovery', token_hash: token }),
    postVerify(api, { type: 'recovery', email, token: code }),
    followLink(api, { type: 'recovery', token }),
  ])
  const successes = all.filter((each) => ('fragment' in each ? each.fragment.has('access_token') : each.status === 200))
  expect(successes).toHaveLength(1)
})

test('a new e-mail voids the previous one', async () => {
  await using rehearsal = await startAccountsApi()
  const first = await recovery(rehearsal)
  await rehearsal.setClockAhead(61)
  const second = await recovery(rehearsal, first.email)
  expect(second.token).not.toBe(first.token)
  expect((await postVerify(rehearsal, { type: 'recovery', token_hash: first.token })).status).toBe(403)
  expect((await postVerify(rehearsal, { type: 'recovery', token_hash: second.token })).status).toBe(200)
})
