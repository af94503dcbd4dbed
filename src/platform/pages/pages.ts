import type { SupabaseClient } from '@supabase/supabase-js'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import { createPlaces, nextTurn } from '../http/limits/places.ts'
import { encodeNow } from './cached-response.ts'
import { dataPolicy, plainPageHeaders } from './content-security-policy.ts'
import type { PageCache } from './page-cache.ts'
import {
  backendContext,
  clockContext,
  firstPictureContext,
  pageBytesContext,
  pageNotesContext,
} from './page-context.ts'
import { isCanonicalKey, type PageKey } from './page-key.ts'
import { areUnchanged, recordReads } from './page-reads.ts'

type ContextOf<C> = C extends RouterContext<infer T> ? T : never

/** A page rendered whole, without a stream, so that several requests can share it. */
type Rendered = { status: number; headers: [string, string][]; body: Buffer<ArrayBuffer> }

/** A rendering in progress, and the key of the client whose request began it. */
type Rendering = { by: string | null; page: Promise<Rendered> }

type Options = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  mode: 'production' | 'development'
  cache: PageCache
  pageKey: PageKey
  backend: () => SupabaseClient
  now: () => Date
  /** Added to every page that does not set them itself. */
  headers: [string, string][]
  /** Until when any page rendered at `now` is true, such as the next midnight; a loader may name an earlier time. */
  validUntil: (now: Date) => Date
  /** Puts the application's own values into the context of loaders. */
  provide?: (context: RouterContextProvider) => void
  /**
   * Seconds for which a browser may cache a page that the shared cache does not keep; at most until the page expires.
   */
  browserCacheSeconds?: (url: URL) => number
  /** A page without scripts for visitors who come while `mostRenderings` pages are being rendered. */
  busyPage(): string
  /** Called for each rendering that is refused. */
  onRefusal: () => void
}

/**
 * A rendering takes about 16 ms of the processor and 150 kB of memory: the last of a hundred waits for about two seconds,
 * and a thousand would end the program.
 */
const mostRenderings = 100

/** Of one client address, so that one client cannot take all of them. Many people may share an address. */
const mostOfOneVisitor = 20

/** Renders pages for an anonymous visitor. Requests that arrive during a rendering of the same page share it. */
export function createPages(options: Options) {
  const { build, mode, cache, pageKey, backend, now, headers, provide, browserCacheSeconds } = options
  const handle = createRequestHandler(build, mode)
  const renderings = new Map<string, Rendering>()
  const busyAnswer = (): Rendered => ({
    status: 503,
    headers: [...plainPageHeaders(headers, 5), ['Content-Type', 'text/html; charset=utf-8']],
    get body() {
      return Buffer.from(options.busyPage())
    },
  })
  const [busy, busyForOne] = [busyAnswer(), busyAnswer()]
  const places = createPlaces({ most: mostRenderings, mostOfOne: mostOfOneVisitor })

  async function render(request: Request, key: string | null, visitor: string | null): Promise<Rendered> {
    const leave = places.take(visitor)
    if (typeof leave !== 'function') {
      options.onRefusal()
      return leave === 'full' ? busy : busyForOne
    }
    try {
      await nextTurn()
      // The visitor may have left meanwhile. A shared rendering has no signal.
      if (request.signal.aborted) return busy
      return await renderNow(request, key)
    } finally {
      leave()
    }
  }

  async function renderNow(request: Request, key: string | null): Promise<Rendered> {
    const generation = cache.generation()
    let validUntil = options.validUntil(now())
    let isUnavailable = false
    const isData = new URL(request.url).pathname.endsWith('.data')
    const pageBytes: ContextOf<typeof pageBytesContext> = { bytes: null }
    const firstPicture: ContextOf<typeof firstPictureContext> = { shown: null }
    const context = new RouterContextProvider()
    context.set(backendContext, backend())
    context.set(clockContext, now)
    context.set(pageBytesContext, pageBytes)
    context.set(firstPictureContext, firstPicture)
    context.set(pageNotesContext, {
      validUntil(moment) {
        if (moment < validUntil) validUntil = moment
      },
      unavailable() {
        isUnavailable = true
      },
      firstPicture(picture, sizes, frame) {
        if (picture) firstPicture.shown ??= { picture, sizes, frame }
      },
      inHtml(data, ...names) {
        // The router sends an object's enumerable fields.
        for (const name of isData ? [] : names) Object.defineProperty(data, name, { enumerable: false })
        return data
      },
    })
    provide?.(context)
    const recorded = recordReads(() => handle(decodable(request), context))
    const rendered = await recorded.value
    const response = isUnavailable && rendered.status === 500 ? asUnavailable(rendered) : rendered
    for (const [name, value] of headers) {
      // A page may set a stricter value, such as a Referrer-Policy for a secret address.
      if (!response.headers.has(name)) response.headers.set(name, value)
    }
    if (isData) response.headers.set('Content-Security-Policy', dataPolicy)
    if (!response.headers.has('Cache-Control')) {
      const seconds = !key && response.status === 200 ? (browserCacheSeconds?.(new URL(request.url)) ?? 0) : 0
      const policy =
        seconds > 0 ? privately(seconds, validUntil.getTime() - now().getTime()) : 'public, max-age=0, must-revalidate'
      response.headers.set('Cache-Control', response.ok ? policy : 'no-store')
    }
    const page = {
      status: response.status,
      headers: [...response.headers] as [string, string][],
      body: pageBytes.bytes ?? Buffer.from(await response.arrayBuffer()),
    }
    const isPublic = page.status === 200 && !/no-store|private/.test(response.headers.get('Cache-Control') ?? '')
    if (key && isPublic && isCanonicalKey(key)) {
      cache.put(key, generation, { ...page, validUntil, reads: recorded.reads() })
    }
    return page
  }

  /** The cached page, where data has changed and not what this page shows. */
  async function confirm(key: string): Promise<Rendered | null> {
    const generation = cache.generation()
    const page = cache.unconfirmed(key)
    if (!page?.reads || !(await areUnchanged(backend(), page.reads).catch(() => false))) return null
    cache.confirm(key, generation, page)
    const { status, headers: lines, body } = page
    return { status, headers: lines, body: Buffer.from(body.identity) }
  }

  /** `visitor`: the key of the client's address; null where it is unknown, and its renderings are not limited apart. */
  return async function page(request: Request, visitor: string | null = null): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const key = request.method === 'GET' ? pageKey(pathname + search) : null
    const accepted = request.headers.get('Accept-Encoding') ?? undefined
    if (!key) return responseOf(await render(request, null, visitor), accepted)
    // With the generation in its name, a request after a change never shares a rendering that began before it.
    const name = `${cache.generation()} ${key}`
    let rendering = renderings.get(name)
    if (!rendering) {
      const begun = confirm(key)
        .then((confirmed) => confirmed ?? render(withoutVisitor(request, key), key, visitor))
        .finally(() => renderings.delete(name))
      rendering = { by: visitor, page: begun }
      renderings.set(name, rendering)
    }
    const rendered = await rendering.page
    // Only the visitor who began it has too many in progress.
    if (rendered === busyForOne && rendering.by !== visitor) return page(request, visitor)
    return responseOf(withQuery(rendered, search), accepted)
  }
}

/**
 * The request, with a path that can be decoded: the router finds no page for any other either, but writes it to the log
 * as it is, with the token of an order's page.
 */
function decodable(request: Request): Request {
  const url = new URL(request.url)
  try {
    decodeURIComponent(url.pathname)
    return request
  } catch {
    url.pathname = '/%25'
    return new Request(url, request)
  }
}

function privately(seconds: number, validForMs: number): string {
  return `private, max-age=${Math.max(0, Math.min(seconds, Math.floor(validForMs / 1_000)))}`
}

/** A permanent redirect keeps the query of the request, such as the tracking parameters of a campaign. */
function withQuery(page: Rendered, search: string): Rendered {
  if (page.status !== 301 || search === '') return page
  const headers = page.headers.map(([name, value]): [string, string] =>
    name.toLowerCase() === 'location' ? [name, `${value.split('?', 1)[0]}${search}`] : [name, value],
  )
  return { ...page, headers }
}

/**
 * The response to the request that caused the rendering: compressed fast. The cache compresses better, in the
 * background.
 */
function responseOf({ status, headers, body }: Rendered, accepted: string | undefined): Response {
  if (body.length === 0) return new Response(null, { status, headers })
  const { body: sent, encoding } = encodeNow(body, accepted)
  const response = new Response(sent, { status, headers })
  response.headers.append('Vary', 'Accept-Encoding')
  if (encoding) response.headers.set('Content-Encoding', encoding)
  return response
}

/** A request for the key alone: without the visitor's headers and without the signal that aborts with the visitor. */
function withoutVisitor(request: Request, key: string): Request {
  const url = new URL(request.url)
  const question = key.indexOf('?')
  // Assigned, not resolved: resolving a path that begins with two slashes would change the host.
  url.pathname = question < 0 ? key : key.slice(0, question)
  url.search = question < 0 ? '' : key.slice(question)
  return new Request(url)
}

function asUnavailable({ body, headers }: Response): Response {
  return new Response(body, { status: 503, headers: [...headers, ['Retry-After', '2']] })
}
