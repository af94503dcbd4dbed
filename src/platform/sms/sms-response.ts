import { z } from 'zod'
import { countBytes } from '../http/limits/read-text.ts'
import { SmsError } from './sms.ts'

/** The provider's response: its status with its error code, or why there was no response. */
export type SmsResponse = { status: number; retryAfterMs: number | null; code: number | null } | { failure: string }

/** The largest body that is read: errors are a few hundred bytes. */
const maxBytes = 16_384
const errorBody = z.object({ code: z.int() })

/** Reads a response of any status and body. Of the body only the error code is used. */
export async function readSmsResponse(response: Response): Promise<SmsResponse> {
  const { status } = response
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
  if (response.ok) {
    // The message was accepted, whatever the body says.
    await response.body?.cancel()
    return { status, retryAfterMs, code: null }
  }
  const bytes = response.body ? await countBytes(response.body, maxBytes) : null
  return { status, retryAfterMs, code: bytes && codeIn(bytes) }
}

function codeIn(bytes: Uint8Array): number | null {
  try {
    return errorBody.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data?.code ?? null
  } catch {
    // An HTML page of a proxy: its status is enough.
    return null
  }
}

/**
 * Twilio's errors about the recipient's number: invalid, a landline, a short code, not reachable from the sender's, in
 * a country that is not enabled, unsubscribed.
 */
const numberErrors = [21211, 21214, 21217, 21265, 21408, 21610, 21612, 21614, 21635]

/** The error of a response; null when the message was accepted. */
export function smsErrorOf(provider: 'twilio' | 'http', response: SmsResponse): SmsError | null {
  if ('failure' in response) {
    return new SmsError('unavailable', `The provider of text messages did not answer (${response.failure}).`)
  }
  const { status, code } = response
  if (status >= 200 && status < 300) return null
  const message = `The provider of text messages answered ${status}${code === null ? '' : ` (error ${code})`}.`
  const isAboutNumber =
    provider === 'twilio' ? status === 400 && numberErrors.includes(code ?? 0) : status === 400 || status === 422
  if (isAboutNumber) return new SmsError('number_refused', message)
  const hint = status === 401 || status === 403 ? ' SMS_TOKEN has to be one that may send.' : ''
  return new SmsError('unavailable', `${message}${hint}`)
}
