import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Document } from '#features/content/documents/document.ts'
import { preparePicture } from '#platform/storage/pictures/image-process.ts'
import { sharingShop } from '#tests/fixtures/sharing-shop.ts'
import { pictureAt } from '#ui/picture.tsx'

type Shop = Awaited<ReturnType<typeof sharingShop>>

const address = '/storage/v1/object/public/product-images/ruth.jpg'

async function garment(shop: Shop, columns: Parameters<Shop['db']['product']>[0] = {}) {
  const pictures = JSON.stringify([{ url: address }])
  return shop.db.product({ name: 'Ruth Skirt', slug: 'ruth-skirt', pictures, ...columns })
}

/** Its upper third is brown and the rest blue. */
function photograph({ width = 900, height = 1200 } = {}): Promise<Buffer> {
  const third = { create: { width, height: height / 3, channels: 3, background: '#884433' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#2244aa' } })
    .composite([{ input: third, left: 0, top: 0 }])
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

/** The red of a card at a height, in its middle: 0x88 in a photograph's upper third and 0x22 below. */
async function redAt(card: Buffer, top: number): Promise<number> {
  const pixel = await sharp(card).extract({ left: 600, top, width: 1, height: 1 }).raw().toBuffer()
  return pixel[0] ?? 0
}

async function drawn(shop: Shop): Promise<number> {
  let count = 0
  for await (const { name } of shop.files.list('renditions/')) if (name.endsWith('/card.jpeg')) count += 1
  return count
}

test('a product has a card, made once for all requests, at a URL that changes with its photograph', async () => {
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
  const etag = one.response.headers.get('etag') ?? ''
  const again = await shop.send(new Request(`http://localhost${first}`, { headers: { 'If-None-Match': etag } }))
  expect(again.status).toBe(304)
  // The upper part of the photograph, from its first line: a third of it is 533 px of the card's 630.
  expect(Math.abs((await redAt(one.bytes, 4)) - 0x88)).toBeLessThan(12)
  expect(Math.abs((await redAt(one.bytes, 515)) - 0x88)).toBeLessThan(12)
  expect(Math.abs((await redAt(one.bytes, 560)) - 0x22)).toBeLessThan(12)

  await shop.putPicture('ruth-2.jpg', await photograph({ height: 900 }))
  const pictures = JSON.stringify([{ url: address.replace('ruth', 'ruth-2') }])
  await shop.db.asService((tx) => tx.updateTable('products').set({ pictures }).execute())
  await expect.poll(() => cardOf(shop)).not.toBe(first)
  const moved = await shop.get(first)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, await cardOf(shop)])
  expect((await look(shop, await cardOf(shop))).bytes.equals(one.bytes)).toBe(false)
})

test('the shop’s own card is the photograph of Home, in its middle; without it a product’s, and without any its icon', async () => {
  const url = '/storage/v1/object/public/product-images/hero.jpg'
  const hero = { url, alt: 'A rail.', width: 1500, height: 1200, blur: null }
  await using shop = await sharingShop({ pagePictures: { hero } })
  await shop.putPicture('hero.jpg', await photograph(hero))
  const card = await look(shop, '/sharing/shop.jpg')
  expect(card.response.headers.get('cache-control')).toBe('public, max-age=86400')
  // 960 px high at the card's width, so 165 are cut at the top: the third ends 155 px below the card's first line.
  expect(Math.abs((await redAt(card.bytes, 140)) - 0x88)).toBeLessThan(12)
  expect(Math.abs((await redAt(card.bytes, 175)) - 0x22)).toBeLessThan(12)

  const picture = { type: 'picture', picture: { url: address }, alt: 'A skirt.' } as const
  const home = { name: 'Home', description: [], title: ['Home'], lead: [], blocks: [picture] } as unknown as Document
  const versions = [{ number: 1, at: new Date('2025-01-01'), content: home }]
  const documents = { pages: new Map([['/', { own: false, place: null, versions }]]), redirects: new Map() }
  await using hers = await sharingShop({ pagePictures: { hero }, documents })
  await hers.putPicture('hero.jpg', await photograph(hero))
  await hers.putPicture('ruth.jpg', await photograph({ width: 1200, height: 900 }))
  expect((await look(hers, '/sharing/shop.jpg')).bytes.equals(card.bytes)).toBe(false)

  await using plain = await sharingShop()
  const icon = await plain.get('/sharing/shop.jpg')
  expect([icon.status, icon.headers.get('location')]).toEqual([302, '/icons/icon-512.png'])
  await plain.putPicture('ruth.jpg', await photograph())
  await garment(plain)
  await expect.poll(async () => (await plain.get('/sharing/shop.jpg')).status).toBe(200)
  await look(plain, '/sharing/shop.jpg')
})

test('any name has a card; without a photograph it is the shop’s, and after a lost file a redirect', async () => {
  await using shop = await sharingShop()
  await shop.putPicture('ruth.jpg', await photograph())
  const names = ['Платье Марии', 'ماري 💃', 'Kleid'.repeat(24), '<b>&amp;</b> " \' \u0001 %s', '’']
  for (const [at, name] of names.entries()) {
    await garment(shop, { name, slug: `named-${at}` })
    await look(shop, await cardOf(shop, `named-${at}`))
  }
  await garment(shop, { slug: 'plain', pictures: '[]' })
  expect(await cardOf(shop, 'plain')).toBe('/sharing/shop.jpg')
  await look(shop, '/sharing/shop.jpg')
  await shop.putPicture('gone.jpg', await photograph())
  await rm(join(shop.dataDir, 'storage'), { recursive: true })
  const gone = address.replace('ruth', 'gone')
  await garment(shop, { slug: 'gone', name: 'The Folder Is Gone', pictures: JSON.stringify([{ url: gone }]) })
  const fallen = await shop.get(await cardOf(shop, 'gone'))
  expect([fallen.status, fallen.headers.get('location')]).toEqual([302, pictureAt(gone, 1200)])
})

test('a card that cannot be made because of a damaged photograph redirects to the photograph, and is not stored', async () => {
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
