import type { SupabaseClient } from '@supabase/supabase-js'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import { nextMidnight } from '#ui/time/shop-day.ts'
import { encodeNow } from '../http/encodings.ts'
import type { PageCache } from './page-cache.ts'
import {
  backendContext,
  clockContext,
  firstPictureContext,
  type PageSettings,
  pageBytesContext,
  pageNotesContext,
  settingsContext,
} from './page-context.ts'
import { isAsWritten, pageKey } from './page-key.ts'

type ContextOf<C> = C extends RouterContext<infer T> ? T : never

/** A page with nothing of a stream left in it, so that any number of visitors can be given it. */
type Rendered = { status: number; headers: [string, string][]; body: Buffer<ArrayBuffer> }

type Options = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  mode: 'production' | 'development'
  cache: PageCache
  backend: () => SupabaseClient
  now: () => Date
  settings: () => PageSettings
  headers: [string, string][]
}

/** Renders a page for an anonymous visitor, or gives the one that is being rendered for somebody else at this moment. */
export function createPages({ build, mode, cache, backend, now, settings, headers }: Options) {
  const handle = createRequestHandler(build, mode)
  const making = new Map<string, Promise<Rendered>>()

  async function render(request: Request, key: string | null): Promise<Rendered> {
    const generation = cache.generation()
    let validUntil = nextMidnight(now())
    const { launchAt } = settings()
    // Until then every page says that no search may show it.
    if (now() < launchAt && launchAt < validUntil) validUntil = launchAt
    let isUnavailable = false
    const laid: ContextOf<typeof pageBytesContext> = { bytes: null }
    const first: ContextOf<typeof firstPictureContext> = { shown: null }
    const context = new RouterContextProvider()
    context.set(backendContext, backend())
    context.set(clockContext, now)
    context.set(settingsContext, settings())
    context.set(pageBytesContext, laid)
    context.set(firstPictureContext, first)
    context.set(pageNotesContext, {
      validUntil(moment) {
        if (moment < validUntil) validUntil = moment
      },
      unavailable() {
        isUnavailable = true
      },
      firstPicture(picture, sizes) {
        if (picture) first.shown ??= { picture, sizes }
      },
    })
    const rendered = await handle(request, context)
    const response = isUnavailable && rendered.status === 500 ? tryAgain(rendered) : rendered
    for (const [name, value] of headers) {
      // A page may be stricter than the shop, as one whose address must not travel.
      if (!response.headers.has(name)) response.headers.set(name, value)
    }
    if (!response.headers.has('Cache-Control')) {
      const isSearch = !key && response.status === 200 && new URL(request.url).pathname === '/shop.data'
      const kept = isSearch ? keptSearch(validUntil.getTime() - now().getTime()) : 'public, max-age=0, must-revalidate'
      response.headers.set('Cache-Control', response.ok ? kept : 'no-store')
    }
    const page = {
      status: response.status,
      headers: [...response.headers] as [string, string][],
      body: laid.bytes ?? Buffer.from(await response.arrayBuffer()),
    }
    const isForAll = page.status === 200 && !/no-store|private/.test(response.headers.get('Cache-Control') ?? '')
    if (key && isForAll && isAsWritten(key)) {
      cache.put(key, generation, { ...page, validUntil })
    }
    return page
  }

  return async function page(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const key = request.method === 'GET' ? pageKey(pathname + search) : null
    const accepted = request.headers.get('Accept-Encoding') ?? undefined
    if (!key) return answer(await render(request, null), accepted)
    // The generation is part of the name: who comes after a change never gets a page begun before it.
    const name = `${cache.generation()} ${key}`
    let made = making.get(name)
    if (!made) {
      made = render(withoutVisitor(request, key), key).finally(() => making.delete(name))
      making.set(name, made)
    }
    return answer(withQuery(await made, search), accepted)
  }
}

/**
 * What a search found is kept by the browser that asked, since the shop keeps none: whoever comes back from a garment sees it
 * at once. For a minute at most, and never beyond the time it is true for.
 */
function keptSearch(trueForMs: number): string {
  return `private, max-age=${Math.max(0, Math.min(60, Math.floor(trueForMs / 1_000)))}`
}

/** A page that has moved for good is looked for with all that the link to it said, such as the letter it stood in. */
function withQuery(page: Rendered, search: string): Rendered {
  if (page.status !== 301 || search === '') return page
  const headers = page.headers.map(([name, value]): [string, string] =>
    name.toLowerCase() === 'location' ? [name, `${value.split('?', 1)[0]}${search}`] : [name, value],
  )
  return { ...page, headers }
}

/** Who asks first waits for the page, and gets it in a small form all the same; the best one is made for the cache. */
function answer({ status, headers, body }: Rendered, accepted: string | undefined): Response {
  if (body.length === 0) return new Response(null, { status, headers })
  const { body: sent, encoding } = encodeNow(body, accepted)
  const response = new Response(sent, { status, headers })
  response.headers.append('Vary', 'Accept-Encoding')
  if (encoding) response.headers.set('Content-Encoding', encoding)
  return response
}

/** The same page for everybody is rendered from nothing of the one who asked: not his headers, not his leaving. */
function withoutVisitor(request: Request, key: string): Request {
  const url = new URL(request.url)
  const question = key.indexOf('?')
  // Set, not resolved: resolved, a path that begins with two slashes would name another host.
  url.pathname = question < 0 ? key : key.slice(0, question)
  url.search = question < 0 ? '' : key.slice(question)
  return new Request(url)
}

function tryAgain({ body, headers }: Response): Response {
  return new Response(body, { status: 503, headers: [...headers, ['Retry-After', '2']] })
}
