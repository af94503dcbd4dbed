import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import { answer, call } from '#tests/fixtures/second-factors.ts'
import { type SmsApi, startSmsApi } from '#tests/fixtures/sms-api.ts'
import type { SmsServer } from '#tests/fixtures/sms-server.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

// A telephone as a second factor, with a provider that imitates Twilio.

let texts: SmsApi
let api: AccountsApi
let server: SmsServer
let lines: string[]

beforeAll(async () => {
  texts = await startSmsApi()
  api = texts.api
  server = texts.provider
  lines = texts.lines
})
afterAll(() => texts[Symbol.asyncDispose]())

async function begun(phone: string) {
  const { access_token: token } = await openTestSession(api)
  const enrolled = await call(api, '/factors', { token, body: { factor_type: 'phone', friendly_name: 'Mine', phone } })
  expect(enrolled.status).toBe(200)
  const of = { token, id: enrolled.body.id }
  return { ...of, ask: () => call(api, `/factors/${of.id}/challenge`, { token, body: { channel: 'sms' } }) }
}

async function challengesOf(factorId: string): Promise<number> {
  const rows = await api.db.asService((tx) =>
    tx.selectFrom('auth.mfa_challenges').select('id').where('factor_id', '=', factorId).execute(),
  )
  return rows.length
}

test('the provider delivers the code to a customer, who reaches aal2 with it', async () => {
  const { token, id, ask } = await begun('+447700900001')
  const challenged = await ask()
  expect(challenged).toMatchObject({ status: 200, body: { type: 'phone' } })
  const text = server.taken.at(-1)
  expect(text).toMatchObject({ to: '+447700900001', from: '+447700900999' })
  const passed = await answer(api, { token, id }, text?.text.slice(0, 6) ?? '', challenged.body.id)
  expect(passed.status).toBe(200)
  const settings = await call(api, '/settings', { method: 'GET' })
  expect(settings.body.sms_provider).toBe('twilio')
})

test('a number that the provider refuses gets 422, and its challenge is deleted', async () => {
  const { id, ask } = await begun('+447700900404')
  lines.length = 0
  expect(await ask()).toMatchObject({
    status: 422,
    body: { code: 'sms_send_failed', message: 'Error sending sms: this number cannot be texted' },
  })
  expect(await challengesOf(id)).toBe(0)
  expectLoggedOnce(/refused for its number/, '447700900404')
  // The delay stays, so that numbers cannot be probed repeatedly.
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } })
})

test.each(['broken', 'suspended', 'garbled', 'elsewhere'] as const)(
  'a fault of the provider (%s) is answered with 500 and logged once, without the number and the code',
  async (fault) => {
    const phone = `+4477009011${['broken', 'suspended', 'garbled', 'elsewhere'].indexOf(fault)}0`
    const { id, ask } = await begun(phone)
    lines.length = 0
    server.faults.push(fault)
    expect(await ask()).toMatchObject({ status: 500, body: { code: 'sms_send_failed', message: 'Error sending sms' } })
    expect(await challengesOf(id)).toBe(0)
    expectLoggedOnce(/could not be sent/, phone.slice(1))
  },
)

test('no transaction waits for a slow provider: other requests of the account succeed meanwhile', async () => {
  const { token, ask } = await begun('+447700900004')
  server.faults.push('held')
  const pending = ask()
  await expect.poll(() => server.faults.length).toBe(0)
  const other = await call(api, '/factors', { token, body: { factor_type: 'totp', friendly_name: 'App' } })
  expect(other.status).toBe(200)
  server.release()
  expect((await pending).status).toBe(200)
})

test('one network gets thirty text messages in a row, over all accounts and numbers', { timeout: 60_000 }, async () => {
  await using of = await startSmsApi()
  const fresh = of.api
  const factors = []
  for (let number = 0; number < 34; number += 1) {
    const { access_token: token } = await openTestSession(fresh)
    const phone = `+44770092${String(number).padStart(4, '0')}`
    const { body } = await call(fresh, '/factors', { token, body: { factor_type: 'phone', friendly_name: 'M', phone } })
    factors.push({ token, id: body.id })
  }
  const responses = await Promise.all(
    factors.map(({ token, id }) => call(fresh, `/factors/${id}/challenge`, { token, body: {} })),
  )
  const refused = responses.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(4)
  for (const each of refused) expect(each).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } })
})

function expectLoggedOnce(what: RegExp, number: string): void {
  const log = lines.join('\n')
  expect(lines.filter((line) => what.test(line))).toHaveLength(1)
  expect(lines.filter((line) => /"level":(40|50)/.test(line))).toHaveLength(1)
  expect(log).not.toContain(number)
  expect(log).not.toMatch(/is your code|#\d{6}/)
}
