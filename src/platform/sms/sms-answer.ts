import { z } from 'zod'
import { countBytes } from '../http/read-text.ts'
import { SmsError } from './sms.ts'

/** What came back: a status with the number of its error, or why there was no answer. */
export type SmsAnswer = { status: number; retryAfterMs: number | null; code: number | null } | { failure: string }

/** Errors are a few hundred bytes. */
const longestBytes = 16_384
const errorBody = z.object({ code: z.int() })

/** Reads an answer of the provider: any status, any body. Of the body only the number of an error is kept. */
export async function readSmsAnswer(response: Response): Promise<SmsAnswer> {
  const { status } = response
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
  if (response.ok) {
    // The message was taken, whatever else the body says.
    await response.body?.cancel()
    return { status, retryAfterMs, code: null }
  }
  const bytes = response.body ? await countBytes(response.body, longestBytes) : null
  return { status, retryAfterMs, code: bytes && codeIn(bytes) }
}

function codeIn(bytes: Uint8Array): number | null {
  try {
    return errorBody.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data?.code ?? null
  } catch {
    // A page of a proxy: its status says enough.
    return null
  }
}

/**
 * Twilio's errors that are about the number of the recipient: invalid, a landline, a short code, not reachable from ours, in a
 * country that is not switched on, unsubscribed.
 */
const aboutNumber = [21211, 21214, 21217, 21265, 21408, 21610, 21612, 21614, 21635]

/** Why the message was not taken, or null if it was. */
export function smsErrorOf(provider: 'twilio' | 'http', answer: SmsAnswer): SmsError | null {
  if ('failure' in answer) {
    return new SmsError('unavailable', `The provider of text messages did not answer (${answer.failure}).`)
  }
  const { status, code } = answer
  if (status >= 200 && status < 300) return null
  const said = `The provider of text messages answered ${status}${code === null ? '' : ` (error ${code})`}.`
  const isOfNumber =
    provider === 'twilio' ? status === 400 && aboutNumber.includes(code ?? 0) : status === 400 || status === 422
  if (isOfNumber) return new SmsError('number_refused', said)
  const hint = status === 401 || status === 403 ? ' SMS_TOKEN has to be one that may send.' : ''
  return new SmsError('unavailable', `${said}${hint}`)
}
