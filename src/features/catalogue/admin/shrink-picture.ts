import { encodeJpeg } from './encode-jpeg.ts'

/** A phone's photograph takes a second or two; a worker that takes this long has run out of memory. */
const timeoutMs = 60_000

let turn: Promise<unknown> = Promise.resolve()

/**
 * Converts a picture that is too large or has an unsupported format to a JPEG of at most 10 MB. Null if this browser
 * cannot. One picture at a time, since a decoded photograph takes some 50 to 200 MB of memory. Browser only.
 */
export function shrinkPicture(file: File): Promise<File | null> {
  const made = turn.then(async () => {
    const jpeg = (await encodeInWorker(file).catch(() => null)) ?? (await encodeJpeg(file).catch(() => null))
    const name = `${file.name.replace(/\.[a-z0-9]{1,5}$/i, '')}.jpg`
    return jpeg && new File([jpeg], name, { type: 'image/jpeg' })
  })
  turn = made
  return made
}

/** Null without worker support or if the worker cannot decode it; throws if the browser refuses to start a worker. */
async function encodeInWorker(file: Blob): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined') return null
  const worker = new Worker(new URL('./encode-jpeg.worker.ts', import.meta.url), { type: 'module' })
  const jpeg = await new Promise<Blob | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), timeoutMs)
    const finish = (result: Blob | null) => {
      clearTimeout(timer)
      resolve(result)
    }
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => finish(data)
    worker.onerror = () => finish(null)
    worker.postMessage(file)
  })
  worker.terminate()
  return jpeg
}
