import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { ask, freshAddress } from '#tests/fixtures/request-auth-email.ts'
import { startMinute } from '../../fixtures/start-minute.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('the delay applies per address and kind of e-mail, and ends after a minute', async () => {
  await using shop = await startAccountsApi()
  const { email } = await shop.account({ confirmed: false })
  for (const body of [
    { email, type: 'signup' },
    { email: email.toUpperCase().replace('EXAMPLE.COM', 'Example.com'), type: 'signup' },
  ]) {
    await ask(shop, '/resend', body)
  }
  expect(await shop.emails(email)).toHaveLength(1)
  expect((await ask(shop, '/recover', { email })).status).toBe(200)
  expect((await ask(shop, '/otp', { email })).status).toBe(200)
  await shop.setClockAhead(59)
  expect((await ask(shop, '/resend', { email, type: 'signup' })).status).toBe(429)
  await shop.setClockAhead(62)
  expect((await ask(shop, '/resend', { email, type: 'signup' })).status).toBe(200)
  expect((await shop.emails(email)).map(({ kind }) => kind)).toEqual([
    'verification',
    'recovery',
    'verification',
    'verification',
  ])
})

test('twenty concurrent requests for one address send one e-mail', async () => {
  for (const path of ['/recover', '/otp', '/resend']) {
    const { email } = await api.account({ confirmed: false })
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(api, path, { email, type: 'signup' })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(19)
    expect(await api.emails(email)).toHaveLength(1)
  }
})

test('the new address’s delay suppresses e-mails and is not revealed', async () => {
  await using shop = await startAccountsApi()
  const [one, two] = [await shop.account(), await shop.account()]
  const wanted = freshAddress()
  for (const { id } of [one, two]) {
    await shop.db.asService((tx) =>
      tx.updateTable('auth.users').set({ email_change: wanted }).where('id', '=', id).execute(),
    )
  }
  for (const { email } of [one, two]) {
    expect(await ask(shop, '/resend', { email, type: 'email_change' })).toMatchObject({ status: 200, body: {} })
  }
  expect(await shop.emails(wanted)).toHaveLength(1)
  expect(await shop.emails(two.email)).toEqual([])
})

test('one caller can request thirty e-mails in five minutes, over all endpoints', async () => {
  await using shop = await startAccountsApi({ rateLimits: true })
  await startMinute(shop.db)
  for (let each = 0; each < 30; each += 1) {
    const { status } = await ask(shop, each % 2 ? '/otp' : '/magiclink', { email: freshAddress() })
    expect(status).toBe(200)
  }
  expect((await ask(shop, '/otp', { email: freshAddress() })).body).toEqual({
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  })
  expect((await ask(shop, '/recover', { email: freshAddress() })).status).toBe(200)
})

test('if a captcha is required, no e-mail is sent without its token', async () => {
  const server = createServer((request, response) => {
    let form = ''
    request.on('data', (chunk) => (form += chunk))
    request.on('end', () => {
      const success = new URLSearchParams(form).get('response') === 'right'
      response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await using shop = await startAccountsApi({ captcha: { provider: 'turnstile', secret: 'secret', verifyUrl } })
  const { email } = await shop.account({ confirmed: false })
  for (const path of ['/recover', '/otp', '/magiclink', '/resend']) {
    const none = await ask(shop, path, { email, type: 'signup' })
    expect(none).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
    const wrong = await ask(shop, path, { email, type: 'signup', gotrue_meta_security: { captcha_token: 'wrong' } })
    expect(wrong.body.message).toBe('captcha protection: request disallowed (invalid-input-response)')
  }
  expect(await shop.emails()).toEqual([])
  const right = await ask(shop, '/recover', { email, gotrue_meta_security: { captcha_token: 'right' } })
  expect(right).toMatchObject({ status: 200, body: {} })
  await new Promise((closed) => server.close(closed))
})
