import { expect, test } from './shop.ts'

test('a cached page does not reveal that it is cached, and answers 304 to a browser that has it', async ({ shop }) => {
  const get = (headers: Record<string, string> = {}) => fetch(`${shop.url}/product/rebekah-cape`, { headers })
  await (await get()).text()
  for (;;) {
    const second = await get({ 'accept-encoding': 'gzip' })
    const tag = second.headers.get('etag') ?? ''
    expect(tag).not.toBe('')
    expect(second.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(second.headers.get('content-security-policy')).toContain('sha256-')
    const third = await get({ 'accept-encoding': 'gzip', 'if-none-match': tag })
    // Repeats if another journey changed the page between the two requests: only then the tag differs.
    if (third.status === 200 && third.headers.get('etag') !== tag) continue
    expect(third.status).toBe(304)
    break
  }
})

test('a changed price soon appears on every page, and the old one never again', async ({ shop }) => {
  const [cape] = await shop.rows<{ id: string }>("select id from products where slug = 'rebekah-cape'")
  const shown = (price: number) => [`£${price}.00`, `£${price}.00`, `${price}00`]
  const pages = ['/shop', '/product/rebekah-cape', '/product/rebekah-cape.data']
  const texts = () => Promise.all(pages.map(async (path) => (await fetch(shop.url + path)).text()))
  const say = async (price: number) => (await texts()).map((text, index) => text.includes(shown(price)[index] ?? ''))
  await texts()
  for (let price = 501; price < 531; price += 1) {
    await shop.rows('update products set price = $1 where id = $2', [price, cape?.id])
    await expect.poll(() => say(price), { intervals: [5] }).toEqual([true, true, true])
    expect(await say(price)).toEqual([true, true, true])
    expect(await say(price - 1)).toEqual([false, false, false])
  }
})

test('visitors who load a page while its price changes never see an older price again', async ({ shop }) => {
  const [cape] = await shop.rows<{ id: string }>("select id from products where slug = 'rebekah-cape'")
  let running = true
  const looking = Array.from({ length: 8 }, async () => {
    let last = 0
    while (running) {
      const text = await (await fetch(`${shop.url}/product/rebekah-cape`)).text()
      const seen = Number(/£(\d+)\.00/.exec(text)?.[1] ?? 0)
      expect(seen).toBeGreaterThanOrEqual(last)
      last = seen
    }
  })
  for (let price = 600; price < 660; price += 1)
    await shop.rows('update products set price = $1 where id = $2', [price, cape?.id])
  running = false
  await Promise.all(looking)
})

test('a pre-order leaves the cached page, its navigation and the list at the moment it ends', async ({ shop }) => {
  const read = async (path: string) => (await fetch(shop.url + path)).text()
  await shop.rows(
    "update products set is_preorder = true, preorder_end_date = shop_now() + interval '3 seconds' where slug = 'priscilla-kaftan'",
  )
  await expect.poll(async () => (await read('/pre-order')).includes('Priscilla Kaftan')).toBe(true)
  await expect.poll(async () => (await read('/pre-order')).includes('Priscilla Kaftan')).toBe(false)
  const [row] = await shop.rows<{ over: boolean }>(
    "select preorder_end_date <= shop_now() as over from products where slug = 'priscilla-kaftan'",
  )
  expect(row?.over).toBe(true)
  expect(await read('/product/priscilla-kaftan')).not.toContain('Pre-Order Now')
})
