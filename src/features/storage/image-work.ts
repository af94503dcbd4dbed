import sharp, { type Sharp } from 'sharp'
import type { ImageFormat, Rendering } from './rendering.ts'
import { tooBusy } from './storage-error.ts'

// The library's own cache and threads would take the memory and both cores from the shop.
sharp.cache(false)
sharp.concurrency(1)
// Only these four are ever decoded; SVG, PDF, TIFF, GIF and the rest have no business here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

const mostWaiting = 200
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** One picture is worked on at a time, whoever asks. Refuses when two hundred wait. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) return Promise.reject(tooBusy())
  waiting += 1
  const done = last.then(work).finally(() => {
    waiting -= 1
  })
  last = done.catch(() => undefined)
  return done
}

/** Whether somebody waits for a picture now; what can wait lets them pass. */
export function isWorking(): boolean {
  return waiting > 0
}

/** A decoder with the limits every picture is read under: 40 megapixels, 10 seconds, nothing damaged. */
export function decoder(source: string | Buffer) {
  return sharp(source, { limitInputPixels: 40e6, failOn: 'warning', sequentialRead: true }).timeout({ seconds: 10 })
}

/** The picture's bytes as asked for; never larger than it is, upright, without its camera's notes. */
export function renderImage(source: string | Buffer, rendering: Rendering): Promise<Buffer> {
  const { width, height, resize, quality, format } = rendering
  const image = decoder(source)
    .autoOrient()
    .resize({
      ...(width !== null && { width }),
      ...(height !== null && { height }),
      // Of one side given alone, the other follows.
      fit: width === null || height === null ? 'inside' : resize,
      withoutEnlargement: true,
      background: { r: 255, g: 255, b: 255, alpha: format === 'jpeg' ? 1 : 0 },
    })
  return encode(image, format, quality).toBuffer()
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
      // Its scale is another: 55 looks as WebP's 80 does.
      return image.avif({ quality: Math.round(quality * 0.7), effort: 4 })
  }
}
