import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listKindLinks } from '#features/catalogue/kind-links.ts'
import { listPreorderNotices, noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { findProductBySlug, listProducts } from '#features/catalogue/product.ts'
import { readPublishedReviews } from '#features/reviews/published/published-reviews.ts'
import { firstKinds } from '#features/settings/kinds.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { createBackend } from '#platform/pages/backend.ts'
import { createPageCache } from '#platform/pages/page-cache.ts'
import { backendContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { createPages } from '#platform/pages/pages.ts'
import { type LoaderArgs, oneRoute } from '#tests/fixtures/one-route.ts'
import { sharingShop } from '#tests/fixtures/sharing-shop.ts'
import { dropOnChanges, pageKey } from './page-caching.ts'

const paths = ['/', '/about', '/product/ruth-skirt', '/product/esther-coat']
const now = () => new Date()

let shop: Awaited<ReturnType<typeof sharingShop>>
let ids: { ruth: string; esther: string }
let rendered: string[] = []
let banner = 'Made to order'
let daysHaveMoved = false
let page: (request: Request) => Promise<Response>
let fresh: (path: string) => Promise<string>
const onFresh: (() => void)[] = []

/**
 * What the shop's own loaders read: every page the pre-orders and the kinds, the home page all garments, a garment's its
 * reviews too.
 */
async function loader({ request, context }: LoaderArgs): Promise<Response> {
  const { pathname } = new URL(request.url)
  const backend = context.get(backendContext)
  rendered.push(pathname)
  const notices = await listPreorderNotices(backend, now())
  noteValidity(context.get(pageNotesContext), now(), notices)
  const full = [...(await readFullPreorders(backend, notices))]
  const every = {
    banner,
    notices: notices.map(({ name }) => name),
    full,
    kinds: await listKindLinks(backend, firstKinds),
  }
  if (pathname === '/about') return Response.json(every)
  const products = await listProducts(backend)
  if (pathname === '/') return Response.json({ ...every, products })
  const product = await findProductBySlug(backend, pathname.replace('/product/', ''))
  if (!product) return Response.json({ ...every, missing: pathname }, { status: 404 })
  const reviews = await readPublishedReviews(backend, { productId: product.id, page: null })
  return Response.json({ ...every, product, reviews })
}

beforeAll(async () => {
  shop = await sharingShop()
  const [ruth, esther] = [
    await shop.db.product({ slug: 'ruth-skirt', name: 'Ruth Skirt', kind: 'skirt' }),
    await shop.db.product({ slug: 'esther-coat', name: 'Esther Coat', kind: 'coat' }),
  ]
  ids = { ruth: ruth.id, esther: esther.id }
  const cache = createPageCache({ now, trusted: shop.changes.listening })
  const base = performance.timeOrigin
  const clock = { now: () => new Date(base + performance.now()), stop: () => undefined }
  const documents = { pages: new Map(), redirects: new Map() }
  dropOnChanges(
    cache,
    { changes: shop.changes, clock, onFresh: (each) => onFresh.push(each), documents: () => documents },
    {
      settings: () => ({ banner }),
      daysMoved: () => daysHaveMoved,
    },
  )
  const headers: [string, string][] = []
  const rendering = { build: oneRoute(loader), mode: 'production' as const, headers, pageKey }
  const options = { ...rendering, now, busyPage: () => '', onRefusal: () => undefined }
  const validUntil = () => new Date(Date.now() + 3_600_000)
  page = createPages({ ...options, validUntil, cache, backend: shop.backend })
  // Reads and renders everything anew each time.
  const never = { onChange: () => undefined, listening: () => false }
  const uncached = createPages({
    ...options,
    validUntil,
    cache: createPageCache({ now, trusted: never.listening }),
    backend: createBackend({ fetch: (request) => shop.send(request), anonKey: shop.anonKey, changes: never }),
  })
  fresh = async (path) => (await uncached(new Request(`http://localhost${path}`))).text()
})

afterAll(() => shop[Symbol.asyncDispose]())

const read = async (path: string) => (await page(new Request(`http://localhost${path}`))).text()

/** A change has arrived once a later notification on the same connection has. */
async function arrived(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const name = `marker ${Math.random()}`
  shop.changes.onChange((table) => table === name && resolve())
  await sql`select pg_notify('shop_changed', ${name})`.execute(shop.db.owner)
  await promise
}

/** The pages that `change` had rendered anew, by reading all of them before and after it. */
async function renderedBy(change: () => Promise<unknown>): Promise<string[]> {
  for (const path of paths) await read(path)
  await change()
  await arrived()
  rendered = []
  for (const path of paths) await read(path)
  return rendered
}

const update = (id: string, columns: object) =>
  shop.db.asService((tx) => tx.updateTable('products').set(columns).where('id', '=', id).execute())

test('a new text of a garment renders its page and the lists anew, and no page that does not show it', async () => {
  const again = await renderedBy(() => update(ids.ruth, { description: 'A skirt with a deep hem.' }))
  expect(again).toContain('/product/ruth-skirt')
  expect(again).toContain('/')
  expect(again).not.toContain('/about')
  expect(await read('/product/ruth-skirt')).toContain('deep hem')
})

test('a garment that is not for sale yet, an order and a stored object render no page anew', async () => {
  expect(await renderedBy(() => shop.db.product({ slug: 'a-draft', active: false }))).toEqual([])
  expect(await renderedBy(() => shop.db.order({ provider_state: 'paid', payment_status: 'paid' }))).toEqual([])
  const object = { bytes: Buffer.from('a'), type: 'text/plain' }
  expect(await renderedBy(() => shop.putRow('product-images', 'a.txt', object))).toEqual([])
})

test('a garment of a new kind renders every page anew, for the menu; another of that kind only those that list it', async () => {
  expect(await renderedBy(() => shop.db.product({ slug: 'mary-dress', kind: 'dress' }))).toEqual(paths)
  expect(await read('/about')).toContain('/shop?kind=dresses')
  expect(await renderedBy(() => shop.db.product({ slug: 'anna-dress', kind: 'dress' }))).not.toContain('/about')
})

test('a published review renders the page of its garment anew, and no other', async () => {
  expect(await renderedBy(() => publishReview(ids.esther, 'Warm and long.'))).toEqual(['/product/esther-coat'])
  expect(await read('/product/esther-coat')).toContain('Warm and long.')
})

test('a pre-order that opens renders every page anew: all of them announce it', async () => {
  const ends = new Date(Date.now() + 3 * 86_400_000)
  const again = await renderedBy(() => update(ids.esther, { is_preorder: true, preorder_end_date: ends }))
  expect(again).toEqual(paths)
  expect(await read('/about')).toContain('Esther Coat')
})

test('settings drop every page where pages show them, and none where they are others', async () => {
  const written = () => {
    for (const each of onFresh) each()
    return Promise.resolve()
  }
  expect(await renderedBy(written)).toEqual([])
  banner = 'Closed in August'
  expect(await renderedBy(written)).toEqual(paths)
  expect(await read('/about')).toContain('Closed in August')
  // An order in a limited week, which moves a day that pages show.
  daysHaveMoved = true
  expect(await renderedBy(written)).toEqual(paths)
  daysHaveMoved = false
})

test('when a change may have been missed, every page is rendered anew', async () => {
  const again = await renderedBy(() => sql`select pg_notify('shop_changed', '*')`.execute(shop.db.owner))
  expect(again).toEqual(paths)
})

async function publishReview(productId: string, words: string): Promise<void> {
  const order = await shop.db.order({ provider_state: 'paid', payment_status: 'paid' })
  await shop.db.asService(async (tx) => {
    await sql`insert into public.order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
      values (${order.id}, 1, ${productId}, 'a', 'A', '8-10', 10, 1, '2030-01-01')`.execute(tx)
    await sql`insert into public.reviews (line_id, order_id, product_id, size, stars, words, fit, name, consent_text, state)
      select id, order_id, product_id, size, 4, ${words}, 'true', 'Ann', 'Yes', 'waiting' from public.order_lines
       where order_id = ${order.id}`.execute(tx)
    await sql`update public.reviews set state = 'published', published_at = public.shop_now()
       where order_id = ${order.id}`.execute(tx)
  })
}

const garment = fc.constantFrom('ruth', 'esther') as fc.Arbitrary<'ruth' | 'esther'>
const change = fc.oneof(
  fc.record({ garment, columns: fc.record({ description: fc.lorem({ maxCount: 3 }) }) }),
  fc.record({ garment, columns: fc.record({ price: fc.integer({ min: 10, max: 300 }) }) }),
  fc.record({ garment, columns: fc.record({ active: fc.boolean() }) }),
  fc.record({
    garment,
    columns: fc.record({
      is_preorder: fc.boolean(),
      preorder_end_date: fc.integer({ min: 1, max: 9 }).map((days) => new Date(Date.now() + days * 86_400_000)),
      preorder_limit: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
  }),
  fc.record({ garment, review: fc.lorem({ maxCount: 5 }) }),
  fc.record({ garment, sold: fc.integer({ min: 1, max: 3 }) }),
)

test('after any changes, each page is what a rendering from the database gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.shuffledSubarray(paths),
      async (all, some) => {
        for (const each of all) {
          if ('columns' in each) await update(ids[each.garment], each.columns)
          else if ('review' in each) await publishReview(ids[each.garment], each.review)
          else await sell(ids[each.garment], each.sold)
          // Visitors come meanwhile, before and after the change arrives.
          await Promise.all(some.map(read))
        }
        await arrived()
        for (const path of paths) {
          const expected = await fresh(path)
          expect(await read(path)).toBe(expected)
          // From the cache.
          expect(await read(path)).toBe(expected)
        }
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)

async function sell(productId: string, quantity: number): Promise<void> {
  const order = await shop.db.order({ provider_state: 'paid', payment_status: 'paid' })
  await shop.db.asService((tx) =>
    sql`insert into public.order_lines
        (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by, is_preorder)
      values (${order.id}, 1, ${productId}, 'a', 'A', '8-10', 10, ${quantity}, '2030-01-01', true)`.execute(tx),
  )
}
