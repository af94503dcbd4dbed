import sharp, { type Metadata, type Sharp } from 'sharp'
import { blurOf, decoder, encode, readHeader } from './image-work.ts'
import { pageQuality, stepsOf } from './picture-ladder.ts'
import type { ImageFormat } from './rendering.ts'

export type PictureType = `image/${ImageFormat}`

/** A public rendition. `clean`: the whole image; a number: its width in pixels. */
export type Rendition = { step: number | 'clean'; format: ImageFormat; bytes: Buffer }

/** `width` and `height` of the clean image as displayed; `blur`: a data URI of some 300 characters. */
export type PreparedPicture = {
  type: PictureType
  width: number
  height: number
  blur: string
  renditions: Rendition[]
}

/** The longer side of the clean image in pixels; the original may be larger. */
const mostPixels = 2_400

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
  for (const step of stepsOf(width)) {
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
