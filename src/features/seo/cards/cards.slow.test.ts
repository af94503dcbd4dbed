import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { preparePicture } from '#platform/storage/pictures/prepare-picture.ts'
import { sharingShop } from '#tests/fixtures/sharing-shop.ts'
import { pictureAt } from '#ui/picture.tsx'

type Shop = Awaited<ReturnType<typeof sharingShop>>

const address = '/storage/v1/object/public/product-images/ruth.jpg'

async function garment(shop: Shop, columns: Parameters<Shop['db']['product']>[0] = {}) {
  const pictures = JSON.stringify([{ url: address }])
  return shop.db.product({ name: 'Ruth Skirt', slug: 'ruth-skirt', pictures, ...columns })
}

function photograph(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 1200, channels: 3, background: '#884433' } })
    .jpeg()
    .toBuffer()
}

/** The current card's URL: any version redirects to it. A new product appears after a moment. */
async function cardOf(shop: Shop, slug = 'ruth-skirt'): Promise<string> {
  const ask = () => shop.get(`/sharing/product/${slug}-000000000000.jpg`)
  await expect.poll(async () => (await ask()).status, { interval: 20 }).toBe(302)
  return (await ask()).headers.get('location') ?? ''
}

async function look(shop: Shop, path: string) {
  const response = await shop.get(path)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { width, height } = await sharp(bytes).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(300_000)
  return { response, bytes }
}

async function drawn(shop: Shop): Promise<number> {
  let count = 0
  for await (const _ of shop.files.list('sharing/')) count += 1
  return count
}

test('a product has a card, drawn once for all requests, at a URL that changes with the product', async () => {
  await using shop = await sharingShop()
  const madeUp = [
    'product/ruth-skirt-000000000000.jpg',
    'product/x.jpg',
    'product/..%2f..%2fetc-000000000000.jpg',
    'y.jpg',
  ]
  for (const path of [...madeUp, `product/${'a'.repeat(3_000)}-000000000000.jpg`]) {
    expect((await shop.get(`/sharing/${path}`)).status, path).toBe(404)
  }
  expect(await drawn(shop)).toBe(0)
  await shop.putPicture('ruth.jpg', await photograph())
  await garment(shop)
  const first = await cardOf(shop)
  const [one, other] = await Promise.all([look(shop, first), look(shop, first)])
  expect(one.bytes.equals(other.bytes)).toBe(true)
  expect(one.response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await drawn(shop)).toBe(1)
  // The card contains the photograph.
  const pixel = await sharp(one.bytes).extract({ left: 200, top: 300, width: 1, height: 1 }).raw().toBuffer()
  expect(Math.abs((pixel[0] ?? 0) - 0x88)).toBeLessThan(12)

  await shop.db.asService((tx) => tx.updateTable('products').set({ name: 'Ruth Wrap Skirt' }).execute())
  await expect.poll(() => cardOf(shop)).not.toBe(first)
  const moved = await shop.get(first)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, await cardOf(shop)])
  expect((await look(shop, await cardOf(shop))).bytes.equals(one.bytes)).toBe(false)
  const live = { is_preorder: true, preorder_end_date: new Date(Date.now() + 86_400_000) }
  const before = await cardOf(shop)
  await shop.db.asService((tx) => tx.updateTable('products').set(live).execute())
  await expect.poll(() => cardOf(shop)).not.toBe(before)
  // A sold-out pre-order has another card.
  const open = await cardOf(shop)
  await shop.db.asService((tx) => tx.updateTable('products').set({ preorder_limit: 1 }).execute())
  await shop.db.asService((tx) =>
    sql`with placed as (insert into public.pre_orders (product_name, product_size, product_price, final_amount,
          payment_provider, payment_state) values ('Ruth Skirt', '8-10', 62, 62, 'test', 'paid') returning id)
        insert into public.order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, is_preorder,
          dispatch_by) select placed.id, 1, p.id, p.slug, p.name, '8-10', 62, 1, true, now() from placed, public.products p`.execute(
      tx,
    ),
  )
  await expect.poll(() => cardOf(shop)).not.toBe(open)
})

test('any name makes a card, and so does a product without a photograph or with a lost file', async () => {
  await using shop = await sharingShop()
  await shop.putPicture('ruth.jpg', await photograph())
  const names = ['Платье Марии', 'ماري 💃', 'Kleid'.repeat(24), '<b>&amp;</b> " \' \u0001 %s', '’']
  for (const [at, name] of names.entries()) {
    await garment(shop, { name, slug: `named-${at}` })
    await look(shop, await cardOf(shop, `named-${at}`))
  }
  await garment(shop, { slug: 'plain', pictures: '[]' })
  await look(shop, await cardOf(shop, 'plain'))
  await look(shop, '/sharing/shop.jpg')
  await rm(join(shop.dataDir, 'storage'), { recursive: true })
  await garment(shop, { slug: 'gone', name: 'The Folder Is Gone' })
  await look(shop, await cardOf(shop, 'gone'))
})

test('a card that cannot be drawn because of a damaged photograph redirects to the photograph, and is not stored', async () => {
  await using shop = await sharingShop()
  const { renditions: _, ...picture } = await preparePicture(await photograph())
  const damaged = { bytes: Buffer.from('half a photograph'), type: picture.type, picture }
  await shop.putRow('product-images', 'ruth.jpg', damaged)
  await garment(shop)
  const card = await cardOf(shop)
  expect(card).toMatch(/^\/sharing\/product\/ruth-skirt-[0-9a-f]{12}\.jpg$/)
  const fallen = await shop.get(card)
  expect([fallen.status, fallen.headers.get('location')]).toEqual([302, pictureAt(address, 1200)])
  expect(fallen.headers.get('cache-control')).toBe('public, max-age=300')
  expect(await drawn(shop)).toBe(0)
  // After the photograph is repaired, the same URL has its card.
  await shop.putPicture('ruth.jpg', await photograph())
  await expect.poll(async () => (await shop.get(card)).status).toBe(200)
  await look(shop, card)
})
