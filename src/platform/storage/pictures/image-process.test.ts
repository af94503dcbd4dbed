import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DamagedPicture } from '../storage-error.ts'
import { drawSvg, preparePicture } from './image-process.ts'

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#3d5a45' } })
}

test('a photograph becomes a clean image of its type, WebP images up to the widest of pages, and a blur', async () => {
  const prepared = await preparePicture(await plain(3600, 2400).jpeg().toBuffer())
  expect(prepared).toMatchObject({ type: 'image/jpeg', width: 3000, height: 2000 })
  expect(prepared.blur).toMatch(/^#[\da-f]{6},#[\da-f]{6}$/)
  const facts = prepared.renditions.map(async ({ step, format, bytes }) => {
    const { width, height } = await sharp(bytes).metadata()
    return [step, format, width, height]
  })
  expect(await Promise.all(facts)).toEqual([
    ['clean', 'jpeg', 3000, 2000],
    ...[160, 320, 480, 640, 800, 1200, 1600].map((width) => [width, 'webp', width, Math.round((width * 2) / 3)]),
  ])
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a small %s is never enlarged and has one step at least',
  async (type) => {
    const prepared = await preparePicture(await plain(100, 50).toFormat(type).toBuffer())
    expect(prepared).toMatchObject({ type: `image/${type}`, width: 100, height: 50 })
    expect(prepared.renditions.map(({ step, format }) => [step, format])).toEqual([
      ['clean', type],
      [160, 'webp'],
    ])
  },
)

test('a file that is not a picture is refused as damaged', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('<?php phpinfo();'), Buffer.from('<svg width="9" height="9"/>')]) {
    await expect(preparePicture(bytes)).rejects.toThrow(DamagedPicture)
  }
})

test('a drawing of the program is a PNG of its size, and an SVG that is uploaded after it is refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0z"/></svg>'
  expect(await sharp(await drawSvg(svg, 32)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
  await expect(preparePicture(Buffer.from(svg))).rejects.toThrow(DamagedPicture)
})
