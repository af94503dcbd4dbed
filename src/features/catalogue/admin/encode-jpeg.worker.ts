import { encodeJpeg } from './encode-jpeg.ts'

// Gets a file, answers with its JPEG or null. A worker, so that the page stays responsive while a large photograph is encoded.
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(await encodeJpeg(data).catch(() => null))
})
