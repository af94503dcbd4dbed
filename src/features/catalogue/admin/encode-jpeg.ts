/** The largest accepted picture, in bytes. */
export const mostBytes = 10_000_000

/** The longest side of the result, in pixels. Safari on a phone draws at most 16.7 million pixels. */
const longestSide = 4_000
const quality = 0.9
const mostTries = 8

/**
 * Encodes a picture file as an upright JPEG of at most 10 MB, scaled down if necessary. Null if the browser cannot
 * decode it. Runs in a worker and on the page.
 */
export async function encodeJpeg(file: Blob): Promise<Blob | null> {
  const picture = await decode(file)
  if (!picture) return null
  try {
    let scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    for (let tries = 0; tries < mostTries; tries += 1) {
      const jpeg = await draw(picture, scale)
      if (jpeg && jpeg.size <= mostBytes) return jpeg
      scale *= 0.8
    }
    return null
  } finally {
    if (picture instanceof ImageBitmap) picture.close()
  }
}

async function decode(file: Blob): Promise<ImageBitmap | HTMLImageElement | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap || typeof document === 'undefined') return bitmap
  // Some browsers decode more formats in an element than as a bitmap.
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  const isDecoded = await image.decode().then(
    () => true,
    () => false,
  )
  URL.revokeObjectURL(url)
  return isDecoded ? image : null
}

async function draw(picture: ImageBitmap | HTMLImageElement, scale: number): Promise<Blob | null> {
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = typeof OffscreenCanvas === 'undefined' ? pageCanvas(width, height) : new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) return null
  // JPEG has no transparency; without this, transparent pixels would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

function pageCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}
