import { loadBackend, publicKey, renewAccessToken } from '#platform/client/backend-client.ts'
import { signedOutMessage } from '#platform/client/functions.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { mostSourcePixels } from '#platform/storage/pictures/picture-ladder.ts'
import { pictureBucket } from '../product.schema.ts'
import { encodeJpeg, mostBytes } from './encode-jpeg.ts'

/**
 * The formats of pictures that the shop accepts, as the `accept` of a file field. A phone converts its own formats into
 * one of these.
 */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** The largest file that the browser re-encodes: a larger one could exhaust the memory of a phone. */
const mostEncodedBytes = 100_000_000

type PictureFile = Pick<File, 'name' | 'type' | 'size'>

/**
 * Whether a file can be uploaded unchanged, unless it has too many pixels, or the browser must scale down or convert it
 * first; otherwise why it is refused, to continue a sentence that starts with its name. Does not decode the file.
 */
export function pictureFit(file: PictureFile): 'ready' | 'encode' | { why: string } {
  if (file.size === 0) return { why: 'is empty.' }
  if (!/^image\//.test(file.type) && !/\.hei[cf]$/i.test(file.name)) {
    return { why: 'can’t be used. Please choose a picture: JPEG, PNG, WebP or AVIF.' }
  }
  if (file.size > mostEncodedBytes) return { why: refusalOf(file) }
  return isKnownType(file) && file.size <= mostBytes ? 'ready' : 'encode'
}

/**
 * Whether a picture has more pixels than the shop decodes, whatever its bytes. False if the browser cannot read it.
 * Browser only.
 */
async function hasTooManyPixels(file: Blob): Promise<boolean> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  // An element reads the size without decoding the pixels.
  const pixels = await new Promise<number>((resolve) => {
    image.onload = () => resolve(image.naturalWidth * image.naturalHeight)
    image.onerror = () => resolve(0)
    image.src = url
  })
  URL.revokeObjectURL(url)
  return pixels > mostSourcePixels
}

/**
 * The file to upload: unchanged, or scaled down or converted by the browser after a call of `onShrink`; otherwise why it
 * is refused, to continue a sentence that starts with its name. Browser only.
 */
export async function readyPicture(file: File, onShrink?: () => void): Promise<{ file: File } | { why: string }> {
  const fit = pictureFit(file)
  if (typeof fit === 'object') return fit
  if (fit === 'ready' && !(await hasTooManyPixels(file))) return { file }
  onShrink?.()
  const made = await shrinkPicture(file)
  return made ? { file: made } : { why: refusalOf(file) }
}

/** Why a file that the browser could not re-encode is refused, to continue a sentence that starts with its name. */
export function refusalOf(file: PictureFile): string {
  if (!isKnownType(file)) return 'can’t be used. Please save it as JPEG.'
  if (file.size <= mostBytes) return 'has too many pixels. The limit is 40 megapixels.'
  return `is too large (${(file.size / 1_000_000).toFixed(1)} MB). The limit is 10 MB.`
}

function isKnownType({ type }: PictureFile): boolean {
  return pictureTypes.split(',').includes(type)
}

/** A random file name with the original extension: '3f0c….jpg'. */
export function randomName({ name, type }: Pick<File, 'name' | 'type'>): string {
  const own = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  return `${randomUuid()}.${own ?? type.replace('image/', '')}`
}

/** A phone's photograph takes a second or two; a worker that takes this long has run out of memory. */
const encodeTimeoutMs = 60_000

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
    const timer = setTimeout(() => resolve(null), encodeTimeoutMs)
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

/** Names are never reused, so browsers may cache a picture permanently. */
const cacheSeconds = 31_536_000
/** An upload without progress for this long has lost its connection. Resizing a large picture takes seconds. */
const uploadTimeoutMs = 45_000

/** The path of the public URL, or why the upload failed; `isLost`: no response came, so the file may be stored. */
export type Sent = { url: string; problem?: undefined } | { url?: undefined; problem: string; isLost: boolean }

type Sending = { file: File; name: string; signal: AbortSignal; onShare: (share: number) => void }

/**
 * Uploads a file as supabase-js does, but with progress: `onShare` gets 0 to 1. A retry uses the same name, and a file
 * that had arrived counts as sent. Never throws. Browser only.
 */
export async function sendPicture({ file, name, signal, onShare }: Sending): Promise<Sent> {
  try {
    const backend = await loadBackend()
    const { data } = await backend.auth.getSession()
    const token = data.session?.access_token ?? (await renewAccessToken())
    if (!token) return { problem: signedOutMessage, isLost: true }
    let response = await post({ file, name, signal, onShare, token })
    if (response && wantsSignIn(response)) {
      const renewed = await renewAccessToken()
      if (renewed) response = await post({ file, name, signal, onShare, token: renewed })
    }
    if (!response) return lost
    const problem = uploadProblem(response)
    if (problem) return { problem, isLost: false }
    const { publicUrl } = backend.storage.from(pictureBucket).getPublicUrl(name).data
    // Without the host, which may change: pages show only the shop's own pictures.
    return { url: new URL(publicUrl).pathname }
  } catch {
    return lost
  }
}

const lost = { problem: 'The connection was lost.', isLost: true }

type UploadResponse = { status: number; text: string }

function post({ file, name, signal, onShare, token }: Sending & { token: string }): Promise<UploadResponse | null> {
  const body = new FormData()
  body.append('cacheControl', String(cacheSeconds))
  body.append('', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>
    function wait() {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), uploadTimeoutMs)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onShare(total > 0 ? loaded / total : 0)
    }
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => resolve(null)
    request.onabort = () => resolve(null)
    request.onloadend = () => clearTimeout(timer)
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', `${window.location.origin}/storage/v1/object/${pictureBucket}/${name}`)
    request.setRequestHeader('apikey', publicKey())
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('x-upsert', 'false')
    wait()
    request.send(body)
  })
}

/** The storage API has the same code for an ended session and a missing permission. */
function wantsSignIn({ status, text }: UploadResponse): boolean {
  return status >= 400 && readError(text).code === 'AccessDenied'
}

/** The message for a refused upload; null if the file is stored. */
export function uploadProblem({ status, text }: UploadResponse): string | null {
  if (status >= 200 && status < 300) return null
  const { code = '', message = '' } = readError(text)
  // The name is random, so an existing file is an earlier attempt of this upload.
  if (/AlreadyExists/.test(code)) return null
  if (code === 'EntityTooLarge' || status === 413) return 'It is too large. The limit is 10 MB.'
  if (code === 'ImageTooLarge') return 'It has too many pixels. The limit is 40 megapixels.'
  if (code === 'InvalidMimeType') return 'It can’t be used. Please save it as JPEG.'
  if (code === 'AccessDenied') return 'You have been signed out. Sign in again to upload it.'
  return message || 'The upload failed.'
}

function readError(text: string): { code?: string; message?: string } {
  try {
    const body: unknown = JSON.parse(text)
    return body && typeof body === 'object' ? body : {}
  } catch {
    return {}
  }
}
