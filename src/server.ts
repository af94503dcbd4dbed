import type { RequestListener, Server } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { registerApiRoutes } from '#app/api-routes.ts'
import { type AppContext, createAppContext } from '#app/create-app-context.ts'
import { createAuthDeps } from '#app/create-auth-deps.ts'
import { exposedTables, functionPaths, openTables } from '#app/exposed.ts'
import { deleteUsedPassword, firstStart } from '#app/first-start.ts'
import { startJobs } from '#app/jobs.ts'
import { browserCacheSeconds, dropOnChanges, pageKey, pageValidUntil } from '#app/page-caching.ts'
import { busyPage, closedPage } from '#app/plain-pages.ts'
import { requireFreePort, runProgram, type StopTimes } from '#app/run-program.ts'
import { createServices } from '#app/services.ts'
import { datedByShop } from '#base/shop-date.ts'
import type { AccountRules } from '#features/accounts/account-rules.ts'
import { tryOrder } from '#features/checkout/try-order.ts'
import { createPreviewTokens } from '#features/content/documents/preview-tokens.ts'
import {
  documentsContext,
  listShown,
  nextPublication,
  previewContext,
  readPreview,
} from '#features/content/documents/read-documents.ts'
import { hideOrderToken } from '#features/orders/links/order-links.ts'
import { sharingApi } from '#features/seo/sharing.api.ts'
import { type PagePictures, settingsContext } from '#features/settings/page-settings.ts'
import { keepListSettings } from '#features/subscribers/subscriber-deps.ts'
import { watchShop } from '#operations/alerts/watch-shop.ts'
import type { Config } from '#operations/config/environment.ts'
import { readyOrClosed, watchClosed } from '#operations/move/closed-shop.ts'
import { createShopMetrics } from '#operations/shop-metrics.ts'
import { createSessionCheck } from '#platform/auth/sessions/session-check.ts'
import { createApp } from '#platform/http/app.ts'
import type { Env } from '#platform/http/env.ts'
import { apiHeaderList, securityHeaders } from '#platform/http/headers.ts'
import { createClientKey } from '#platform/http/limits/client-ip.ts'
import { bodyTimeout, closeServer, createHttpServer, endKeepAlive } from '#platform/http/server/http-server.ts'
import { closedListener, createCacheLookup, createListener } from '#platform/http/server/listener.ts'
import { createReadiness, requireSpace } from '#platform/http/server/readiness.ts'
import { requestPath } from '#platform/http/server/request-path.ts'
import { watchJobs } from '#platform/jobs/watch-jobs.ts'
import type { Log } from '#platform/log.ts'
import { createBackend } from '#platform/pages/backend.ts'
import { createPageCache } from '#platform/pages/page-cache.ts'
import { createPages } from '#platform/pages/pages.ts'
import { readStaticFiles } from '#platform/pages/static-files.ts'
import { createReadLimit } from '#platform/rest/limit-reads.ts'
import { shop } from '#shop'
import { currentLook } from '#ui/look/look.ts'
import { onRenderError } from './entry.server.tsx'

const loadBuild = () => import('virtual:react-router/server-build') as Promise<ServerBuild>

export type Program = {
  listener: RequestListener
  /** Unready from now on: load balancers send requests elsewhere. */
  leave(): void
  /** Ends the wait of long requests, starts no new job, and waits for the running ones. */
  endWork(options: { timeoutMs: number }): Promise<void>
  close(): Promise<void>
}

/**
 * The whole shop behind one request listener. In development Vite serves the browser's files itself and `files` is
 * empty.
 */
export async function openProgram(config: Config, log: Log, mode: 'production' | 'development'): Promise<Program> {
  const context = await createAppContext(config, log)
  try {
    const pictures = await firstStart(context)
    const leaving = new AbortController()
    const { listener, services } = await buildListener(context, { pictures, mode, leaving: leaving.signal })
    if (config.WORKER === 'inline') await startJobs(context, services)
    const watches = [watchJobs({ queue: context.queue, log }), deleteUsedPassword(context)]
    const stopWatching = () => {
      for (const stop of watches) stop()
    }
    const alerts = watchShop({
      ...context,
      ...services,
      provider: services.paymentDeps.provider,
      shown: () => listShown(context.documents(), context.clock.now()),
    })
    return {
      listener,
      leave: () => leaving.abort(),
      async endWork(options) {
        stopWatching()
        services.endWaiting()
        await context.queue.endWork(options)
      },
      async close() {
        stopWatching()
        await alerts.stop()
        // Jobs end before their dependencies.
        await context.queue.stop()
        await services.close()
        await context.close()
      },
    }
  } catch (error) {
    await context.close()
    throw error
  }
}

type Building = { pictures: PagePictures; mode: 'production' | 'development'; leaving: AbortSignal }

async function buildListener(context: AppContext, { pictures, mode, leaving }: Building) {
  const { config, log, db, changes, clock, keys } = context
  const https = config.siteUrl.startsWith('https:')
  const headers = securityHeaders({ https })
  const files = mode === 'production' ? await readStaticFiles(resolve('build/client'), headers) : new Map()
  const isCaching = mode === 'production' && config.PAGE_CACHE
  const cache = createPageCache({ now: clock.now, trusted: () => isCaching && changes.listening() })
  dropOnChanges(cache, context, {
    settings: () => ({ ...pageSettings(context), shop, look: currentLook() }),
    daysMoved: context.daysMoved,
  })
  onRenderError((error) => log.error({ error }, 'a page could not be rendered'))

  const authDeps = await createAuthDeps(context)
  await keepListSettings({ ...context, doubleOptIn: config.NOTIFY_DOUBLE_OPT_IN })
  const services = createServices(context, (request) => app.fetch(request))
  const previews = createPreviewTokens(context.secretFor('previews of pages'), clock.now)
  const closed = watchClosed(context)
  const live = config.SHOP_MODE === 'live'
  const shared = {
    now: clock.now,
    settings: context.shopSettings,
    documents: context.documents,
    siteUrl: config.siteUrl,
    live,
    cache,
    headers,
  }
  const metrics = createShopMetrics(context)
  const clientOf = config.RATE_LIMITS ? createClientKey(config.TRUST_PROXY, { https }) : () => null
  const onRefusal = () => metrics.countRefusal('rest')
  const readLimit = createReadLimit({ anonKey: keys.anonKey, clientOf, onRefusal })
  const build = mode === 'production' ? await loadBuild() : loadBuild
  const app: Hono<Env> = createApp({
    db,
    log,
    siteUrl: config.siteUrl,
    live,
    jwtSecret: context.jwtSecret,
    keys: authDeps.keys,
    checkClaims: createSessionCheck(db),
    apiKeys: [config.ANON_KEY, config.SERVICE_ROLE_KEY],
    apiKeyRequired: config.API_KEY_REQUIRED,
    rateLimits: config.RATE_LIMITS,
    trustProxy: config.TRUST_PROXY,
    exposed: exposedTables,
    openTables,
    readLimit,
    functionPaths,
    pagesVersion: typeof build === 'function' ? undefined : build.assets.version,
    loggedPath: hideOrderToken,
    ready: readyOrClosed(
      createReadiness({
        checks: [
          () => tryOrder({ db: context.watch, queue: context.queue }),
          () => requireSpace(context.dataDir),
          context.requireNewEnough,
        ],
        log,
        leaving,
      }),
      closed,
    ),
    routes(router) {
      registerApiRoutes(context, services, authDeps)(router)
      router.route('/', sharingApi({ ...shared, ...services, pictures, backend: () => backend() }))
    },
    metrics: { metrics, token: config.METRICS_TOKEN },
    pages: (c) => pages(c.req.raw, c.env?.incoming ? clientOf(c.env.incoming) : null),
  })
  const backend = createBackend({ fetch: (request) => app.fetch(request), anonKey: keys.anonKey, changes })
  const pages = createPages({
    build,
    mode,
    cache,
    pageKey,
    backend,
    now: clock.now,
    headers,
    validUntil: (now) => pageValidUntil(now, context.shopSettings(), nextPublication(context.documents(), now)),
    provide: (values) => {
      values.set(settingsContext, { ...pageSettings(context), pictures })
      values.set(documentsContext, context.documents())
      values.set(previewContext, async (request) => {
        const path = previews.pathIn(new URL(request.url))
        return path === null ? null : db.asService((tx) => readPreview(tx, path))
      })
    },
    browserCacheSeconds,
    busyPage,
    onRefusal: () => metrics.countRefusal('pages'),
  })
  // HTTP/1.0 requests may name no host, as the health checks of HAProxy do: they mean this site.
  // It replaces the global Response by one that makes no stream of a text or bytes: a seventh of a rendering.
  const answer = getRequestListener(app.fetch, { hostname: new URL(config.siteUrl).host })
  const rest = live ? answer : datedByShop(answer, clock.now)
  const find = createCacheLookup({ cache, pageKey, files, objects: services.ready.find })
  const mayTakeLonger = (url: string) => requestPath(url).startsWith('/storage/v1/object/')
  const limited = readLimit.listen(rest, apiHeaderList({ https }))
  const withTimeout = bodyTimeout(limited, { timeoutMs: bodyTimeoutMs, mayTakeLonger })
  const listener = createListener({ find, rest: withTimeout, onHit: metrics.countCacheHit })
  const isClosed = () => closed() !== null
  return { listener: closedListener({ isClosed, page: closedPage, headers, listener }), services }
}

function pageSettings(context: AppContext) {
  const { config, keys } = context
  return {
    ...context.shopSettings(),
    siteUrl: config.siteUrl,
    anonKey: keys.anonKey,
    signIn: signInSettings(config),
    rules: accountRules(config),
  }
}

function accountRules(config: Config): AccountRules {
  return {
    passwordMinLength: config.PASSWORD_MIN_LENGTH,
    signups: config.AUTH_SIGNUPS,
    unverifiedSignIn: config.AUTH_UNVERIFIED_SIGN_IN,
    listDoubleOptIn: config.NOTIFY_DOUBLE_OPT_IN,
  }
}

function signInSettings({ oauthProviders, CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey }: Config) {
  const captcha = provider && siteKey ? { provider, siteKey } : null
  return { providers: oauthProviders.map(({ name }) => name), captcha }
}

/** The time limit for a request's body, except uploads: those have the server's limit. */
const bodyTimeoutMs = 30_000

/** In a sudden crowd, connections beyond Node's 511 are tried again by their browsers seconds later. */
const mostUnaccepted = 4_096

/** Requests and jobs end side by side, then what they need. */
async function stop(program: Program, server: Server, { drainMs, workMs, log }: StopTimes & { log: Log }) {
  program.leave()
  endKeepAlive(server)
  await pause(drainMs)
  const [cut] = await Promise.all([closeServer(server, { timeoutMs: workMs }), program.endWork({ timeoutMs: workMs })])
  if (cut > 0) log.warn({ connections: cut }, 'requests did not end in time and were cut off')
  await program.close()
}

if (import.meta.env.PROD) {
  await runProgram('server', async (config, log) => {
    await requireFreePort(config.PORT, config.HOST)
    const program = await openProgram(config, log, 'production')
    const server = createHttpServer(program.listener)
    await new Promise<void>((listening, failed) => {
      server.once('error', failed)
      server.listen({ port: config.PORT, host: config.HOST, backlog: mostUnaccepted }, listening)
    }).catch(async (error: unknown) => {
      await program.close()
      throw error
    })
    return {
      ready: `${config.siteUrl}`,
      close: (times) => stop(program, server, { ...times, log }),
    }
  })
}
