import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { answer, call } from '#tests/fixtures/second-factors.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { findUsedUpTexts } from './text-codes.ts'

// Text messages cost the owner money: who may cause one, to which numbers, and how many a day.

let api: AccountsApi
const perDay = 6

beforeAll(async () => {
  api = await startAccountsApi({ texts: { countries: () => ['GB', 'US'], perDay } })
})
afterAll(() => api[Symbol.asyncDispose]())

async function enrol(phone: string, { at = api, confirmed = true } = {}) {
  const { id: userId } = await at.account({ confirmed })
  const { access_token: token } = await openTestSession(at, userId)
  const { status, body } = await call(at, '/factors', {
    token,
    body: { factor_type: 'phone', friendly_name: 'Mine', phone },
  })
  const challenge = (more = {}) => call(at, `/factors/${body.id}/challenge`, { token, body: { ...more } })
  return { status, body, token, userId, id: body.id, challenge }
}

test('an account whose address is not confirmed adds no telephone, and gets no text for one that it has', async () => {
  const early = await enrol('+447700900801', { confirmed: false })
  expect(early).toMatchObject({ status: 422, body: { code: 'email_not_confirmed' } })
  const added = await enrol('+447400123455')
  expect(added.status).toBe(200)
  await api.db.asService((tx) =>
    tx.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', added.userId).execute(),
  )
  expect(await added.challenge()).toMatchObject({ status: 422, body: { code: 'email_not_confirmed' } })
})

test('numbers are texted in the listed countries only, and never at a premium rate', async () => {
  for (const phone of ['+882123456789', '+252612345678', '+37126123456', '+18765550123', '+18095550123']) {
    expect(await enrol(phone), phone).toMatchObject({ status: 422, body: { code: 'mfa_phone_enroll_not_enabled' } })
  }
  // A personal number, premium rates, a pager, a company's number, and one of Jersey, which shares the code of Britain.
  const expensive = ['+447012345678', '+449091234567', '+19002345678', '+447640123456', '+443331234567']
  for (const phone of [...expensive, '+447797712345']) {
    expect(await enrol(phone), phone).toMatchObject({ status: 422, body: { code: 'mfa_phone_enroll_not_enabled' } })
  }
  for (const phone of ['+447400123456', '+12025550143'])
    expect(await enrol(phone), phone).toMatchObject({ status: 200 })
})

test('a number that was added before its country left the list gets no first code', async () => {
  let countries = ['GB', 'JM']
  await using own = await startAccountsApi({ texts: { countries: () => countries, perDay } })
  const { challenge } = await enrol('+18765550123', { at: own })
  countries = ['GB']
  expect(await challenge()).toMatchObject({ status: 422, body: { code: 'mfa_phone_enroll_not_enabled' } })
})

test('the shop sends so many texts a day, half of them to new numbers, whatever RATE_LIMITS says', async () => {
  await using own = await startAccountsApi({ texts: { countries: () => ['GB', 'GG', 'JE', 'IM'], perDay } })
  // The texts are counted by the day of UTC: the test begins with one, so that no midnight falls into it.
  const untilMidnight = 86_400 - (Math.floor(Date.now() / 1000) % 86_400)
  const setClock = (seconds: number) => own.setClockAhead(untilMidnight + seconds)
  await setClock(0)
  const usedUp = () => own.db.asService((tx) => findUsedUpTexts(tx, perDay))
  const known = await enrol('+447700900700', { at: own })
  const first = await known.challenge()
  const { rows: texts } = await own.db.asService((tx) =>
    tx
      .selectFrom('private.mailbox')
      .select('text')
      .execute()
      .then((rows) => ({ rows })),
  )
  expect((await answer(own, known, texts[0]?.text.slice(0, 6) ?? '', first.body.id)).status).toBe(200)
  const others = []
  for (let each = 1; each < 5; each += 1) others.push(await enrol(`+44770090070${each}`, { at: own }))
  expect(await usedUp()).toBe(null)
  const statuses = []
  for (const { challenge } of others) statuses.push((await challenge()).status)
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(await others[3]?.challenge()).toMatchObject({ status: 429, body: { code: 'sms_send_failed' } })
  expect(await usedUp()).toEqual({ texts: 3, to: 'new numbers' })
  for (let each = 0; each < 3; each += 1) {
    await setClock((each + 1) * 301)
    expect((await known.challenge()).status).toBe(200)
  }
  await setClock(5 * 301)
  expect(await known.challenge()).toMatchObject({ status: 429, body: { code: 'sms_send_failed' } })
  expect(await usedUp()).toEqual({ texts: 6, to: 'all numbers' })
  await setClock(86_400)
  expect(await usedUp()).toBe(null)
  const { status } = await (await enrol('+447700900709', { at: own })).challenge()
  expect(status).toBe(200)
})

test('one telephone gets twenty-nine texts in a day, on however many accounts it is verified', async () => {
  await using own = await startAccountsApi({ texts: { countries: () => ['GB', 'GG', 'JE', 'IM'], perDay: 1_000 } })
  const texts = () => own.db.asService((tx) => tx.selectFrom('private.mailbox').select('text').orderBy('id').execute())
  const accounts = []
  for (let each = 0; each < 4; each += 1) {
    await own.setClockAhead(each * 61)
    const added = await enrol('+447700900750', { at: own })
    const { body } = await added.challenge()
    const code = (await texts()).at(-1)?.text.slice(0, 6) ?? ''
    expect((await answer(own, added, code, body.id)).status).toBe(200)
    accounts.push(added)
  }
  const before = (await texts()).length
  for (let minutes = 10; minutes <= 24 * 60; minutes += 20) {
    await own.setClockAhead(minutes * 60)
    for (const { userId, id } of accounts) {
      const { access_token: token } = await openTestSession(own, userId)
      expect([200, 429]).toContain((await call(own, `/factors/${id}/challenge`, { token, body: {} })).status)
    }
  }
  expect((await texts()).length - before).toBe(28)
}, 60_000)

test('with a captcha each text to a new number needs its token, and one to a known number does not', async () => {
  const server = createServer(async (request, response) => {
    let form = ''
    for await (const chunk of request) form += chunk
    response.end(JSON.stringify({ success: new URLSearchParams(form).get('response') === 'good' }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await using own = await startAccountsApi({ captcha: { provider: 'turnstile', secret: 's', verifyUrl } })
  const added = await enrol('+447700900600', { at: own })
  expect(await added.challenge()).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
  const captcha = (token: string) => ({ gotrue_meta_security: { captcha_token: token } })
  expect(await added.challenge(captcha('bad'))).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
  const sent = await added.challenge(captcha('good'))
  expect(sent.status).toBe(200)
  const [text] = await own.db.asService((tx) => tx.selectFrom('private.mailbox').select('text').execute())
  expect((await answer(own, added, text?.text.slice(0, 6) ?? '', sent.body.id)).status).toBe(200)
  await own.setClockAhead(120)
  expect((await added.challenge()).status).toBe(200)
  server.closeAllConnections()
  server.close()
})
