import sharp, { type Metadata, type Sharp } from 'sharp'
import { mostSourcePixels, pageQuality, stepsOf, widestOnPages } from './picture-ladder.ts'
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

async function readHeader(source: Buffer): Promise<Metadata> {
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

/** See `drawSvg` of the picture process. SVG is decoded for this task alone: no other runs in the process meanwhile. */
export async function drawSvg(svg: Buffer, size: number): Promise<Buffer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  try {
    const image = sharp(svg, { density: (72 * size) / 64 }).resize(size, size)
    return await image.png({ palette: true, compressionLevel: 9 }).toBuffer()
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] })
  }
}

/** Width and height as displayed, and the colours of the image. */
export async function readFacts(source: Buffer): Promise<PictureFacts> {
  const { autoOrient } = await readHeader(source)
  const blur = await blurOf(decoder(source).autoOrient())
  return { width: autoOrient.width, height: autoOrient.height, blur }
}

/**
 * The colours in the middle of an image and in its corners, '#4c5b50,#ece4d6': the stops of a gradient, which a page shows
 * until the image has loaded. A tiny image would be more exact, but is some 300 characters that hardly compress.
 */
async function blurOf(image: Sharp): Promise<string> {
  const nine = await image
    .flatten({ background: '#fff' })
    .resize({ width: 3, height: 3, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const colourOf = (...places: number[]) => meanColour(places.map((at) => nine.subarray(3 * at, 3 * at + 3)))
  return `${colourOf(4)},${colourOf(0, 2, 6, 8)}`
}

function meanColour(pixels: Uint8Array[]): string {
  const mean = (channel: number) => pixels.reduce((sum, pixel) => sum + (pixel[channel] ?? 0), 0) / pixels.length
  return `#${[0, 1, 2].map((channel) => Math.round(mean(channel)).toString(16).padStart(2, '0')).join('')}`
}

function encode(image: Sharp, format: ImageFormat, quality: number): Sharp {
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

export type PictureType = `image/${ImageFormat}`

/** A public rendition. `clean`: the whole image; a number: its width in pixels. */
type Rendition = { step: number | 'clean'; format: ImageFormat; bytes: Buffer }

/** `width` and `height` of the clean image as displayed; `blur`: its two colours. */
export type PreparedPicture = {
  type: PictureType
  width: number
  height: number
  blur: string
  renditions: Rendition[]
}

/** The longer side of the clean image in pixels; the original may be larger. */
const mostPixels = 3_000

/** All first renditions of an image, from one decoding; see `preparePicture`. */
export async function prepare(source: Buffer, seconds: number): Promise<PreparedPicture> {
  const format = formatOf(await readHeader(source))
  // Decoded at a half, a quarter or an eighth where the format allows it, upright, in sRGB.
  const { data, info } = await decoder(source, seconds)
    .autoOrient()
    .resize({ width: mostPixels, height: mostPixels, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = () => sharp(data, { raw: { width, height, channels } })

  const clean = await cleaned(decoded(), format).toBuffer()
  const renditions: PreparedPicture['renditions'] = [{ step: 'clean', format, bytes: clean }]
  for (const step of stepsOf(Math.min(width, widestOnPages))) {
    const sized = decoded().resize({ width: step, withoutEnlargement: true })
    renditions.push({ step, format: 'webp', bytes: await encode(sized, 'webp', pageQuality).toBuffer() })
  }
  return { type: `image/${format}` as PictureType, width, height, blur: await blurOf(decoded()), renditions }
}

function formatOf({ format, compression }: Metadata): ImageFormat {
  if (format === 'jpeg' || format === 'png' || format === 'webp') return format
  if (format === 'heif' && compression === 'av1') return 'avif'
  throw new Error(`A picture of type ${format} is not taken`)
}

/** The encoding of stored images: near to the original, and quick, because a request waits. */
function cleaned(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 88, progressive: true })
    case 'png':
      return image.png({ compressionLevel: 6 })
    case 'webp':
      return image.webp({ quality: 86, effort: 3 })
    case 'avif':
      return image.avif({ quality: 65, effort: 1 })
  }
}
