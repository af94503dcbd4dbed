import { loadBackend, publicKey, renewAccessToken } from '#platform/client/backend-client.ts'
import { signedOutMessage } from '#platform/client/functions.ts'

const bucket = 'product-images'
/** Names are never reused, so browsers may cache a picture permanently. */
const cacheSeconds = 31_536_000
/** An upload without progress for this long has lost its connection. Resizing a large picture takes seconds. */
const patienceMs = 45_000

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
    let answer = await post({ file, name, signal, onShare, token })
    if (answer && wantsSignIn(answer)) {
      const renewed = await renewAccessToken()
      if (renewed) answer = await post({ file, name, signal, onShare, token: renewed })
    }
    if (!answer) return lost
    const problem = problemOf(answer)
    if (problem) return { problem, isLost: false }
    const { publicUrl } = backend.storage.from(bucket).getPublicUrl(name).data
    // Without the host, which may change: pages show only the shop's own pictures.
    return { url: new URL(publicUrl).pathname }
  } catch {
    return lost
  }
}

const lost = { problem: 'The connection was lost.', isLost: true }

type Answer = { status: number; text: string }

function post({ file, name, signal, onShare, token }: Sending & { token: string }): Promise<Answer | null> {
  const body = new FormData()
  body.append('cacheControl', String(cacheSeconds))
  body.append('', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>
    function wait() {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), patienceMs)
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
    request.open('POST', `${window.location.origin}/storage/v1/object/${bucket}/${name}`)
    request.setRequestHeader('apikey', publicKey())
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('x-upsert', 'false')
    wait()
    request.send(body)
  })
}

/** The storage API has the same code for an ended session and a missing permission. */
function wantsSignIn({ status, text }: Answer): boolean {
  return status >= 400 && readError(text).code === 'AccessDenied'
}

/** The message for a refused upload; null if the file is stored. */
export function problemOf({ status, text }: Answer): string | null {
  if (status >= 200 && status < 300) return null
  const { code = '', message = '' } = readError(text)
  // The name is random, so an existing file is an earlier attempt of this upload.
  if (/AlreadyExists/.test(code)) return null
  if (code === 'EntityTooLarge' || status === 413) return 'It is too large. The limit is 10 MB.'
  if (code === 'InvalidMimeType') return 'It can’t be used. Please save it as JPEG.'
  if (code === 'AccessDenied') return 'You may not add pictures any more. Log in again, and it can be sent.'
  return message || 'The shop could not take it.'
}

function readError(text: string): { code?: string; message?: string } {
  try {
    const body: unknown = JSON.parse(text)
    return body && typeof body === 'object' ? body : {}
  } catch {
    return {}
  }
}
