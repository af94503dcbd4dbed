import type { SupabaseClient } from '@supabase/supabase-js'
import { type Context, Hono } from 'hono'
import { isPreorderLive } from '#features/catalogue/preorders/preorder.ts'
import { findProductBySlug, listProducts, type Product } from '#features/catalogue/product.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import type { Env } from '#platform/http/env.ts'
import { DamagedPicture } from '#platform/storage/pictures/image-process.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { pictureAt } from '#ui/picture.tsx'
import type { ProductAvailability } from './card-design.ts'
import type { SharedCards } from './shared-cards.ts'
import { type CardRequest, cardRequestFor, sharedPicture, shopCardRequest } from './shared-picture.ts'

type Options = { backend: () => SupabaseClient; now: () => Date; cards: SharedCards; headers: [string, string][] }

const cardName = /^([a-z0-9-]{1,80})-([0-9a-f]{12})\.jpg$/
const forGood = 'public, max-age=31536000, immutable'
/** The shop's own card keeps its URL when it changes. */
const cacheForADay = 'public, max-age=86400'
const forNow = 'public, max-age=300'

/**
 * Images that other sites show beside a link, mounted at /sharing: product/{slug}-{version}.jpg of a public product,
 * and shop.jpg. An earlier version redirects to the current one; where the card cannot be drawn, the URL redirects to
 * the photograph. Any other path is answered 404 without a query.
 */
export function cardsApi({ backend, now, cards, headers }: Options): Hono<Env> {
  async function respond(c: Context<Env>, request: CardRequest, cacheControl: string): Promise<Response> {
    for (const [name, value] of headers) c.header(name, value)
    try {
      const { bytes, etag } = await cards.get(request)
      c.header('ETag', `"${etag}"`)
      c.header('Cache-Control', cacheControl)
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
      c.header('Content-Type', 'image/jpeg')
      return c.body(new Uint8Array(bytes))
    } catch (error) {
      if (!(error instanceof DamagedPicture || error instanceof StorageError)) throw error
      if (error instanceof DamagedPicture) c.var.log.warn({ error }, 'a card to be shared cannot be drawn')
      if (request.photograph === null)
        return c.text('This picture cannot be made just now', 503, { 'Retry-After': '60' })
      return elsewhere(c, pictureAt(request.photograph, 1200))
    }
  }

  async function standingOf(product: Product): Promise<ProductAvailability> {
    if (!isPreorderLive(product, now())) return 'made'
    const full = await readFullPreorders(backend(), [product])
    return full.has(product.id) ? 'full' : 'pre-order'
  }

  return new Hono<Env>()
    .get('/shop.jpg', async (c) => respond(c, shopCardRequest(await listProducts(backend())), cacheForADay))
    .get('/product/:file', async (c) => {
      const [, slug = '', version] = cardName.exec(c.req.param('file')) ?? []
      const product = await findProductBySlug(backend(), slug)
      if (!product) return c.notFound()
      const standing = await standingOf(product)
      const request = cardRequestFor(product, standing)
      if (request?.version !== version || !request) return elsewhere(c, sharedPicture(product, standing).url)
      return respond(c, request, forGood)
    })
}

function elsewhere(c: Context<Env>, url: string): Response {
  c.header('Cache-Control', forNow)
  return c.redirect(url, 302)
}
