import sharp, { type Metadata, type Sharp } from 'sharp'
import { mostSourcePixels } from './picture-ladder.ts'
import type { ImageFormat, Rendering } from './rendering.ts'

// sharp's own cache and threads would take the shop's memory and both cores.
sharp.cache(false)
sharp.concurrency(1)
// Only these four formats are decoded; SVG, PDF, TIFF, GIF and others are refused.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

/** An image of more pixels than are decoded. */
export class TooManyPixels extends Error {}

export type PictureFacts = { width: number; height: number; blur: string }

/**
 * A decoder with the limits of every image: 40 megapixels, so many seconds, nothing missing. A warning is no damage:
 * Samsung's phones write whole photographs that the decoder warns of.
 */
export function decoder(source: Buffer, seconds = 10) {
  return sharp(source, { limitInputPixels: mostSourcePixels, failOn: 'error', sequentialRead: true }).timeout({
    seconds,
  })
}

/** Reads the header of an image. Throws `TooManyPixels` for one that would not be decoded. */
export async function readHeader(source: Buffer): Promise<Metadata> {
  const header = await sharp(source, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (header.width * header.height > mostSourcePixels) throw new TooManyPixels('There are too many pixels')
  return header
}

/** Renders an image upright, without its metadata; never enlarged, except to the size of a card. */
export function renderImage(source: Buffer, rendering: Rendering, seconds: number): Promise<Buffer> {
  const { step, width, height, resize, quality, format, position = 'centre' } = rendering
  const image = decoder(source, seconds)
    .autoOrient()
    .resize({
      ...(width !== null && { width }),
      ...(height !== null && { height }),
      // With one side given, the other follows.
      fit: width === null || height === null ? 'inside' : resize,
      position,
      withoutEnlargement: step !== 'card',
      background: { r: 255, g: 255, b: 255, alpha: format === 'jpeg' ? 1 : 0 },
    })
  return encode(image, format, quality).toBuffer()
}

/** Width and height as displayed, and a 16-pixel image as a data URI of 300 to 400 characters. */
export async function readFacts(source: Buffer): Promise<PictureFacts> {
  const { autoOrient } = await readHeader(source)
  const blur = await blurOf(decoder(source).autoOrient())
  return { width: autoOrient.width, height: autoOrient.height, blur }
}

/** An image of 16 pixels across as a data URI; a strip has at most 64 pixels down. */
export async function blurOf(image: Sharp): Promise<string> {
  const tiny = await image.resize({ width: 16, height: 64, fit: 'inside' }).webp({ quality: 88, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

export function encode(image: Sharp, format: ImageFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality, mozjpeg: true })
    case 'png':
      return image.png({ compressionLevel: 9 })
    case 'webp':
      return image.webp({ quality })
    case 'avif':
      // AVIF's scale differs: 55 looks like WebP's 80.
      return image.avif({ quality: Math.round(quality * 0.7), effort: 4 })
  }
}
