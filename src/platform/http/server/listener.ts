import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  type CachedResponse,
  type CacheEntry,
  type CacheRequest,
  cachedResponse,
} from '#platform/pages/cached-response.ts'
import { plainPageHeaders } from '#platform/pages/content-security-policy.ts'
import type { PageCache } from '#platform/pages/page-cache.ts'
import type { PageKey } from '#platform/pages/page-key.ts'
import type { StaticFile } from '#platform/pages/static-files.ts'
import { requestPath } from './request-path.ts'

/** Finds the built file, cached page or stored object for the path and query of a request line. */
export type CacheLookup = (url: string, request: Pick<CacheRequest, 'accept' | 'isSimple'>) => CacheEntry | undefined

type CacheSources = { cache: PageCache; pageKey: PageKey; files: Map<string, StaticFile>; objects: CacheLookup }

/** One lookup over cached pages, built files and stored objects, in that order. */
export function createCacheLookup({ cache, pageKey, files, objects }: CacheSources): CacheLookup {
  return (url, request) => {
    const key = pageKey(url)
    return key ? (cache.get(key) ?? files.get(key)) : objects(url, request)
  }
}

/**
 * The program's request listener: answers GET and HEAD requests for cached pages, built files and stored objects before
 * any framework sees them, and passes every other request to `rest`.
 */
export function createListener({
  find,
  rest,
  onHit,
}: {
  find: CacheLookup
  rest: RequestListener
  onHit?: () => void
}): RequestListener {
  return function listen(request, response) {
    const { method, url } = request
    if (!url || (method !== 'GET' && method !== 'HEAD')) return rest(request, response)
    const cacheRequest = readCacheRequest(request)
    const entry = find(url, cacheRequest)
    if (!entry) return rest(request, response)
    onHit?.()
    return send(request, response, cachedResponse(entry, cacheRequest))
  }
}

/** Headers that change the response of a stored object, and that only the application evaluates. */
const evaluatedByApplication = ['origin', 'if-modified-since', 'if-range', 'range']

function readCacheRequest({ headers }: IncomingMessage): CacheRequest {
  return {
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
    accept: headers.accept,
    isSimple: evaluatedByApplication.every((name) => headers[name] === undefined),
  }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, lines, bytes }: CachedResponse): void {
  response.writeHead(status, lines)
  response.end(method === 'HEAD' ? undefined : (bytes ?? undefined))
}

type Options = {
  isClosed: () => boolean
  /** A page without scripts, whose styles are inline. */
  page(): string
  headers: [string, string][]
  /** Serves every request while the shop is open, and health, metrics and built files while it is closed. */
  listener: RequestListener
}

const body = JSON.stringify({
  code: 'closed',
  message: 'The shop is closed for a moment. Please try again in a few minutes.',
})

const open = /^\/(health\/|metrics$|assets\/|favicon)/

/** Answers 503 while the shop is closed: browsers get a page, programs JSON, and webhooks are sent again later. */
export function closedListener({ isClosed, page, headers, listener }: Options): RequestListener {
  return (request, response) => {
    if (!isClosed() || open.test(requestPath(request.url ?? ''))) return listener(request, response)
    const isPage = wantsPage(request)
    response.writeHead(503, [
      ...plainPageHeaders(headers, 60).flat(),
      ...['Content-Type', isPage ? 'text/html; charset=utf-8' : 'application/json'],
    ])
    response.end(request.method === 'HEAD' ? undefined : isPage ? page() : body)
  }
}

function wantsPage({ method, headers, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (
    !/^\/(auth|rest|storage|functions|webhooks)\//.test(requestPath(url)) &&
    (headers.accept ?? '').includes('text/html')
  )
}
