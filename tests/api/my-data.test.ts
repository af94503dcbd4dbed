import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import {
  addFactor,
  callFunction,
  lineOf,
  outboxRowFor,
  paidOrder,
  type Refused,
  sessionIn,
  strengthen,
} from '../fixtures/account-data.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

type Session = { id: string; device: string | null; network: string | null; current: boolean; last_used_at: string }

const call = <Body = Refused>(path: string, token?: string, body?: unknown) =>
  callFunction<Body>(api, { path, token, body })

const listed = (token: string) => call<{ sessions: Session[] }>('account-sessions', token)

function service<T>(work: Parameters<typeof api.db.asService<T>>[0]): Promise<T> {
  return api.db.asService(work)
}

test('a customer sees their sessions, described no more precisely than needed, this session first', async () => {
  const { id } = await api.account()
  const [one, two] = [await openTestSession(api, id), await openTestSession(api, id)]
  const other = await openTestSession(api)
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'
  await service((tx) =>
    tx
      .updateTable('auth.sessions')
      .set({ user_agent: windows, ip: '81.2.69.142' })
      .where('id', '=', sessionIn(one.access_token))
      .execute(),
  )
  const { status, body } = await listed(two.access_token)
  expect(status).toBe(200)
  expect(body.sessions.map((each) => each.id)).toEqual([sessionIn(two.access_token), sessionIn(one.access_token)])
  expect(body.sessions).toMatchObject([
    { current: true, device: null },
    { current: false, device: 'Chrome on Windows', network: '81.2.69.…' },
  ])
  expect(JSON.stringify(body)).not.toContain('81.2.69.142')
  expect(JSON.stringify(body)).not.toContain(sessionIn(other.access_token))
})

test('a customer ends one session within a second; the others continue', async () => {
  const { id } = await api.account()
  const [remaining, ended] = [await openTestSession(api, id), await openTestSession(api, id)]
  const gone = sessionIn(ended.access_token)
  expect(await call('end-session', remaining.access_token, { id: gone })).toEqual({
    status: 200,
    body: { ended: gone },
  })
  await expect.poll(async () => (await listed(ended.access_token)).status, { timeout: 1_500 }).toBe(401)
  expect((await listed(remaining.access_token)).body.sessions).toHaveLength(1)
  expect(await call('end-session', remaining.access_token, { id: gone })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test('another user’s session is not listed and cannot be ended', async () => {
  const [mine, hers] = [await openTestSession(api), await openTestSession(api)]
  const response = await call('end-session', mine.access_token, { id: sessionIn(hers.access_token) })
  const unknown = await call('end-session', mine.access_token, { id: crypto.randomUUID() })
  expect(response).toEqual(unknown)
  expect(response.status).toBe(404)
  expect((await listed(hers.access_token)).status).toBe(200)
})

test('only a signed-in user gets a response, and a token without a session is refused', async () => {
  const endpoints: [string, unknown?][] = [
    ['account-sessions'],
    ['end-session', { id: crypto.randomUUID() }],
    ['remove-unfinished-factors', {}],
    ['export-my-data', {}],
    ['erase-my-account', { confirm: 'a@example.com' }],
  ]
  const { id } = await api.account()
  const noSession = await api.token({ role: 'authenticated', aud: 'authenticated', sub: id, exp: 9_999_999_999 })
  for (const [path, body] of endpoints) {
    expect((await call(path, undefined, body)).status, path).toBe(401)
    expect((await call(path, api.anonKey, body)).status, path).toBe(401)
    expect((await call(path, api.serviceRoleKey, body)).status, path).toBe(401)
    expect(await call(path, noSession, body), path).toMatchObject({
      status: 403,
      body: { code: 'forbidden', details: { reason: 'sign_in_again' } },
    })
  }
})

test('an invalid request is refused with the reason, never a 5xx', async () => {
  const { access_token: token } = await openTestSession(api)
  for (const [path, body] of [
    ['end-session', {}],
    ['end-session', { id: 'all of them' }],
    ['end-session', []],
    ['erase-my-account', {}],
    ['erase-my-account', { confirm: 7 }],
    ['erase-my-account', { confirm: 'x'.repeat(300) }],
  ] as const) {
    expect(await call(path, token, body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  }
})

test('the data export has all of the customer’s data, none of other customers’, and no secret', async () => {
  const { id, email } = await api.account({ password: 'words only she knows' })
  const stranger = await api.account()
  const { access_token: token, refresh_token } = await openTestSession(api, id)
  await openTestSession(api, stranger.id)
  const order = await paidOrder(api, email, { gift_note: 'Happy birthday' })
  const foreign = await paidOrder(api, stranger.email, { customer_name: 'Somebody Else' })
  await service(async (tx) => {
    await tx.insertInto('order_lines').values(lineOf(order.id)).execute()
    await tx.insertInto('private.owner_notes').values({ order_id: order.id, note: 'Rings twice' }).execute()
    await tx
      .insertInto('email_signups')
      .values([{ email }, { email: stranger.email }])
      .execute()
    await tx
      .insertInto('private.outbox')
      .values([
        outboxRowFor(email, { userId: id, sealed: 'a sealed link' }),
        outboxRowFor(stranger.email, { userId: stranger.id }),
      ])
      .execute()
    await tx
      .insertInto('auth.one_time_tokens')
      .values({
        user_id: id,
        token_type: 'recovery_token',
        token_hash: 'the hash of a link',
        code_hash: 'the hash of a code',
        relates_to: email,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
  })
  await addFactor(api, id, 'unverified')
  const { status, body } = await call<Record<string, unknown>>('export-my-data', token, {})
  expect(status).toBe(200)
  expect(body).toMatchObject({
    account: { id, email },
    identities: [{ provider: 'email' }],
    second_factors: [{ factor_type: 'totp', friendly_name: 'Phone' }],
    sessions: [{ user_agent: 'test', ip_address: '127.0.0.1' }],
    orders: [
      {
        order_number: order.order_number,
        gift_note: 'Happy birthday',
        our_note: 'Rings twice',
        lines: [
          { name: 'Mary Dress', size: '10-12', quantity: 2, measurements: { bust: 92 }, height_cm: 163, heel_cm: 5 },
        ],
      },
    ],
    launch_list: { entry: { email }, said_no: null, history: [{ event: 'imported' }], campaigns: [] },
    messages: [],
  })
  expect(body.emails).toEqual([expect.objectContaining({ recipient: email, kind: 'recovery' })])
  const text = JSON.stringify(body)
  for (const foreignThing of [stranger.id, stranger.email, foreign.order_number, 'Somebody Else'])
    expect(text).not.toContain(foreignThing)
  const secrets = await service(async (tx) => {
    const user = await tx.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const tokens = await tx.selectFrom('auth.refresh_tokens').select('token').where('user_id', '=', id).execute()
    const devices = await tx.selectFrom('private.known_devices').select('device_hash').execute()
    return [user.encrypted_password, ...tokens.map((each) => each.token), ...devices.map((each) => each.device_hash)]
  })
  const never = [
    token,
    refresh_token,
    'sealed',
    'hash of',
    'encrypted_password',
    'secret',
    '$2b$',
    '$argon2',
    'payment_session',
  ]
  for (const secret of [...secrets, ...never]) expect(text).not.toContain(secret ?? 'nothing')
})

test('a second factor is required for the sessions, the export and the erasure', async () => {
  const { id, email } = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  await addFactor(api, id)
  const refused = { status: 403, body: { code: 'forbidden', details: { reason: 'second_factor' } } }
  expect(await call('account-sessions', token)).toMatchObject(refused)
  expect(await call('end-session', token, { id: sessionIn(token) })).toMatchObject(refused)
  expect(await call('export-my-data', token, {})).toMatchObject(refused)
  expect(await call('erase-my-account', token, { confirm: email })).toMatchObject(refused)
  const raised = await strengthen(api, token)
  // A token from before the step-up keeps its level.
  expect(await call('export-my-data', token, {})).toMatchObject(refused)
  expect(await call('erase-my-account', token, { confirm: email })).toMatchObject(refused)
  expect((await call('export-my-data', raised, {})).status).toBe(200)
  expect((await call('erase-my-account', raised, { confirm: email })).status).toBe(200)
})

test('the export has the subscriber data of a verified address, and the messages to the shop', async () => {
  const { id, email } = await api.account()
  const stranger = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  const asVisitor = api.client({ flowType: 'implicit' })
  await asVisitor.from('email_signups').insert({ email })
  const message = (from: string, words: string) => ({
    ...outboxRowFor('hello@shop.example', {
      email: from,
      name: 'Mary',
      topic: 'order',
      message: words,
      at: '2026-01-01',
    }),
    kind: 'contact_message',
  })
  await service(async (tx) => {
    await tx.updateTable('private.email_settings').set({ consent_text: 'You may write.' }).execute()
    await tx
      .updateTable('email_signups')
      .set({
        unsubscribed_at: new Date('2026-02-01'),
        unsubscribe_reason: 'unsubscribed',
        consent_text: 'You may write.',
      })
      .where('email', '=', email)
      .execute()
    await tx
      .insertInto('private.outbox')
      .values([message(email.toUpperCase(), 'Is it blue?'), message(stranger.email, 'Is it red?')])
      .execute()
  })
  const { body } = await call<Record<string, unknown>>('export-my-data', token, {})
  expect(body).toMatchObject({
    launch_list: {
      entry: { email, agreed_to: 'You may write.', unsubscribe_reason: 'unsubscribed', source: 'coming-soon' },
      said_no: { reason: 'unsubscribed' },
      history: [{ event: 'signed_up', ip_address: expect.any(String) }, { event: 'unsubscribed' }],
    },
    messages: [{ name: 'Mary', message: 'Is it blue?' }],
  })
  expect(JSON.stringify(body)).not.toContain('Is it red?')
})
