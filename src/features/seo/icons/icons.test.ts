import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { sharingShop, siteUrl } from '#tests/fixtures/sharing-shop.ts'
import { changeLook, firstLook } from '#ui/look/look.ts'
import { drawIcon } from './icon-drawing.ts'
import { icons } from './icons.ts'
import { letters } from './letters.ts'

const juniper = { ...firstLook, paper: '#f5f3ed', ink: '#1f2624', accent: '#24513f' }

afterEach(() => changeLook(firstLook))

test('every icon is drawn in the colours of the current look', async () => {
  for (const [look, ground, marks] of [
    [firstLook, [0x6b, 0x27, 0x37], [0xf7, 0xf2, 0xe8]],
    [juniper, [0x24, 0x51, 0x3f], [0xf5, 0xf3, 0xed]],
  ] as const) {
    changeLook(look)
    for (const path of [
      '/apple-touch-icon.png',
      '/icons/icon-192.png',
      '/icons/icon-512.png',
      '/icons/maskable-512.png',
    ]) {
      const { data, info } = await sharp((await icons[path]?.())?.body)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) => {
        const place = 4 * (Math.floor((y / 64) * info.height) * info.width + Math.floor((x / 64) * info.width))
        return [...data.subarray(place, place + 4)]
      }
      expect([path, at(32, 60)]).toEqual([path, [...ground, 255]])
      expect([path, at(22, 25)]).toEqual([path, [...marks, 255]])
      // The corner is there where the device cuts the shape, and transparent where the icon is round.
      expect([path, at(0, 0)[3]]).toEqual([path, /apple|maskable/.test(path) ? 255 : 0])
    }
    const svg = (await icons['/favicon.svg']?.())?.body.toString() ?? ''
    expect(svg).toContain(look.accent)
  }
})

test('the letter is the first of the name after an article, without its accent', () => {
  const letterOf = (name: string) => /\.7" d="([^"]+)"/.exec(drawIcon(name, ''))?.[1] ?? null
  expect(letterOf('The Kindred Wardrobe')).toBe(letters.K)
  expect(letterOf('Thea')).toBe(letters.T)
  expect(letterOf(' “Éva & co”')).toBe(letters.E)
  expect(letterOf('3 Sisters')).toBe(letters[3])
  expect(letterOf('רות')).toBeNull()
})

test('favicon.ico has three sizes of PNG', async () => {
  const ico = (await icons['/favicon.ico']?.())?.body ?? Buffer.alloc(0)
  expect(ico.readUInt16LE(4)).toBe(3)
  for (const [index, size] of [16, 32, 48].entries()) {
    const at = 6 + 16 * index
    const png = ico.subarray(ico.readUInt32LE(at + 12), ico.readUInt32LE(at + 12) + ico.readUInt32LE(at + 8))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size })
  }
})

test('an icon is asked for again and sent only where the look has changed', async () => {
  await using shop = await sharingShop()
  const ask = (headers: Record<string, string> = {}) => shop.send(new Request(`${siteUrl}/favicon.svg`, { headers }))
  const first = await ask()
  const tag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  const again = () => ask({ 'If-None-Match': tag })
  expect((await again()).status).toBe(304)
  changeLook(juniper)
  expect((await again()).status).toBe(200)
})
