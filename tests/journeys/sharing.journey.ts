import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'

const searched = publicPages.filter((path) => path !== '/checkout/success' && path !== '/saved')

test('every page has its own title, description, URL and picture for search engines and sharing', async ({
  shop,
  request,
}) => {
  const seen = { title: new Set<string>(), description: new Set<string>(), address: new Set<string>() }
  for (const path of searched) {
    const html = await (await request.get(shop.url + path)).text()
    const only = (pattern: RegExp) => {
      const found = [...html.matchAll(pattern)].map(([, value = '']) => value)
      expect(found, `${path} ${pattern}`).toHaveLength(1)
      return found[0] ?? ''
    }
    const description = only(/<meta name="description" content="([^"]*)"/g)
    expect(description.length, description).toBeGreaterThan(40)
    seen.title.add(only(/<title>([^<]*)<\/title>/g))
    seen.description.add(description)
    seen.address.add(only(/<link rel="canonical" href="([^"]*)"/g))
    expect(only(/<meta property="og:image" content="([^"]*)"/g)).toContain('/sharing/')
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      expect(JSON.parse(json)['@context']).toBe('https://schema.org')
    }
  }
  for (const different of Object.values(seen)) expect(different.size).toBe(searched.length)
  const card = await request.get(`${shop.url}/sharing/shop.jpg`)
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const account = await request.get(`${shop.url}/account`)
  expect(account.headers()['x-robots-tag']).toBe('noindex')

  // A page's link and the router both find a product with a new slug at its old URL.
  await shop.rows("update products set slug = 'naomi-moved' where slug = 'naomi-abaya'")
  const old = `${shop.url}/product/naomi-abaya?utm_source=letter`
  // The server notices direct writes to the database a moment later.
  const answer = async () => {
    const moved = await request.get(old, { maxRedirects: 0 })
    return [moved.status(), moved.headers().location]
  }
  await expect.poll(answer).toEqual([301, '/product/naomi-moved?utm_source=letter'])
  const inside = await request.get(`${shop.url}/product/naomi-abaya.data`)
  expect(await inside.text()).toContain('/product/naomi-moved')
  await shop.rows("update products set slug = 'naomi-abaya' where slug = 'naomi-moved'")
})
