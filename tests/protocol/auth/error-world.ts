import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { type AccountsApi, type AccountsApiOptions, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#tests/fixtures/openid-provider.ts'
import { openTestSession, type Tokens } from '#tests/fixtures/test-session.ts'

/** One request. It carries the anonymous key as `apikey` unless `key` says otherwise; a text body is sent unchanged. */
export type Asked = {
  method?: string
  path: string
  bearer?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  key?: string | null
}

/** The shops of the table: the default one, and one for each setting that changes a response. */
export type ShopName =
  | 'usual'
  | 'autoconfirm'
  | 'closed'
  | 'strict'
  | 'unlinked'
  | 'captcha'
  | 'limited'
  | 'impatient'
  | 'late'
  | 'silent'

/** The shops, and the setup of each error. */
export type World = {
  shop(name: ShopName): Promise<AccountsApi>
  provider(): Promise<OpenIdProvider>
  [Symbol.asyncDispose](): Promise<void>
}

export async function send(api: AccountsApi, request: Asked, headers: Record<string, string> = {}): Promise<Response> {
  const { method = request.body === undefined ? 'GET' : 'POST', path, bearer, body, key = api.anonKey } = request
  return fetch(`${api.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== null && { apikey: key }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...request.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/** The response of a request that must succeed. */
export async function done<Answer = Record<string, string>>(api: AccountsApi, request: Asked): Promise<Answer> {
  const response = await send(api, request)
  const text = await response.text()
  if (!response.ok) throw new Error(`${request.path} answered ${response.status}: ${text}`)
  return text === '' ? ({} as Answer) : (JSON.parse(text) as Answer)
}

/** Starts each shop at its first use. Shops without a clock or counters of their own share a database. */
export function createWorld(): World {
  const shops = new Map<ShopName, Promise<AccountsApi>>()
  const ending: (() => Promise<void>)[] = []
  let provider: Promise<OpenIdProvider> | undefined

  const startProvider = async () => {
    const started = await startOpenIdProvider({ redirectUris: ['http://localhost:3000/auth/v1/callback'] })
    ending.push(() => started[Symbol.asyncDispose]())
    return started
  }
  const world: World = {
    shop(name) {
      const known = shops.get(name) ?? start(name)
      shops.set(name, known)
      return known
    },
    provider() {
      provider ??= startProvider()
      return provider
    },
    async [Symbol.asyncDispose]() {
      for (const end of ending.reverse()) await end()
    },
  }

  async function start(name: ShopName): Promise<AccountsApi> {
    const { issuer, clientId, clientSecret } = await world.provider()
    const options: Record<ShopName, AccountsApiOptions> = {
      usual: {},
      autoconfirm: { settings: { autoconfirm: true } },
      closed: { settings: { signups: false } },
      strict: { settings: { unverifiedSignIn: false } },
      unlinked: { settings: { manualLinking: false } },
      captcha: { captcha: { provider: 'turnstile', secret: 'secret', verifyUrl: await startCaptcha(ending) } },
      limited: { rateLimits: true },
      impatient: { settings: { refreshReuseSeconds: 0 } },
      late: {},
      silent: { sms: null },
    }
    const own = name === 'usual' || name === 'late' || name === 'limited'
    const started = await startAccountsApi({
      providers: [{ name: 'google', issuer, clientId, clientSecret }],
      ...options[name],
      ...(!own && { db: (await world.shop('usual')).db }),
    })
    ending.push(() => started[Symbol.asyncDispose]())
    return started
  }
  return world
}

/** A captcha provider that refuses every token. */
async function startCaptcha(ending: (() => Promise<void>)[]): Promise<string> {
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ success: false, 'error-codes': ['invalid-input-response'] }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  ending.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

export const nobody = '7d2a6b1e-3c55-4f0b-9a52-0c6f2f6f1c11'
export const newPassword = 'quite another long one'

export function freshAddress(): string {
  return `${crypto.randomUUID()}@example.com`
}

export function inAnHour(): number {
  return Math.floor(Date.now() / 1_000) + 3_600
}

/** A user's token signed with the secret, valid for an hour, with these claims replaced. */
export function token(api: AccountsApi, claims: object): Promise<string> {
  return api.token({ role: 'authenticated', aud: 'authenticated', exp: inAnHour(), ...claims })
}

export async function unsigned(): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: nobody, role: 'service_role', exp: inAnHour() })}.`
}

export async function forged(api: AccountsApi): Promise<string> {
  const [head, , signature] = (await token(api, { sub: nobody })).split('.')
  const claims = { sub: nobody, role: 'service_role', exp: inAnHour() }
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
}

export async function signedIn(api: AccountsApi): Promise<Tokens & { email: string; id: string }> {
  const { id, email } = await api.account()
  return { ...(await openTestSession(api, id)), email, id }
}

export async function bearer(api: AccountsApi): Promise<string> {
  return (await signedIn(api)).access_token
}

/** The token of a session that was signed out. */
export async function signedOut(api: AccountsApi): Promise<Tokens> {
  const tokens = await signedIn(api)
  await done(api, { method: 'POST', path: '/logout?scope=local', bearer: tokens.access_token })
  return tokens
}

export async function ban(api: AccountsApi, id: string): Promise<void> {
  await run(api, `update auth.users set banned_until = now() + interval '1 day' where id = '${id}'`)
}

export async function banned(api: AccountsApi): Promise<Tokens & { email: string }> {
  const tokens = await signedIn(api)
  await ban(api, tokens.id)
  return tokens
}

/** Sets up a precondition that no endpoint creates, with the test's own SQL. */
export async function run(api: AccountsApi, statement: string): Promise<void> {
  await api.db.asService((tx) => sql.raw(statement).execute(tx))
}

/** The secrets of the last e-mail to an address. */
export async function emailSecrets(api: AccountsApi, email: string): Promise<{ token: string; code: string }> {
  const { token: link = '', code = '' } = (await api.emails(email)).at(-1)?.secrets ?? {}
  return { token: link, code }
}

/** An account that has requested a link, and the link's token and code. */
export async function asked(api: AccountsApi, path: '/recover' | '/otp', more: object = {}) {
  const { id, email } = await api.account()
  await done(api, { path, body: { email, ...more } })
  return { id, email, ...(await emailSecrets(api, email)) }
}

/** A code of a PKCE flow that can be exchanged, and its verifier. */
export async function authCode(api: AccountsApi): Promise<{ auth_code: string; code_verifier: string }> {
  const code_verifier = randomBytes(56).toString('hex')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const { token: link } = await asked(api, '/otp', { code_challenge, code_challenge_method: 's256' })
  const response = await send(api, { path: `/verify?type=magiclink&token=${link}` })
  const auth_code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
  if (!auth_code) throw new Error('The link gave no code')
  return { auth_code, code_verifier }
}

export async function refresh(api: AccountsApi, refresh_token: string): Promise<Tokens> {
  return done<Tokens>(api, { path: '/token?grant_type=refresh_token', body: { refresh_token } })
}

type Enrolled = Tokens & { id: string; factorId: string }

/** A user with a second factor, verified or unfinished, at aal1. */
export async function withFactor(
  api: AccountsApi,
  { verified = false, aal2 = false, body = { factor_type: 'totp' } as object } = {},
): Promise<Enrolled> {
  const tokens = await signedIn(api)
  const { id: factorId = '' } = await done(api, { path: '/factors', bearer: tokens.access_token, body })
  if (verified) await run(api, `update auth.mfa_factors set status = 'verified' where id = '${factorId}'`)
  if (aal2) await run(api, `update auth.sessions set aal = 'aal2' where user_id = '${tokens.id}'`)
  return { ...tokens, factorId }
}

/** The same, with a challenge; `change` alters the challenge in SQL. */
export async function challenged(api: AccountsApi, change?: string) {
  const { access_token, factorId } = await withFactor(api)
  const path = `/factors/${factorId}/challenge`
  const { id: challenge_id } = await done(api, { path, bearer: access_token, body: {} })
  if (change) await run(api, `update auth.mfa_challenges set ${change} where id = '${challenge_id}'`)
  return { path: `/factors/${factorId}/verify`, bearer: access_token, challenge_id }
}

/** Calls until the rate limit refuses: a window may end meanwhile, so up to twice the limit. */
export async function exhaust(api: AccountsApi, ask: Asked, max: number): Promise<Asked> {
  for (let count = 0; count <= 2 * max; count += 1) {
    const response = await send(api, ask)
    await response.body?.cancel()
    if (response.status === 429) return ask
  }
  return ask
}

/** The response of an endpoint to invalid values. */
export const invalid = { status: 400, code: 'validation_failed' } as const
