import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { grainy } from '#tests/fixtures/hostile-pictures.ts'
import { DamagedPicture } from '../storage-error.ts'
import { preparePicture } from './image-process.ts'

/** The nine ways in which the accepted formats are written. */
const kinds: Record<string, (image: Sharp) => Sharp> = {
  'a JPEG': (image) => image.jpeg(),
  'a progressive JPEG': (image) => image.jpeg({ progressive: true }),
  'a JPEG without subsampling': (image) => image.jpeg({ chromaSubsampling: '4:4:4' }),
  'a PNG': (image) => image.png(),
  'an interlaced PNG': (image) => image.png({ progressive: true }),
  'a PNG with a palette': (image) => image.png({ palette: true }),
  'a WebP': (image) => image.webp(),
  'a lossless WebP': (image) => image.webp({ lossless: true }),
  'an AVIF': (image) => image.avif({ effort: 0 }),
}

test.each(Object.entries(kinds))('%s is taken whole, and refused wherever it is cut off', async (_, write) => {
  const whole = await write(grainy(320, 240)).toBuffer()
  expect(await preparePicture(whole)).toMatchObject({ width: 320, height: 240 })
  for (const share of [0.1, 0.25, 0.5, 0.75, 0.9, 0.99]) {
    const cut = whole.subarray(0, Math.floor(whole.length * share))
    await expect(preparePicture(cut), `${share * 100} %`).rejects.toThrow(DamagedPicture)
  }
})

/** The parameters Ss, Se, AhAl of each scan set to 0, as Samsung's phones and their picture editor write them. */
function withSamsungScan(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg)
  const scan = changed.indexOf(Buffer.from([0xff, 0xda]))
  const length = changed.readUInt16BE(scan + 2)
  changed.fill(0, scan + 2 + length - 3, scan + 2 + length)
  return changed
}

/** Bytes that belong to nothing before the last marker, as some cameras write them. */
function withStrayBytes(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0, 1, 2, 3]), jpeg.subarray(2)])
}

test('a whole photograph is taken, whatever its decoder warns of', async () => {
  const photo = await grainy(320, 240).jpeg().toBuffer()
  const samsung = withSamsungScan(photo)
  await expect(sharp(samsung, { failOn: 'warning' }).stats()).rejects.toThrow()
  expect(await preparePicture(samsung)).toMatchObject({ type: 'image/jpeg', width: 320, height: 240 })
  await expect(preparePicture(samsung.subarray(0, samsung.length / 2))).rejects.toThrow(DamagedPicture)
  const stray = withStrayBytes(photo)
  await expect(sharp(stray, { failOn: 'warning' }).stats()).rejects.toThrow()
  expect(await preparePicture(stray)).toMatchObject({ width: 320, height: 240 })
})

test('a picture of thousands of times its own width or height is taken', async () => {
  for (const [width, height] of [
    [2, 2_300],
    [2_300, 2],
    [1, 16_000],
    [3, 12_000],
  ] as const) {
    const strip = sharp({ create: { width, height, channels: 3, background: '#3d5a45' } })
    const prepared = await preparePicture(await strip.png().toBuffer())
    expect(prepared.blur, `${width}×${height}`).toMatch(/^#[\da-f]{6},#[\da-f]{6}$/)
  }
})
