import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pounds } from '#tests/fixtures/pounds.ts'
import { sharingShop, siteUrl } from '#tests/fixtures/sharing-shop.ts'
import routes from '../../../routes.ts'
import { icons } from '../icons/icons.ts'
import { manifestOf, robotsText } from './documents.api.ts'
import { isIndexable, privatePages, publicPages } from './public-pages.ts'
import { sitemapFile, sitemapXml } from './sitemap.ts'

test('the sitemap lists every public page and product, and follows their changes', async () => {
  await using shop = await sharingShop()
  const url = '/storage/v1/object/public/product-images/ruth.jpg'
  const picture = { type: 'image/jpeg', width: 900, height: 1200 }
  await shop.putRow('product-images', 'ruth.jpg', { bytes: Buffer.from('any'), type: 'image/jpeg', picture })
  const shown = await shop.db.product({ slug: 'ruth-skirt', kind: 'skirt', pictures: JSON.stringify([{ url }]) })
  await shop.db.product({ slug: 'mary-dress', kind: 'dress' })
  await shop.db.product({ slug: 'hidden-coat', active: false })

  const response = await shop.get('/sitemap.xml')
  const text = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  for (const path of [...publicPages, '/shop?kind=skirts', '/shop?kind=dresses', '/product/ruth-skirt'])
    expect(text).toContain(`<loc>${siteUrl}${path}</loc>`)
  expect(text).toContain(`<lastmod>${shown.updated_at.toISOString()}</lastmod>`)
  expect(text).toContain('/render/image/public/product-images/ruth.jpg?width=1200</image:loc>')
  expect(text).not.toContain('hidden-coat')
  expect(text).not.toContain('kind=tops')

  // Cached like a page, and served for any query.
  expect(await keptOf(shop, '/sitemap.xml')).toBeDefined()
  expect(await (await shop.get('/sitemap.xml?made=up')).text()).toBe(text)
  await shop.db.asService((tx) => tx.updateTable('products').set({ active: false }).execute())
  await expect.poll(async () => (await (await shop.get('/sitemap.xml')).text()).includes('ruth-skirt')).toBe(false)
})

test('a feed too long for the cache is written once for all requests, and follows a change', async () => {
  await using shop = await sharingShop()
  const sizes = ['6', '8', '10', '12', '14', '16', '18', '20']
  await shop.db.asService((tx) =>
    sql`insert into public.products (name, slug, price, sizes, description)
        select 'Dress ' || n, 'dress-' || n, 50, ${sizes}, repeat('long ', 900) from generate_series(1, 60) n`.execute(
      tx,
    ),
  )
  const read = async () => (await shop.get('/feeds/google.xml')).text()
  const first = await read()
  expect(first.length).toBeGreaterThan(4_000_000)
  expect(shop.cache.get('/feeds/google.xml')).toBeUndefined()
  expect(await read()).toBe(first)
  await shop.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ price: pounds(51) })
      .where('slug', '=', 'dress-7')
      .execute(),
  )
  await expect.poll(async () => (await read()).includes('51.00 GBP')).toBe(true)
})

test('the feed is served as XML and as tab-separated text', async () => {
  await using shop = await sharingShop()
  await shop.db.product({ slug: 'ruth-skirt' })
  const [asXml, asText] = [await shop.get('/feeds/google.xml'), await shop.get('/feeds/google.txt')]
  expect(asXml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(asText.headers.get('content-type')).toBe('text/tab-separated-values; charset=utf-8')
  const items = (await asXml.text()).split('<item>').length - 1
  expect(items).toBeGreaterThan(0)
  expect((await asText.text()).trimEnd().split('\n')).toHaveLength(items + 1)
})

test('before the launch only Home is indexed, and no product is listed', async () => {
  const launchAt = new Date(Date.now() + 86_400_000)
  await using shop = await sharingShop({ launchAt })
  await shop.db.product({ slug: 'ruth-skirt' })
  const addresses = (await (await shop.get('/sitemap.xml')).text()).match(/<loc>.*?<\/loc>/g)
  expect(addresses).toEqual([`<loc>${siteUrl}/</loc>`])
  expect(await (await shop.get('/feeds/google.xml')).text()).not.toContain('<item>')
  expect((await (await shop.get('/feeds/google.txt')).text()).trimEnd().split('\n')).toHaveLength(1)
  expect((await shop.get('/sitemaps/1.xml')).status).toBe(404)
  expect((await keptOf(shop, '/sitemap.xml'))?.validUntil.getTime()).toBeLessThanOrEqual(launchAt.getTime())
  const now = new Date()
  expect([isIndexable('/', { launchAt }, now), isIndexable('/shop', { launchAt }, now)]).toEqual([true, false])
})

test('more URLs than one file holds are in several files, each once', () => {
  const garments = Array.from({ length: 31 }, (_, at) => ({
    slug: `garment-${at}`,
    changedAt: '2026-11-01T10:00:00Z',
    pictures: [],
  }))
  const site = { siteUrl, launched: true, own: ['/bridesmaids'], perFile: 7 }
  const files = sitemapXml(garments, site).match(/<loc>.*?<\/loc>/g) ?? []
  expect(files[0]).toBe(`<loc>${siteUrl}/sitemaps/1.xml</loc>`)
  const listed = files.flatMap((_, at) => sitemapFile(garments, site, at + 1)?.match(/<loc>.*?<\/loc>/g) ?? [])
  const expected = [...publicPages, '/bridesmaids', ...garments.map(({ slug }) => `/product/${slug}`)]
  expect(listed).toEqual(expected.map((path) => `<loc>${siteUrl}${path}</loc>`))
  expect(sitemapFile(garments, site, files.length + 1)).toBeNull()
})

test('robots may read nothing of a rehearsal, and of a live shop everything except personal pages', () => {
  expect(robotsText({ live: false, siteUrl })).toBe('User-agent: *\nDisallow: /\n')
  const lines = robotsText({ live: true, siteUrl }).split('\n')
  expect(lines).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  const closed = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10))
  for (const path of ['/admin', '/account', '/checkout', '/functions/']) expect(closed).toContain(path)
  for (const path of [...publicPages, '/product/ruth-skirt', '/storage/v1/render/', '/sharing/', '/feeds/google.xml']) {
    expect(closed.filter((start) => path.startsWith(start))).toEqual([])
  }
})

test('every page says whether it may be indexed', () => {
  const paths = routes.map(({ path = '' }) => `/${path}`).filter((path) => !/[:*]/.test(path))
  const known: string[] = [...publicPages, ...privatePages]
  const unsaid = paths.filter(
    (path) => !known.includes(path) && !known.some((own) => path.startsWith(`${own}/`) && own !== '/'),
  )
  expect(unsaid).toEqual([])
  const now = new Date()
  for (const path of ['/admin/settings', '/ADMIN/settings', '/%61ccount', '/account/', '//order/x']) {
    expect(isIndexable(path, { launchAt: now }, now), path).toBe(false)
  }
  expect(isIndexable('/accessibility', { launchAt: now }, now)).toBe(true)
})

test('a phone gets the background colours of the pages, and icons that exist', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const { background_color: day, user_preferences: preferences, icons: listed } = manifestOf()
  const night = preferences.color_scheme.dark.background_color
  expect(tokens).toContain(`--color-paper: ${day};`)
  expect(tokens).toContain(`--color-paper: ${night};`)
  for (const { src } of listed) expect(Object.keys(icons), src).toContain(src)
})

/**
 * The cached response after a request. Requested again only where a late change notification has cleared it meanwhile.
 */
async function keptOf({ get, cache }: Awaited<ReturnType<typeof sharingShop>>, path: string) {
  for (;;) {
    const generation = cache.generation()
    await (await get(path)).text()
    const cached = cache.get(path)
    if (cached || cache.generation() === generation) return cached
  }
}
