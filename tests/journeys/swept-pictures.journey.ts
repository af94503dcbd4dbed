import pg from 'pg'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { startShop } from '#tests/fixtures/program.ts'
import { copyShop } from '#tests/fixtures/shop-copy.ts'
import { bought } from './bought.ts'
import { publicPages } from './public-pages.ts'
import { expect, readAsService, templatePlace, test } from './shop.ts'

const files = ['/feeds/google.xml', '/sitemap.xml', '/sitemaps/1.xml', '/manifest.webmanifest']

/** The addresses of stored and drawn pictures in a page, a file or an e-mail. */
function picturesIn(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('\\u0026', '&').replaceAll('&quot;', '"')
  const found = plain.match(/\/(storage\/v1\/(object|render\/image)\/public|sharing)\/[^\s"'\\<>),]+/g) ?? []
  return [...new Set(found)]
}

test('after a sweep of pictures that are all old, every picture of every page, file and e-mail is still there', async ({
  page,
  browserName: _,
}) => {
  test.setTimeout(180_000)
  await using copy = await copyShop(...templatePlace())
  const [port = 0] = await freePorts(1)
  await using shop = await startShop(copy.dataDir, port, copy.env)
  const pool = new pg.Pool({ connectionString: copy.connectionString, max: 2 })
  const rows = readAsService(pool)
  try {
    await bought(page, { url: shop.url, rows })
    await rows(`insert into storage.objects (bucket_id, name) values ('product-images', 'orphan.jpg')`)
    await rows(
      `update storage.objects set created_at = now() - interval '8 days', updated_at = now() - interval '8 days'`,
    )
    await pool.query(`insert into pgboss.job (name) values ('storage.sweep')`)
    const orphans = () => rows(`select from storage.objects where name = 'orphan.jpg'`)
    await expect.poll(async () => (await orphans()).length, { timeout: 30_000 }).toBe(0)

    const listed = await (await page.request.get(`${shop.url}/sitemaps/1.xml`)).text()
    const paths = [...listed.matchAll(/<loc>[^<]*?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '/']) => path || '/')
    const letters = await rows<{ id: string }>(`select id from private.mailbox`)
    expect(letters.length).toBeGreaterThan(0)
    const places = [...publicPages, ...paths, ...files, ...letters.map(({ id }) => `/dev/mailbox/${id}/html`)]
    const pictures = new Map<string, string>()
    for (const place of new Set(places)) {
      const response = await page.request.get(`${shop.url}${place}`)
      expect([place, response.status()]).toEqual([place, 200])
      for (const picture of picturesIn(await response.text())) pictures.set(picture, place)
    }
    for (const kind of [
      '/site/home-hero-',
      '/site/workroom-',
      '/catalogue/mary-dress-',
      '/sharing/',
      'width=160&format=origin',
    ]) {
      expect([...pictures.keys()].filter((picture) => picture.includes(kind)).length, kind).toBeGreaterThan(0)
    }
    const missing: string[] = []
    for (const [picture, place] of pictures) {
      // The sizes of a picture have one object: its smallest is made soonest.
      const response = await page.request.get(`${shop.url}${picture}`)
      if (response.status() !== 200) missing.push(`${place}: ${picture} ${response.status()}`)
    }
    expect(missing).toEqual([])
  } finally {
    await pool.end()
  }
})
