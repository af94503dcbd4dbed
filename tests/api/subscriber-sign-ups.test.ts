// @module-tag S36

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { json, rawRest } from '../fixtures/raw-rest.ts'
import { type ShopApi, startShopApi } from '../fixtures/shop-api.ts'
import { startMinute } from '../fixtures/start-minute.ts'

let api: ShopApi
const send = rawRest(() => api)

beforeAll(async () => {
  api = await startShopApi()
})
afterAll(() => api[Symbol.asyncDispose]())
const forgetCounts = () => api.db.asService((tx) => tx.deleteFrom('private.rate_limits').execute())
beforeEach(forgetCounts)
beforeEach(() => startMinute(api.db))

const signUp = (email: string, { token = null }: { token?: string | null } = {}) =>
  send('/email_signups', { method: 'POST', headers: json, token, body: JSON.stringify({ email }) })
const unique = () => `${crypto.randomUUID()}@example.com`

test('one network can sign up five addresses an hour, and the sixth gets 429', async () => {
  for (let n = 0; n < 5; n += 1) expect((await signUp(unique())).status).toBe(201)
  const sixth = await signUp(unique())
  expect(sixth.status).toBe(429)
  expect(await sixth.json()).toMatchObject({ code: 'over_request_rate_limit', details: null, hint: null })
})

test('an account does not avoid the limit, however the table’s name is written', async () => {
  const { id } = await api.db.user()
  const token = await api.token({ role: 'authenticated', sub: id })
  const path = ['/email_signups', '/email%5Fsignups', '/%65mail_signups', '/email_signups?select=*', '/email_signups']
  const write = (at: string) =>
    send(at, { method: 'POST', headers: json, token, body: JSON.stringify({ email: unique() }) })
  for (const each of path) expect((await write(each)).status).toBe(201)
  for (const each of path) expect((await write(each)).status).toBe(429)
})

test('every write statement counts, also a refused one; a body refused earlier does not', async () => {
  const email = unique()
  expect((await signUp(email)).status).toBe(201)
  for (let n = 0; n < 8; n += 1) expect((await signUp('x'.repeat(3_000))).status).toBe(413)
  for (let n = 0; n < 2; n += 1) expect((await signUp('nobody')).status).toBe(400)
  for (let n = 0; n < 2; n += 1) expect((await signUp(email)).status).toBe(409)
  expect((await signUp('nobody')).status).toBe(429)
  expect((await signUp(email)).status).toBe(429)
})

test('one request signs up one address, for any caller', async () => {
  const { id } = await api.db.user()
  const token = await api.token({ role: 'authenticated', sub: id })
  const [one, other] = [unique(), unique()]
  for (const who of [null, token]) {
    const response = await send('/email_signups', {
      method: 'POST',
      headers: json,
      token: who,
      body: JSON.stringify([{ email: one }, { email: other }]),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'PGRST102', message: 'One row at a time' })
  }
  const single = await send('/email_signups', { method: 'POST', headers: json, body: JSON.stringify([{ email: one }]) })
  expect(single.status).toBe(201)
})

test('consent is stored with the shop’s data (text, time, page, network), and not with the request’s', async () => {
  await api.db.asService((tx) =>
    tx.updateTable('private.email_settings').set({ consent_text: 'You may write.' }).execute(),
  )
  const email = unique()
  expect((await signUp(` ${email.toUpperCase()} `)).status).toBe(201)
  const row = await api.db.asService((tx) =>
    tx.selectFrom('email_signups').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({
    consent_text: 'You may write.',
    consent_ip: expect.stringContaining('127.0.0.1'),
    source: 'coming-soon',
    unsubscribed_at: null,
  })
  expect(row.confirmed_at).toEqual(row.consented_at)
  for (const forged of ['confirmed_at', 'consented_at', 'consent_ip', 'id', 'unsubscribed_at']) {
    await forgetCounts()
    const body = JSON.stringify({ email: unique(), [forged]: forged === 'id' ? crypto.randomUUID() : '2020-01-01' })
    expect((await send('/email_signups', { method: 'POST', headers: json, body })).status).toBe(401)
  }
})

test('a sign-up keeps the wording that its page showed; a text that no page has shown is not stored', async () => {
  const [former, present] = ['We’ll write when we open. '.repeat(16).slice(0, 400), 'We’ll write about new dresses.']
  await api.db.asService((tx) =>
    tx
      .updateTable('private.email_settings')
      .set({ consent_text: present, shown_consent_texts: [former, present] })
      .execute(),
  )
  const storedFor = async (consent_text?: string | null) => {
    await forgetCounts()
    const email = unique()
    const { error } = await api.client().from('email_signups').insert({ email, consent_text })
    expect(error).toBeNull()
    const row = await api.db.asService((tx) =>
      tx.selectFrom('email_signups').select('consent_text').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    return row.consent_text
  }
  expect(await storedFor(former)).toBe(former)
  expect(await storedFor(present)).toBe(present)
  for (const unknown of [undefined, null, '', 'You may sell my address.'])
    expect(await storedFor(unknown)).toBe(present)
})

test('addresses that differ in case are the same, those that differ in a plus tag are not', async () => {
  const name = crypto.randomUUID()
  const client = api.client()
  const add = async (email: string) => (await client.from('email_signups').insert({ email })).error?.code ?? null
  expect(await add(`Mary.${name}@Example.com`)).toBeNull()
  expect(await add(`mary.${name}@EXAMPLE.COM`)).toBe('23505')
  expect(await add(`mary.${name}+shop@example.com`)).toBeNull()
})
