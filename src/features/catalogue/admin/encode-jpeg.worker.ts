import { encodeJpeg } from './encode-jpeg.ts'

// Receives a file and answers with its JPEG or null. A worker, so that the page stays responsive while a large
// photograph is encoded.
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(await encodeJpeg(data).catch(() => null))
})
