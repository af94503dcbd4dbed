// @module-tag S27

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bombs, grainy, mutated, randomNumbers, refusedFiles } from '#tests/fixtures/hostile-pictures.ts'
import { DamagedPicture, OversizedPicture } from '../storage-error.ts'
import { preparePicture } from './image-process.ts'
import type { PreparedPicture } from './image-work.ts'

function cleanOf({ renditions }: PreparedPicture): Buffer {
  return renditions.find(({ step }) => step === 'clean')?.bytes ?? Buffer.alloc(0)
}

/** Red, green and blue of one pixel of the clean picture. */
async function pixel(prepared: PreparedPicture, left: number, top: number): Promise<number[]> {
  const cut = sharp(cleanOf(prepared)).extract({ left, top, width: 1, height: 1 }).toColourspace('srgb').removeAlpha()
  return [...(await cut.raw().toBuffer())].slice(0, 3)
}

function near(colour: number[], expected: number[], within = 12): boolean {
  return expected.every((value, index) => Math.abs(value - (colour[index] ?? -99)) <= within)
}

test('only whole JPEG, PNG, WebP and AVIF files are pictures', async () => {
  for (const [what, bytes] of Object.entries(await refusedFiles())) {
    await expect(preparePicture(bytes), what).rejects.toThrow(DamagedPicture)
  }
})

test('a small file that would decode to a huge image is refused at once', async () => {
  for (const [what, bytes] of Object.entries(await bombs())) {
    const began = performance.now()
    await expect(preparePicture(bytes), what).rejects.toThrow(DamagedPicture)
    expect(performance.now() - began, what).toBeLessThan(3_000)
  }
})

test('a whole picture of too many pixels is said to have them', async () => {
  const wide = sharp({ create: { width: 12_000, height: 3_400, channels: 3, background: 'teal' } })
  await expect(preparePicture(await wide.jpeg().toBuffer())).rejects.toThrow(OversizedPicture)
})

test('a served picture has no location, no camera data and no bytes behind its end', async () => {
  const script = '<?php echo 1; ?><script>alert(1)</script>'
  const photo = await grainy(320, 240)
    .jpeg()
    .withExif({ IFD0: { Make: 'Canon', ImageDescription: script }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script.replaceAll(/[<>?]/g, '')}</x:xmpmeta>`)
    .toBuffer()
  const comment = Buffer.from(script)
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  const polyglot = Buffer.concat([photo.subarray(0, 2), marker, comment, photo.subarray(2), comment])
  const { renditions } = await preparePicture(polyglot)
  for (const { bytes } of renditions) {
    const { exif, xmp, iptc, comments } = await sharp(bytes).metadata()
    expect([exif, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined])
    for (const word of ['script', 'Canon', 'php', 'GPS']) expect(bytes.includes(word)).toBe(false)
  }
})

test.each([
  [1, 'left', 'top'],
  [2, 'right', 'top'],
  [3, 'right', 'bottom'],
  [4, 'left', 'bottom'],
  [5, 'left', 'top'],
  [6, 'right', 'top'],
  [7, 'right', 'bottom'],
  [8, 'left', 'bottom'],
] as const)('a picture with EXIF orientation %i is stored upright', async (orientation, across, down) => {
  const red = { create: { width: 120, height: 60, channels: 3 as const, background: '#e01010' } }
  const turned = await sharp({ create: { width: 240, height: 120, channels: 3, background: '#1010e0' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withMetadata({ orientation })
    .toBuffer()
  const prepared = await preparePicture(turned)
  const [width, height] = orientation < 5 ? [240, 120] : [120, 240]
  expect(prepared).toMatchObject({ width, height })
  const place = { left: 8, right: width - 9, top: 8, bottom: height - 9 }
  expect(near(await pixel(prepared, place[across], place[down]), [224, 16, 16])).toBe(true)
  const other = { left: place.right, right: place.left, top: place.bottom, bottom: place.top }
  expect(near(await pixel(prepared, other[across], other[down]), [16, 16, 224])).toBe(true)
})

test('colours are converted to sRGB from CMYK, 16 bits, a wider colour space and grey', async () => {
  const flat = () => sharp({ create: { width: 200, height: 100, channels: 3, background: '#c83264' } })
  const from = async (bytes: Buffer) => pixel(await preparePicture(bytes), 100, 50)
  const wide = await flat().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()
  expect((await sharp(wide).metadata()).icc).toBeDefined()
  expect(near(await from(wide), [200, 50, 100])).toBe(true)
  const print = await flat().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()
  expect((await sharp(print).metadata()).space).toBe('cmyk')
  expect(near(await from(print), [200, 50, 100], 20)).toBe(true)
  const deep = await flat().toColourspace('rgb16').png().toBuffer()
  expect((await sharp(deep).metadata()).depth).toBe('ushort')
  expect(near(await from(deep), [200, 50, 100])).toBe(true)
  const grey = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#777777' } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  expect(near(await pixel(await preparePicture(grey), 20, 20), [119, 119, 119])).toBe(true)
  const glass = await sharp({
    create: { width: 50, height: 50, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const { renditions } = await preparePicture(glass)
  for (const { bytes } of renditions) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
})

test('an animation becomes its first frame', async () => {
  const frames = await Promise.all(
    ['#e01010', '#1010e0'].map((background) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ quality: 95 })
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const prepared = await preparePicture(moving)
  expect(prepared).toMatchObject({ type: 'image/webp', width: 60, height: 60 })
  expect(near(await pixel(prepared, 30, 30), [224, 16, 16])).toBe(true)
})

test('a picture with changed bytes is refused, or decodes completely', async () => {
  const random = randomNumbers(27)
  const originals = await Promise.all(
    (['jpeg', 'png', 'webp', 'avif'] as const).map((type) => grainy(96, 64).toFormat(type, { effort: 1 }).toBuffer()),
  )
  for (const original of originals) {
    for (let times = 0; times < 15; times += 1) {
      const prepared = await preparePicture(mutated(original, random)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(DamagedPicture)
        return null
      })
      for (const { bytes } of prepared?.renditions ?? []) await sharp(bytes, { failOn: 'warning' }).stats()
    }
  }
})
