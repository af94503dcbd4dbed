import type { SupabaseClient } from '@supabase/supabase-js'
import { type Context, Hono } from 'hono'
import { nextMidnight } from '#base/shop-time.ts'
import { noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { listProducts, type Product } from '#features/catalogue/product.ts'
import { type Documents, ownPages } from '#features/content/documents/read-documents.ts'
import { nextOpening } from '#features/settings/selling.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import type { Env } from '#platform/http/env.ts'
import type { PageCache } from '#platform/pages/page-cache.ts'
import { shop } from '#shop'
import { currentPalette } from '#ui/look/look.ts'
import { feedText, feedXml } from '../feed/feed.ts'
import { privatePages } from './public-pages.ts'
import { listPublicProducts } from './public-products.ts'
import { sitemapFile, sitemapXml } from './sitemap.ts'

type Options = {
  backend: () => SupabaseClient
  now: () => Date
  settings: () => ShopSettings
  documents: () => Documents
  siteUrl: string
  live: boolean
  cache: PageCache
  /** On every page: see `securityHeaders`. */
  headers: [string, string][]
}
/** `text` null: not found. `validUntil`: an expiry before midnight. */
type WrittenDocument = { type: string; text: string | null; validUntil?: Date }

/** A longer text would evict the pages from the cache. */
const maxCachedLength = 4_000_000
const xml = 'application/xml; charset=utf-8'

/**
 * Documents for machines: sitemap, robots, manifest and the feed. Cached and cleared like pages, whatever the query.
 */
export function documentsApi({ backend, now, settings, documents, siteUrl, live, cache, headers }: Options): Hono<Env> {
  async function respond(c: Context<Env>, write: () => Promise<WrittenDocument>): Promise<Response> {
    const path = c.req.path
    const cached = cache.get(path)
    if (cached) return new Response(new Uint8Array(cached.body.identity), { headers: cached.headers })
    const generation = cache.generation()
    const { type, text, validUntil = nextMidnight(now()) } = await write()
    if (text === null) return c.notFound()
    const lines: [string, string][] = [
      ['Content-Type', type],
      ['Cache-Control', 'public, max-age=0, must-revalidate'],
      ...headers,
    ]
    if (text.length <= maxCachedLength) {
      cache.put(path, generation, { status: 200, headers: lines, body: Buffer.from(text), validUntil })
    }
    return new Response(text, { headers: lines })
  }

  /** Before the launch the list of URLs is short. */
  function site() {
    const { launchAt, kinds } = settings()
    const launched = now() >= launchAt
    return {
      siteUrl,
      launched,
      kinds,
      own: ownPages(documents(), now()),
      ...(launched ? {} : { validUntil: earlier(launchAt, nextMidnight(now())) }),
    }
  }

  /** A feed as a document. `write`: `feedXml` or `feedText`. */
  function feedOf(type: string, write: typeof feedXml): () => Promise<WrittenDocument> {
    const latest = latestOnly(cache)
    async function writeFeed(client: SupabaseClient, products: readonly Product[], at: Date): Promise<string> {
      const full = await readFullPreorders(client, products)
      return write(products, { ...settings(), now: at, isFull: ({ id }) => full.has(id), siteUrl })
    }
    return async () => {
      const client = backend()
      const [products, at] = [await listProducts(client), now()]
      let validUntil = nextMidnight(at)
      noteValidity({ validUntil: (moment) => (validUntil = earlier(validUntil, moment)) }, at, products)
      validUntil = earlier(validUntil, nextOpening(settings(), at) ?? validUntil)
      const shown = at >= settings().launchAt ? products : []
      return { type, text: await latest(client, validUntil, () => writeFeed(client, shown, at)), validUntil }
    }
  }
  const googleXml = feedOf(xml, feedXml)
  const googleText = feedOf('text/tab-separated-values; charset=utf-8', feedText)

  return new Hono<Env>()
    .get('/robots.txt', (c) =>
      respond(c, async () => ({ type: 'text/plain; charset=utf-8', text: robotsText({ live, siteUrl }) })),
    )
    .get('/manifest.webmanifest', (c) =>
      respond(c, async () => ({ type: 'application/manifest+json', text: JSON.stringify(manifestOf()) })),
    )
    .get('/sitemap.xml', (c) =>
      respond(c, async () => {
        const { validUntil, ...where } = site()
        const text = sitemapXml(await listPublicProducts(backend()), where)
        return { type: xml, text, ...(validUntil && { validUntil }) }
      }),
    )
    .get('/sitemaps/:file{[1-9][0-9]{0,2}\\.xml}', (c) =>
      respond(c, async () => {
        const { validUntil, ...where } = site()
        const file = Number.parseInt(c.req.param('file'), 10)
        const text = sitemapFile(await listPublicProducts(backend()), where, file)
        return { type: xml, text, ...(validUntil && { validUntil }) }
      }),
    )
    .get('/feeds/google.xml', (c) => respond(c, googleXml))
    .get('/feeds/google.txt', (c) => respond(c, googleText))
}

/**
 * Caches a text that is expensive to write and may be too long for the page cache; written once for all simultaneous
 * requests. It is dropped with its client, which a change of the data replaces, and with the page cache.
 */
function latestOnly(cache: PageCache) {
  const latest = new WeakMap<SupabaseClient, { name: string; text: Promise<string> }>()
  return (client: SupabaseClient, validUntil: Date, write: () => Promise<string>): Promise<string> => {
    const name = `${cache.generation()} ${validUntil.getTime()}`
    const known = latest.get(client)
    if (known?.name === name) return known.text
    const text = write()
    latest.set(client, { name, text })
    text.catch(() => latest.delete(client))
    return text
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** URLs of the APIs, and of the data that pages fetch. Images are under /storage/ and may be crawled. */
const apiPaths = ['/functions/', '/rest/', '/webhooks/', '/health/', '/test-payment/', '/*.data$']

/** The robots.txt (RFC 9309): a rehearsal allows nothing, a live shop everything except personal pages. */
export function robotsText({ live, siteUrl }: { live: boolean; siteUrl: string }): string {
  if (!live) return 'User-agent: *\nDisallow: /\n'
  const closed = [...privatePages, ...apiPaths].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', 'Allow: /', ...closed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
}

/** What a phone needs to install the shop (W3C Web Application Manifest). */
export function manifestOf() {
  const { light, dark } = currentPalette()
  return {
    id: '/',
    name: shop.name,
    short_name: shop.name.replace(/^The /, ''),
    description: shop.description,
    lang: shop.language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: light.paper,
    theme_color: light.paper,
    user_preferences: {
      color_scheme: { dark: { background_color: dark.paper, theme_color: dark.paper } },
    },
    categories: ['shopping', 'fashion'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Shop', url: '/shop' },
      { name: 'Pre-Order', url: '/pre-order' },
      { name: 'Size Guide', url: '/size-guide' },
    ],
  }
}
