import { loadBackend } from '#platform/client/backend-client.ts'
import { callFunction } from '#platform/client/functions.ts'
import { sendForm, type Wrong } from '#platform/client/send-form.ts'
import { type ReturnKind, returnPhotographs } from './return.ts'

export type NewReturn = {
  token: string
  id: string
  kind: ReturnKind
  lines: { id: number; quantity: number }[]
  reason: string
  photographs: string[]
}

const unreachable = 'That didn’t reach us. What you typed is still here: please check your connection and try again.'

/** Sends a declaration; null on success. Never throws. Browser only. */
export function sendReturn(declared: NewReturn): Promise<Wrong | null> {
  return sendForm('request-return', declared, { fields: ['reason', 'photographs'], unreachable })
}

/**
 * Uploads a photograph for the owner's eyes, scaled down where it is too large. Returns its name, or why it was refused, as
 * a sentence. Never throws. Browser only.
 */
export async function uploadPhotograph(token: string, file: File): Promise<{ name: string } | { problem: string }> {
  try {
    const { pictureFit, refusalOf, shrinkPicture } = await import('#features/catalogue/admin/picture-file.ts')
    const fit = pictureFit(file)
    if (typeof fit === 'object') return { problem: `${file.name} ${fit.why}` }
    const sent = fit === 'ready' ? file : await shrinkPicture(file)
    if (!sent) return { problem: `${file.name} ${refusalOf(file)}` }
    const place = await callFunction<{ name: string; token: string }>('return-photograph', { token })
    const backend = await loadBackend()
    const { error } = await backend.storage
      .from(returnPhotographs)
      .uploadToSignedUrl(place.name, place.token, sent, { contentType: sent.type })
    return error ? { problem: `${file.name} could not be sent: please try another picture.` } : { name: place.name }
  } catch {
    return { problem: `${file.name} has not reached us. Please try again.` }
  }
}
