import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop } from '#shop-defaults'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { callFunction, paidOrder } from '../fixtures/account-data.ts'

type Refused = { code?: string; message?: string; details?: { path: string; message: string }[] | null }
type Mine = { messages: object[]; emails: { kind: string }[] }

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

function someone(): string {
  return `ruth-${crypto.randomUUID().slice(0, 8)}@example.com`
}

function typed(more: object = {}) {
  return {
    id: crypto.randomUUID(),
    topic: 'size',
    name: 'Ruth Moab',
    email: someone(),
    message: 'Which size is mine?',
    ...more,
  }
}

function send(body: object, { token, at = api }: { token?: string; at?: AccountsApi } = {}) {
  return callFunction<Refused>(at, { path: 'contact', body, token })
}

const received = { status: 200, body: { received: true } }

/** The e-mails of a contact message: those to the shop and those to the visitor. */
async function messagesOf(email: string, at = api) {
  const all = await at.emails()
  const [messages, receipts] = [
    all.filter(({ kind, data }) => kind === 'contact_message' && data.email?.toLowerCase() === email.toLowerCase()),
    all.filter(({ kind, recipient }) => kind === 'contact_receipt' && recipient.toLowerCase() === email.toLowerCase()),
  ]
  return { messages, receipts }
}

test('a message reaches the shop with all typed text, and its receipt to the visitor contains none of it', async () => {
  const email = someone()
  const words = { name: '  Ruth Moab ', message: ' Which size?\r\n\r\nRuth ', order_number: 'tkw-abc' }
  expect(await send(typed({ email, ...words }))).toEqual(received)
  const { messages, receipts } = await messagesOf(email)
  expect(messages).toMatchObject([
    {
      recipient: shop.email,
      data: { topic: 'size', orderNumber: 'tkw-abc', name: 'Ruth Moab', message: 'Which size?\n\nRuth' },
    },
  ])
  expect(receipts.map(({ data }) => Object.keys(data).sort())).toEqual([['at', 'topic']])
})

test('sent twice, or again after a lost response, it arrives once', async () => {
  const message = typed()
  const responses = await Promise.all(Array.from({ length: 12 }, () => send(message)))
  expect(responses).toEqual(Array(12).fill(received))
  const { messages, receipts } = await messagesOf(message.email)
  expect([messages.length, receipts.length]).toEqual([1, 1])
})

test('an address gets one receipt a day, whatever its case, and one more for data complaints', async () => {
  const email = someone()
  const topics = ['size', 'order', 'data', 'data', 'return']
  for (const topic of topics) await send(typed({ topic, email: topic === 'order' ? email.toUpperCase() : email }))
  expect((await messagesOf(email)).receipts.map(({ data }) => data.topic)).toEqual(['size', 'data'])
  await api.setClockAhead(86_400)
  await send(typed({ email }))
  await api.setClockAhead(0)
  const { messages, receipts } = await messagesOf(email)
  expect([messages.length, receipts.length]).toEqual([6, 3])
})

test.each<[field: string, why: string, value: string]>([
  ['topic', 'unknown', 'weather'],
  ['topic', 'not chosen', ''],
  ['name', 'blank', '   '],
  ['name', 'too long', 'x'.repeat(101)],
  ['name', 'two lines', 'Ruth\r\nBcc: all@example.com'],
  ['name', 'two lines of another kind', 'Ruth\u2028Moab'],
  ['name', 'a zero', 'Ruth\u0000'],
  ['email', 'none', ''],
  ['email', 'half', 'ruth@example'],
  ['email', 'two', 'ruth@example.com, all@example.com'],
  ['email', 'a header', 'ruth@example.com\r\nBcc: all@example.com'],
  ['order_number', 'a header', 'TKW-1\nBcc: all@example.com'],
  ['order_number', 'too long', 'x'.repeat(41)],
  ['message', 'blank', ' \n '],
  ['message', 'too long', 'x'.repeat(5_001)],
])('invalid fields are named: %s, %s', async (path, _, value) => {
  const message = typed({ [path]: value })
  const { status, body } = await send(message)
  expect(status).toBe(400)
  expect(body.code).toBe('bad_request')
  expect(body.details).toEqual([{ path, message: expect.stringMatching(/^(Please|That)/) }])
  expect((await messagesOf(message.email)).messages).toEqual([])
})

test('a bot that fills in the honeypot gets the usual response, and nothing is sent', async () => {
  const message = typed({ trap: 'https://cheap.example' })
  expect(await send(message)).toEqual(received)
  expect(await messagesOf(message.email)).toEqual({ messages: [], receipts: [] })
})

test('one client sends five messages in ten minutes, and one address five in an hour', async () => {
  await using limited = await startAccountsApi({ rateLimits: true })
  // The limits count in windows that begin with the hour.
  const toNextHour = 3_600 - ((Date.now() / 1_000) % 3_600) + 1
  await limited.setClockAhead(toNextHour)
  const [one, other] = [someone(), someone()]
  const from = (email: string) => send(typed({ email }), { at: limited })
  for (let count = 0; count < 5; count += 1) expect(await from(one)).toEqual(received)
  const refused = { status: 429, body: { code: 'over_request_rate_limit' } }
  expect(await from(other)).toMatchObject(refused)
  await limited.setClockAhead(toNextHour + 600)
  expect(await from(one.toUpperCase())).toMatchObject(refused)
  expect(await from(other)).toEqual(received)
  expect((await messagesOf(one, limited)).messages).toHaveLength(5)
})

test('where the shop has a captcha, the contact form requires it too', async () => {
  // No server listens there, so no token is valid.
  const captcha = { provider: 'turnstile', secret: 's', verifyUrl: 'http://127.0.0.1:9/siteverify' } as const
  await using withCaptcha = await startAccountsApi({ db: api.db, captcha })
  for (const more of [{}, { captcha_token: 'x' }]) {
    const message = typed(more)
    const { status, body } = await send(message, { at: withCaptcha })
    expect(status).toBe(400)
    expect(body.details).toEqual([{ path: 'captcha_token', message: 'captcha_failed' }])
    expect((await messagesOf(message.email)).messages).toEqual([])
  }
})

test('the response does not reveal whether an order exists, or whose it is', async () => {
  const order = await paidOrder(api, 'owner@example.com')
  const email = someone()
  for (const number of [order.order_number, 'TKW-000000', 'nonsense'])
    expect(await send(typed({ email, order_number: number }))).toEqual(received)
  const { receipts } = await messagesOf(email)
  expect(JSON.stringify(receipts)).not.toContain('TKW-')
})

test('a signed-in customer’s messages are in the data export, and are erased with the account', async () => {
  const { id, email } = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  const [hers, strangers] = [typed(), typed()]
  await send(hers, { token })
  await send(strangers)
  const { body: mine } = await callFunction<Mine>(api, { path: 'export-my-data', token, body: {} })
  expect(mine.messages).toMatchObject([{ name: hers.name, email: hers.email, topic: 'size', message: hers.message }])
  expect(mine.emails.map(({ kind }) => kind)).toEqual(['contact_receipt'])
  const erased = await callFunction(api, { path: 'erase-my-account', token, body: { confirm: email } })
  expect(erased.status).toBe(200)
  expect(await messagesOf(hers.email)).toEqual({ messages: [], receipts: [] })
  expect((await messagesOf(strangers.email)).messages).toHaveLength(1)
})

test('messages sent while signed out belong to the account with that verified address too', async () => {
  const { id, email } = await api.account()
  await send(typed({ email: email.toUpperCase() }))
  const { access_token: token } = await openTestSession(api, id)
  const { body: mine } = await callFunction<Mine>(api, { path: 'export-my-data', token, body: {} })
  expect(mine.messages).toHaveLength(1)
  await callFunction(api, { path: 'erase-my-account', token, body: { confirm: email } })
  expect(await messagesOf(email)).toEqual({ messages: [], receipts: [] })
})

test('a message with an invalid token is accepted as a visitor’s', async () => {
  const message = typed()
  expect(await send(message, { token: 'not.a.token' })).toEqual(received)
  const [first] = (await messagesOf(message.email)).messages
  expect(first?.data).not.toHaveProperty('userId')
})
