// @module-tag S37

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CampaignApi, startCampaignApi } from '#tests/fixtures/campaign-api.ts'
import { addReaders } from '#tests/fixtures/campaign-engine.ts'

const words = { subject: 'We are open', message: 'Hello,\n\ncome and see: https://shop.example/shop' }
const someId = '00000000-0000-4000-8000-000000000000'

let api: CampaignApi
beforeAll(async () => {
  api = await startCampaignApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** Every function, with a valid body. */
const everyFunction: [path: string, body?: unknown][] = [
  ['send-klaviyo-launch-email', words],
  ['campaign'],
  [`campaign?id=${someId}`],
  ['change-campaign', { id: someId, action: 'resume' }],
  ['campaign-audience', words],
  ['campaign-preview', words],
  ['campaign-test', words],
]

test.each(everyFunction)('%s is for administrators alone', async (path, body) => {
  const customer = await api.account({ admin: false })
  const former = await api.account()
  await api.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', former.id).execute())
  const expired = await api.token({ role: 'authenticated', sub: former.id, exp: 1_000 })
  const forged = `${(await api.account()).token.slice(0, -4)}AAAA`
  for (const [token, status] of [
    [undefined, 401],
    [api.anonKey, 401],
    [api.serviceRoleKey, 401],
    [expired, 401],
    [forged, 401],
    [customer.token, 403],
    [former.token, 403],
  ] as const) {
    expect((await api.call(path, { ...(token && { token }), ...(body !== undefined && { body }) })).status).toBe(status)
  }
  expect(api.smtp.received).toHaveLength(0)
})

test.each(everyFunction.filter(([, body]) => body !== undefined))('%s refuses invalid requests', async (path) => {
  const { token } = await api.account()
  for (const body of [
    '',
    'nonsense',
    [],
    null,
    7,
    {},
    { subject: 'x' },
    { subject: 1, message: [] },
    { id: 'x', action: 'y' },
  ]) {
    const response = await api.call(path, { token, body: typeof body === 'string' ? body : JSON.stringify(body) })
    expect(response.status).toBe(400)
    expect(response.body.message).toMatch(/\w/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('an invalid text is refused with the reason', async () => {
  const { token } = await api.account()
  for (const [body, message] of [
    [{ ...words, subject: ' ' }, 'Please enter a subject.'],
    [{ ...words, message: '' }, 'Please enter a message.'],
    [{ ...words, subject: 'a\nBcc: evil@example.com' }, 'The subject must be a single line of plain text.'],
    [{ ...words, message: 'x'.repeat(20_001) }, 'The message is too long: at most 20,000 characters.'],
  ] as const) {
    for (const path of ['send-klaviyo-launch-email', 'campaign-preview', 'campaign-test']) {
      expect(await api.call(path, { token, body })).toMatchObject({ status: 400, body: { message } })
    }
  }
})

test('before the first campaign there is none, and an invalid id is refused', async () => {
  await using fresh = await startCampaignApi()
  const { token } = await fresh.account()
  expect(await fresh.call('campaign', { token })).toMatchObject({ status: 200, body: null })
  expect((await fresh.call(`campaign?id=${someId}`, { token })).status).toBe(404)
  expect((await fresh.call('campaign?id=1', { token })).status).toBe(400)
  expect((await fresh.call('change-campaign', { token, body: { id: someId, action: 'pause' } })).status).toBe(404)
  expect(await fresh.call('send-klaviyo-launch-email', { token, body: words })).toMatchObject({
    status: 200,
    body: { sent_count: 0, failed_count: 0, queued_count: 0, state: 'done' },
  })
})

test('before sending: the recipients, a preview, and a test copy', async () => {
  await using fresh = await startCampaignApi()
  await addReaders(fresh.db, 5)
  const { token, email } = await fresh.account()
  await fresh.db.asService((tx) =>
    tx
      .updateTable('email_signups')
      .set({ unsubscribed_at: new Date(), unsubscribe_reason: 'complaint' })
      .where('email', '=', 'reader5@example.com')
      .execute(),
  )
  expect(await fresh.call('campaign-audience', { token, body: words })).toMatchObject({
    status: 200,
    body: {
      on_list: 5,
      will_get: 4,
      left_out: { unsubscribed: 0, complaint: 1, bounced: 0, unconfirmed: 0, had_it: 0 },
    },
  })
  const preview = await fresh.call('campaign-preview', { token, body: words })
  expect(preview.body).toMatchObject({
    subject: 'We are open',
    html: expect.stringContaining('<a href="https://shop.example/shop"'),
    text: expect.stringContaining('come and see'),
  })
  for (let copy = 0; copy < 2; copy += 1) {
    expect(await fresh.call('campaign-test', { token, body: words })).toMatchObject({ body: { sent_to: email } })
  }
  await fresh.smtp.arrived(2)
  expect(fresh.recipients()).toEqual([email, email])
  expect(fresh.smtp.received[0]?.message).toMatch(/^Subject: \[Test\] We are open\r?$/m)
  expect(fresh.smtp.received[0]?.message).not.toMatch(/^List-Unsubscribe/m)
  expect(preview.body.text).toMatch(/\/unsubscribe\?token=test$/m)
})

test('before sending: whether the shop is open yet, and who had another e-mail this week', async () => {
  const launchAt = new Date('2100-12-01T18:00:00Z')
  await using fresh = await startCampaignApi({ launchAt })
  await addReaders(fresh.db, 4)
  const { token } = await fresh.account()
  const ask = async (body: object) => (await fresh.call('campaign-audience', { token, body })).body
  expect(await ask(words)).toMatchObject({ opens_at: launchAt.toISOString(), had_another: null })
  await fresh.call('send-klaviyo-launch-email', { token, body: words })
  await addReaders(fresh.db, 4, 'later')
  // The same text is the same campaign.
  expect(await ask(words)).toMatchObject({ will_get: 4, had_another: null })
  const other = { ...words, message: 'Come in.' }
  expect(await ask(other)).toMatchObject({ will_get: 8, had_another: { count: 4, subject: words.subject } })
  await fresh.db.asService((tx) =>
    tx
      .updateTable('private.campaign_recipients')
      .set({ finished_at: new Date(Date.now() - 8 * 86_400_000) })
      .execute(),
  )
  expect(await ask(other)).toMatchObject({ will_get: 8, had_another: null })
})

test('sent: the response counts the results, each e-mail has one-click unsubscribe, and the log names the user', async () => {
  await using fresh = await startCampaignApi()
  await addReaders(fresh.db, 12)
  fresh.smtp.answer = (stage, address) =>
    stage === 'rcpt' && address === 'reader4@example.com' ? '550 no such mailbox' : undefined
  const { token, id: administrator } = await fresh.account()
  const response = await fresh.call('send-klaviyo-launch-email', { token, body: words })
  expect(response).toMatchObject({
    status: 200,
    body: { sent_count: 11, failed_count: 1, queued_count: 0, unknown_count: 0, skipped_count: 0, state: 'done' },
  })
  const [email] = fresh.smtp.received
  expect(email?.message).toMatch(/^List-Unsubscribe: ?\s*<http:\/\/shop\.test\/functions\/v1\/unsubscribe\?token=/m)
  expect(email?.message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  // Imported subscribers: their consent date is unknown.
  expect(email?.message).toContain('You asked us to tell you when we open.')
  expect(new Set(fresh.smtp.received.map(({ messageId }) => messageId)).size).toBe(11)

  const id = String(response.body.campaign_id)
  expect((await fresh.call('campaign', { token })).body).toMatchObject({
    id,
    ...words,
    provider: 'smtp',
    state: 'done',
    total: 12,
    sent: 11,
    failed: 1,
    failures: [{ email: 'reader4@example.com', error: expect.stringContaining('550') }],
  })
  const audit = await fresh.db.asService((tx) =>
    tx.selectFrom('private.audit_log').select(['actor', 'action']).where('row_id', '=', id).orderBy('id').execute(),
  )
  expect(audit[0]).toEqual({ actor: administrator, action: 'insert' })

  fresh.smtp.answer = () => undefined
  const other = await fresh.account()
  const again = await fresh.call('change-campaign', { token: other.token, body: { id, action: 'send_failed' } })
  expect(again).toMatchObject({ status: 200, body: { id, failed: 0 } })
  await fresh.smtp.arrived(12)
  await expect
    .poll(async () => (await fresh.call(`campaign?id=${id}`, { token })).body)
    .toMatchObject({ state: 'done', sent: 12 })
  expect(new Set(fresh.recipients()).size).toBe(12)
  const actors = await fresh.db.asService((tx) =>
    tx.selectFrom('private.audit_log').select('actor').where('row_id', '=', id).where('actor', '=', other.id).execute(),
  )
  expect(actors.length).toBeGreaterThan(0)
})

test('two administrators send twenty times at once: one campaign, one e-mail each, one response', {
  tags: ['K4'],
}, async () => {
  await using fresh = await startCampaignApi()
  await addReaders(fresh.db, 80)
  const tokens = [(await fresh.account()).token, (await fresh.account()).token]
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, press) =>
      fresh.call('send-klaviyo-launch-email', { token: tokens[press % 2] ?? '', body: words }),
    ),
  )
  for (const { status, body } of responses) {
    expect(status).toBe(200)
    expect(body).toEqual({ ...responses[0]?.body })
    expect(body).toMatchObject({ sent_count: 80, failed_count: 0, queued_count: 0, state: 'done' })
  }
  expect(fresh.smtp.received).toHaveLength(80)
  expect(new Set(fresh.recipients()).size).toBe(80)
})

test('paused, the waiting request returns the counts so far; resumed, the rest is sent', async () => {
  await using fresh = await startCampaignApi()
  await addReaders(fresh.db, 60)
  const { token } = await fresh.account()
  let emails = 0
  let held: () => void = () => undefined
  const reached = new Promise<void>((resolve) => {
    held = resolve
  })
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  fresh.smtp.answer = async (stage) => {
    if (stage !== 'message' || ++emails < 20) return undefined
    held()
    await released
    return undefined
  }
  const sending = fresh.call('send-klaviyo-launch-email', { token, body: words })
  await reached
  const { id } = (await fresh.call('campaign', { token })).body as { id: string }
  expect(await fresh.call('change-campaign', { token, body: { id, action: 'pause' } })).toMatchObject({
    body: { state: 'paused', paused_by: 'admin' },
  })
  const response = await sending
  expect(response.body).toMatchObject({ state: 'paused', campaign_id: id, failed_count: 0, unknown_count: 0 })
  expect(Number(response.body.sent_count) + Number(response.body.queued_count)).toBe(60)
  release()
  await expect
    .poll(async () => Number((await fresh.call('campaign', { token })).body.sent) - fresh.smtp.received.length)
    .toBe(0)
  expect(fresh.smtp.received.length).toBeLessThan(30)

  await fresh.call('change-campaign', { token, body: { id, action: 'resume' } })
  await fresh.smtp.arrived(60)
  await expect
    .poll(async () => (await fresh.call('campaign', { token })).body)
    .toMatchObject({ state: 'done', sent: 60 })
  expect(new Set(fresh.recipients()).size).toBe(60)
})

test('test e-mails are limited', async () => {
  await using fresh = await startCampaignApi({ rateLimits: true })
  const { token } = await fresh.account()
  for (let copy = 0; copy < 10; copy += 1) {
    expect((await fresh.call('campaign-test', { token, body: words })).status).toBe(200)
  }
  expect((await fresh.call('campaign-test', { token, body: words })).status).toBe(429)
})

test('another text to the same list within a day is refused until it is confirmed; a full stop makes no difference', async () => {
  await using fresh = await startCampaignApi()
  await addReaders(fresh.db, 30)
  const { token } = await fresh.account()
  const send = (body: object) => fresh.call('send-klaviyo-launch-email', { token, body })
  expect(await send(words)).toMatchObject({ status: 200, body: { sent_count: 30 } })

  const edited = { ...words, message: `${words.message}.` }
  expect(await send(edited)).toMatchObject({
    status: 409,
    body: { code: 'conflict', details: { reason: 'recent_campaign', count: 30, subject: words.subject } },
  })
  expect(fresh.smtp.received).toHaveLength(30)
  expect(await fresh.call('campaign-audience', { token, body: edited })).toMatchObject({
    body: { will_get: 30, had_another: { count: 30, is_within_a_day: true } },
  })
  // The new subscribers have had neither campaign, so the same text needs no confirmation.
  await addReaders(fresh.db, 2, 'later')
  expect(await send(words)).toMatchObject({ status: 200, body: { sent_count: 32 } })

  expect(await send({ ...edited, allow_recent: true })).toMatchObject({ status: 200, body: { sent_count: 32 } })
  expect(fresh.smtp.received).toHaveLength(64)

  await fresh.db.asService((tx) =>
    tx
      .updateTable('private.campaign_recipients')
      .set({ finished_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute(),
  )
  expect((await send({ ...words, subject: 'The day after' })).status).toBe(200)
})

test('two different campaigns at once: one is sent, the other is refused', async () => {
  await using fresh = await startCampaignApi()
  await addReaders(fresh.db, 20)
  const { token } = await fresh.account()
  const responses = await Promise.all(
    ['', '.', '!', ' again'].map((ending) =>
      fresh.call('send-klaviyo-launch-email', { token, body: { ...words, subject: `We are open${ending}` } }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  await fresh.smtp.arrived(20)
  expect(new Set(fresh.recipients()).size).toBe(20)
  expect(fresh.smtp.received).toHaveLength(20)
})
