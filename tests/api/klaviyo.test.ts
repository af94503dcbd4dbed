import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CampaignApi, startCampaignApi, type Who } from '#tests/fixtures/campaign-api.ts'
import { type KlaviyoServer, klaviyoServer } from '#tests/fixtures/klaviyo-server.ts'

let klaviyo: KlaviyoServer
let shop: CampaignApi
let admin: Who

beforeAll(async () => {
  klaviyo = await klaviyoServer()
  shop = await startCampaignApi({ klaviyo })
  admin = await shop.account()
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await klaviyo[Symbol.asyncDispose]()
})

function ask(path: string, body?: unknown) {
  return shop.call(path, { token: admin.token, body })
}

async function signUp(...emails: string[]) {
  for (const email of emails) await shop.client().from('email_signups').insert({ email }).throwOnError()
}

const recipients = () => klaviyo.events().map(({ email }) => email)

test('a launch e-mail by Klaviyo: the counts are right, each recipient has one event, and the mail server sends nothing', async () => {
  await signUp('ruth@example.com', 'naomi@example.com', 'esther@example.com')
  klaviyo.addDuplicate('naomi@example.com')
  const words = { subject: 'We are open', message: 'Come and see.' }
  const presses = await Promise.all([1, 2, 3].map(() => ask('send-klaviyo-launch-email', words)))
  for (const { status, body } of presses) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ sent_count: 3, failed_count: 0, queued_count: 0, unknown_count: 0, state: 'done' })
  }
  expect((await ask('campaign')).body).toMatchObject({ provider: 'klaviyo', total: 3, sent: 3 })
  expect(recipients().toSorted()).toEqual(['esther@example.com', 'naomi@example.com', 'ruth@example.com'])
  expect(klaviyo.events()[0]?.properties).toEqual({
    subject: 'We are open',
    message: 'Come and see.',
    unsubscribe_url: expect.stringMatching(/^http:\/\/shop\.test\/unsubscribe\?token=/),
    campaign_id: presses[0]?.body.campaign_id,
  })
  expect(shop.recipients()).toEqual([])
  expect(klaviyo.violations).toEqual([])
})

test('after an objection another campaign sends no event to Klaviyo, and no request subscribes a profile', async () => {
  await signUp('leah@example.com')
  await shop
    .client(shop.serviceRoleKey)
    .from('email_signups')
    .update({ unsubscribed_at: new Date().toISOString(), unsubscribe_reason: 'unsubscribed' })
    .eq('email', 'ruth@example.com')
    .throwOnError()
  const { body } = await ask('send-klaviyo-launch-email', {
    subject: 'A second letter',
    message: 'Still open.',
    allow_recent: true,
  })
  expect(body).toMatchObject({ sent_count: 3, failed_count: 0 })
  const second = klaviyo.events().filter(({ properties }) => properties.subject === 'A second letter')
  expect(second.map(({ email }) => email).toSorted()).toEqual([
    'esther@example.com',
    'leah@example.com',
    'naomi@example.com',
  ])
  // The stand-in records any other request as a violation.
  expect(klaviyo.violations).toEqual([])
})

test('the test e-mail is sent by the mail server', async () => {
  const before = klaviyo.requests()
  const { status, body } = await ask('campaign-test', { subject: 'A test', message: 'To me.' })
  expect([status, body]).toEqual([200, { sent_to: admin.email }])
  await expect.poll(() => shop.recipients(), { timeout: 10_000 }).toEqual([admin.email])
  expect(klaviyo.requests()).toBe(before)
})

test('a key that stops working pauses the campaign, says why without the key, and resumes when it works again', async () => {
  await signUp('tamar@example.com')
  klaviyo.fault = () => ({ status: 401 })
  const { body } = await ask('send-klaviyo-launch-email', {
    subject: 'A third letter',
    message: 'Open.',
    allow_recent: true,
  })
  expect(body).toMatchObject({ sent_count: 0, failed_count: 0, queued_count: 4, state: 'paused' })
  const paused = (await ask('campaign')).body
  expect(paused).toMatchObject({ paused_by: 'machine', reason: expect.stringContaining('KLAVIYO_API_KEY') })
  expect(JSON.stringify(paused)).not.toContain(klaviyo.apiKey)

  klaviyo.fault = () => undefined
  expect((await ask('change-campaign', { id: paused.id, action: 'resume' })).status).toBe(200)
  await expect.poll(async () => (await ask('campaign')).body.state, { timeout: 15_000 }).toBe('done')
  expect((await ask('campaign')).body).toMatchObject({ sent: 4, failed: 0 })
  expect(new Set(klaviyo.events().map(({ uniqueId }) => uniqueId)).size).toBe(klaviyo.events().length)
})
