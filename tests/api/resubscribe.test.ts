import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, type SubscribersApi, startSubscribersApi, unique } from '../fixtures/subscribers-api.ts'

let api: SubscribersApi

beforeAll(async () => {
  api = await startSubscribersApi()
  await api.rules({ doubleOptIn: false })
})
afterAll(() => api[Symbol.asyncDispose]())

const waiting = async (email: string) =>
  (await api.emails()).filter(({ recipient, email: sent }) => recipient === email && sent).map(({ kind }) => kind)

test('a sign-up after an objection needs a confirmation, requested at most once a week, and then subscribes', async () => {
  const email = await api.signUp()
  await api.call('unsubscribe', { body: { token: await api.leavingToken(email) } })
  await api.db.asService((tx) => sql`delete from private.outbox where recipient = ${email}`.execute(tx))
  await api.signUp(email)
  expect(await api.rowOf(email)).toMatchObject({ confirmed_at: null, unsubscribed_at: null })
  expect(await api.mayBeWrittenTo(email)).toBe(false)
  expect(await waiting(email)).toEqual(['subscriber_confirm'])
  for (let n = 0; n < 3; n += 1) await api.signUp(email)
  expect(await waiting(email)).toEqual(['subscriber_confirm'])
  const token = await api.joiningToken(email)
  expect(await api.placeOf(token)).toMatchObject({ state: 'unconfirmed' })
  for (let n = 0; n < 2; n += 1) {
    const response = await api.call('confirm-sign-up', { body: { token } })
    expect([response.status, await response.json()]).toEqual([200, { confirmed: true }])
  }
  expect(await api.mayBeWrittenTo(email)).toBe(true)
  expect(await waiting(email)).toEqual(['subscriber_welcome'])
  expect((await api.eventsOf(email)).slice(-1)).toEqual(['confirmed'])
})

test('after a complaint the address gets no e-mail, not even a confirmation request', async () => {
  const email = await api.signUp()
  await api.call('unsubscribe', { body: { token: await api.leavingToken(email), reason: 'complaint' } })
  await api.db.asService((tx) => sql`delete from private.outbox where recipient = ${email}`.execute(tx))
  await api.signUp(email)
  expect(await api.rowOf(email)).toMatchObject({ confirmed_at: null })
  expect(await waiting(email)).toEqual([])
  expect(await api.mayBeWrittenTo(email)).toBe(false)
})

test('a confirmation link is invalid after a later objection, and confirms no other address', async () => {
  await api.rules({ doubleOptIn: true })
  try {
    const email = await api.signUp()
    const joinToken = await api.joiningToken(email)
    await api.call('unsubscribe', { body: { token: await api.leavingToken(email) } })
    expect((await api.call('confirm-sign-up', { body: { token: joinToken } })).status).toBe(409)
    expect(await api.mayBeWrittenTo(email)).toBe(false)

    const [typed, intended] = [await api.signUp(), unique()]
    const sent = await api.joiningToken(typed)
    const { token } = await api.tokenOf('admin')
    await api.client(token).from('email_signups').update({ email: intended }).eq('email', typed)
    expect(await api.rowOf(intended)).toMatchObject({ confirmed_at: null })
    expect(await waiting(intended)).toEqual(['subscriber_confirm'])
    expect(await waiting(typed)).toEqual([])
    expect((await api.call('confirm-sign-up', { body: { token: sent } })).status).toBe(400)
    const form303 = await api.call('confirm-sign-up', {
      body: `token=${await api.joiningToken(intended)}`,
      headers: form,
    })
    expect([form303.status, form303.headers.get('location')?.split('?')[0]]).toEqual([303, '/confirm-sign-up'])
    expect(await api.mayBeWrittenTo(intended)).toBe(true)
  } finally {
    await api.rules({ doubleOptIn: false })
  }
})

test('a queued welcome is not sent after an unsubscription', async () => {
  const email = await api.signUp()
  expect(await waiting(email)).toEqual(['subscriber_welcome'])
  await api.call('unsubscribe', { body: { token: await api.leavingToken(email) } })
  expect(await waiting(email)).toEqual([])
})
