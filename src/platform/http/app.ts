import { type Context, Hono } from 'hono'
import type { Claims, Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import { countResponses, metricsApi } from '../metrics/metrics.api.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { handleRestError } from '../rest/handle-rest-error.ts'
import type { ReadLimit } from '../rest/limit-reads.ts'
import { restApi } from '../rest/rest.api.ts'
import type { Env } from './env.ts'
import { AppError } from './errors/app-error.ts'
import { authErrorResponse, createErrorHandler, functionsErrorBody } from './errors/error-handler.ts'
import { apiHeaders, cors } from './headers.ts'
import { bearer, gateway } from './identity/gateway.ts'
import { createTokenVerifier, type KeySet, knownKeys, ownIssuer, ownOrigin } from './identity/tokens.ts'
import { bodyLimit } from './limits/body-limit.ts'
import { jsonOnly, ownPagesOnly } from './limits/own-pages.ts'
import { createRateLimiter } from './limits/rate-limiter.ts'
import { storableTextOnly } from './limits/storable-text.ts'
import { health, type Readiness } from './server/readiness.ts'
import { requestId } from './server/request-id.ts'

export type FunctionPaths = {
  /** Accept a form from any site: one-click unsubscribe links of mail programs (RFC 8058). */
  oneClick?: readonly string[]
  /** Accept a form from the application's own pages, which then work without JavaScript. */
  forms?: readonly string[]
  /** Accept larger bodies, in bytes, by path. */
  largestBodies?: Readonly<Record<string, number>>
}

export type AppOptions = {
  db: Db
  log: Log
  /** Public origin, without a trailing slash. */
  siteUrl: string
  live: boolean
  jwtSecret: string
  /** Configured API keys, beside those signed with the secret. */
  apiKeys?: Array<string | undefined>
  apiKeyRequired: boolean
  rateLimits: boolean
  trustProxy?: string | undefined
  /** Public keys of users' tokens signed with ES256 or RS256. */
  keys?: KeySet
  /** Checks that a verified token's session still exists; throws a TokenError otherwise. */
  checkClaims?: (claims: Claims) => Promise<Claims>
  /** Tables and views of `public` that /rest/v1 shows. */
  exposed: readonly string[]
  /** The exposed tables that every caller may add a row to. */
  openTables?: readonly string[]
  /** Whether the program can serve requests. */
  ready: Readiness
  /** Limits reads of /rest/v1 that are in progress. */
  readLimit?: ReadLimit
  /** Paths of /functions/v1 with other rules than JSON of 1 MiB from the application's own pages. */
  functionPaths?: FunctionPaths
  /** The version of the pages that this program renders, for open pages of another one. */
  pagesVersion?: string | undefined
  /** Mounts the features' own APIs: /auth/v1, /storage/v1, /functions/v1, /webhooks. */
  routes: (app: Hono<Env>) => void
  /** A path as the log may contain it, for paths that contain secrets. */
  loggedPath?: ((path: string) => string) | undefined
  /** Counts responses, and answers at /metrics where a token is configured. */
  metrics?: { metrics: Metrics; token: string | undefined }
  /** Responds to every path that no API has. */
  pages?: (c: Context<Env>) => Response | Promise<Response>
}

const largestBody = 1_048_576

/** The whole HTTP application, as a value: tests and the website's own loaders call `fetch` without a port. */
export function createApp(options: AppOptions): Hono<Env> {
  const { db, log, siteUrl, live, jwtSecret, keys, exposed, openTables = [], checkClaims: check } = options
  const { oneClick = [], forms = [], largestBodies = {} } = options.functionPaths ?? {}
  const verifier = createTokenVerifier({
    secret: jwtSecret,
    issuer: ownIssuer({ siteUrl, live }),
    ...(keys && { keys }),
  })
  const rateLimiter = createRateLimiter(db, { enabled: options.rateLimits })
  const https = siteUrl.startsWith('https:')
  const isOwnOrigin = ownOrigin({ siteUrl, live })
  const keyed = gateway({ isKey: knownKeys(verifier, options.apiKeys), required: options.apiKeyRequired })
  const app = new Hono<Env>().onError(createErrorHandler(functionsErrorBody))

  // 1. Every request gets an id, a log line and a client address; every response, errors included, its headers.
  app.use(requestId({ log, trustProxy: options.trustProxy, https, loggedPath: options.loggedPath }))
  app.use(apiHeaders({ https }))
  app.use(async (c, next) => {
    // The host comes from the client, and handlers parse the URL.
    if (!URL.canParse(c.req.url)) return c.json({ code: 'bad_request', message: 'The request names no host' }, 400)
    c.set('rateLimiter', rateLimiter)
    c.set('db', db)
    await next()
  })
  const { metrics, token } = options.metrics ?? {}
  if (metrics) app.use(countResponses(metrics))
  // 2. Called by machines without an API key.
  app.route('/health', health({ ready: options.ready }))
  if (metrics && token) app.route('/metrics', metricsApi({ metrics, token }))
  // 3. Other origins: preflights need no key.
  for (const surface of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*', '/functions/v1/*']) {
    app.use(surface, cors({ siteUrl, isOwnOrigin }))
  }
  // 4. The data: a key and a verified bearer. /rest/v1 limits bodies and counts visitors' writes itself.
  const data = new Hono<Env>().onError(handleRestError).use(keyed, bearer(verifier, { check }))
  if (options.readLimit) data.use(options.readLimit.admit)
  app.route('/rest/v1', data.route('/', restApi({ db, exposed, openTables })))
  // 5. APIs that check the bearer themselves, behind the limits on bodies. Storage has a limit per bucket; /auth/v1
  // reads bearers by its own rules.
  app.use(
    '/auth/v1/*',
    keyed,
    // An OAuth provider may return with a form.
    jsonOnly({ except: ['/auth/v1/callback'], respond: notJsonForAuth }),
    bodyLimit({ maxBytes: largestBody, respond: tooLargeForAuth }),
  )
  app.use(
    '/functions/v1/*',
    jsonOnly({ except: [...oneClick, ...forms], respond: notJson }),
    ownPagesOnly({ isOwnOrigin, oneClick }),
    storableTextOnly(),
    bodyLimit({ maxBytes: largestBody, more: largestBodies, respond: tooLarge }),
    bearer(verifier, { lenient: true, check }),
  )
  app.use('/functions/v1/*', async (c, next) => {
    await next()
    if (options.pagesVersion) c.res.headers.set('X-Pages-Version', options.pagesVersion)
  })
  app.use('/storage/v1/*', bearer(verifier, { lenient: true, check }))
  app.use('/webhooks/*', bodyLimit({ maxBytes: largestBody, respond: tooLarge }))
  options.routes(app)
  // 6. Unknown paths under an API's prefix.
  app.all('/functions/v1/*', (c) => {
    const body = { code: 'NOT_FOUND', message: 'Requested function was not found' }
    return c.json(body, 404, { 'x-relay-error': 'true' })
  })
  app.all('/auth/v1/*', (c) => authErrorResponse(c, 404, 'not_found', 'Nothing is at this address'))
  for (const prefix of ['/storage/v1/*', '/webhooks/*', '/health/*']) app.all(prefix, notFound)
  // 7. Everything else is a page.
  if (options.pages) app.all('*', options.pages)
  return app.notFound(notFound)
}

function notFound(c: Context<Env>): Response {
  return c.json({ code: 'not_found', message: 'Nothing is at this address' }, 404)
}

function tooLarge(c: Context<Env>): Response {
  return c.json({ code: 'too_large', message: 'That is more than is taken at once', details: null }, 413)
}

function tooLargeForAuth(c: Context<Env>): Response {
  return authErrorResponse(c, 413, 'request_entity_too_large', 'Request body is larger than 1 MiB')
}

function notJson(): never {
  throw new AppError('unsupported_media_type', 'The body must be JSON, and its Content-Type say so')
}

function notJsonForAuth(c: Context<Env>): Response {
  return authErrorResponse(c, 400, 'bad_json', 'The body must be JSON, and its Content-Type say so')
}
