import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'

type Asked = { method: string; type: string; form: Record<string, string> }

/** Fakes of Turnstile and hCaptcha: `good` is a valid token, others are refused; some fail in other ways. */
async function startProvider() {
  const requests: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const form = Object.fromEntries(new URLSearchParams(text))
    requests.push({ method: request.method ?? '', type: request.headers['content-type'] ?? '', form })
    if (form.response === 'broken') return response.writeHead(502).end('<h1>Bad gateway</h1>')
    if (form.response === 'elsewhere') return response.writeHead(302, { location: '/else' }).end()
    if (form.response === 'hung up') return request.socket.destroy()
    if (form.response === 'odd') return response.end(JSON.stringify({ success: 'yes' }))
    if (form.response === 'unreasoned') return response.end(JSON.stringify({ success: false }))
    const success = form.response === 'good'
    response.end(JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid-input-response', 'b<c>'] }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    asked: requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

const password = 'made with care 7'

async function post(api: AccountsApi, path: string, body: object, key = api.anonKey) {
  const response = await fetch(`${api.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: key,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { code?: string; message?: string } }
}

const withToken = (token: unknown) => ({ gotrue_meta_security: { captcha_token: token } })

test('every call that a bot may send requires a captcha token, and a session refresh does not', async () => {
  await using provider = await startProvider()
  await using api = await startAccountsApi({ captcha: { provider: 'turnstile', secret: 's', verifyUrl: provider.url } })
  const { email } = await api.account()
  const calls: [path: string, body: object][] = [
    ['/signup', { email: 'new@example.com', password }],
    ['/recover', { email }],
    ['/resend', { email, type: 'signup' }],
    ['/otp', { email }],
    ['/magiclink', { email }],
    ['/token?grant_type=password', { email, password }],
  ]
  const missing = 'captcha protection: request disallowed (no captcha_token found)'
  for (const [path, body] of calls) {
    for (const more of [
      {},
      withToken(''),
      withToken(null),
      withToken(7),
      { gotrue_meta_security: 'x' },
      withToken('x'.repeat(20_000)),
    ])
      expect(await post(api, path, { ...body, ...more }), path).toEqual({
        status: 400,
        body: { code: 'captcha_failed', message: missing },
      })
  }
  expect(provider.asked).toEqual([])
  for (const [path, body] of calls) {
    expect(await post(api, path, { ...body, ...withToken('bad') }), path).toEqual({
      status: 400,
      body: {
        code: 'captcha_failed',
        message: 'captcha protection: request disallowed (invalid-input-response, bc)',
      },
    })
  }
  expect(provider.asked).toHaveLength(calls.length)
  const refresh = await post(api, '/token?grant_type=refresh_token', { refresh_token: 'abcdefghijklmnop' })
  expect(refresh.body.code).toBe('refresh_token_not_found')
  expect(await api.emails()).toEqual([])
})

test('a valid token passes, and the provider gets the request in its own format', async () => {
  await using provider = await startProvider()
  const captcha = { provider: 'hcaptcha', secret: 'of the shop', verifyUrl: provider.url } as const
  await using api = await startAccountsApi({ captcha })
  const { email, password: right } = await api.account()
  const { data, error } = await api
    .client()
    .auth.signInWithPassword({ email, password: right, options: { captchaToken: 'good' } })
  expect(error).toBeNull()
  expect(data.session).not.toBeNull()
  expect(provider.asked).toEqual([
    {
      method: 'POST',
      type: expect.stringMatching(/^application\/x-www-form-urlencoded/),
      form: { secret: 'of the shop', response: 'good', remoteip: '127.0.0.1' },
    },
  ])
  const made = await api.client().auth.signUp({ email: 'new@example.com', password, options: { captchaToken: 'good' } })
  expect(made.error).toBeNull()
})

test('if the provider fails or answers incorrectly, no request passes', { tags: ['S42'] }, async () => {
  await using provider = await startProvider()
  const captcha = { provider: 'turnstile', secret: 's', verifyUrl: provider.url } as const
  await using api = await startAccountsApi({ captcha })
  const { email, password: right } = await api.account()
  for (const token of ['broken', 'elsewhere', 'hung up', 'odd', 'unreasoned']) {
    const response = await post(api, '/token?grant_type=password', { email, password: right, ...withToken(token) })
    expect(response, token).toMatchObject({ status: 400, body: { code: 'captcha_failed' } })
  }
  await provider[Symbol.asyncDispose]()
  const response = await post(api, '/token?grant_type=password', { email, password: right, ...withToken('good') })
  expect(response.body.message).toBe('captcha protection: request disallowed (provider unreachable)')
})

test('the service needs no captcha token, and without a captcha any token is ignored', async () => {
  await using provider = await startProvider()
  const captcha = { provider: 'turnstile', secret: 's', verifyUrl: provider.url } as const
  await using api = await startAccountsApi({ captcha })
  const { email, password: right } = await api.account()
  const body = { email, password: right }
  expect((await post(api, '/token?grant_type=password', body, api.serviceRoleKey)).status).toBe(200)
  expect(provider.asked).toEqual([])
  await using open = await startAccountsApi({ db: api.db })
  for (const more of [withToken('bad'), withToken(7), { gotrue_meta_security: null }])
    expect((await post(open, '/token?grant_type=password', { ...body, ...more })).status).toBe(200)
})
