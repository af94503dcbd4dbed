import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { countBytes } from '#platform/http/limits/body-limit.ts'
import { SmsError, type SmsSender, type TextMessage } from './sms.ts'

type SmsOptions = {
  provider: 'twilio' | 'http'
  /** For `twilio` the origin of its API, for `http` the whole URL. */
  url: string
  /** For `twilio` `ACCOUNT_SID:AUTH_TOKEN`, for `http` a bearer token. */
  token: string
  from: string
  timeoutMs?: number
}

type Post = { url: string; headers: Record<string, string>; body: string }

/**
 * Sends text messages over a provider's HTTP API: Twilio's (`Messages.json`), or any that accepts `{to, from, text}` as
 * JSON. A message is retried only when the provider surely has not accepted it; all tries together take ten seconds at
 * most. Throws `SmsError`.
 */
export function createSmsOverHttp(options: SmsOptions): SmsSender {
  const { provider, timeoutMs = 10_000 } = options
  const prepare = provider === 'twilio' ? prepareTwilio : prepareGeneric
  return {
    name: provider,
    async send(message) {
      const post = prepare(options, message)
      const signal = AbortSignal.timeout(timeoutMs)
      for (const pauseMs of [...pausesMs, null]) {
        const response = await sendRequest(post, signal)
        const error = smsErrorOf(provider, response)
        if (!error) return
        const retryMs = retryDelay(response, pauseMs)
        if (retryMs === null) throw error
        await wait(retryMs, undefined, { signal }).catch(() => {
          throw error
        })
      }
    },
  }
}

/** The pauses between three tries. */
const pausesMs = [300, 1_000]
const maxPauseMs = 3_000

/** Failures before a connection existed: the message was not sent. */
const neverConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Milliseconds until the next try; null without one, because the provider may have accepted the message. */
function retryDelay(response: SmsResponse, pauseMs: number | null): number | null {
  if (pauseMs === null) return null
  if ('failure' in response) return neverConnected.includes(response.failure) ? pauseMs : null
  if (response.status !== 429) return null
  const retryMs = response.retryAfterMs ?? pauseMs
  return retryMs <= maxPauseMs ? retryMs : null
}

function prepareTwilio({ url, token, from }: SmsOptions, { phone, text }: TextMessage): Post {
  const [account = ''] = token.split(':')
  return {
    url: `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    headers: {
      Authorization: `Basic ${Buffer.from(token).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ From: from, To: phone, Body: text }).toString(),
  }
}

function prepareGeneric({ url, token, from }: SmsOptions, { phone, text }: TextMessage): Post {
  return {
    url,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ to: phone, from, text }),
  }
}

async function sendRequest({ url, headers, body }: Post, signal: AbortSignal): Promise<SmsResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json', ...headers },
      body,
      redirect: 'manual', // a redirect must not send the token to another host
      signal,
    })
    return await readSmsResponse(response)
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    // Without the error's message, which may quote the text that was sent.
    return { failure: cause?.code ?? name ?? 'no reason given' }
  }
}

/** The provider's response: its status with its error code, or why there was no response. */
type SmsResponse = { status: number; retryAfterMs: number | null; code: number | null } | { failure: string }

/** The largest body that is read: errors are a few hundred bytes. */
const maxBytes = 16_384
const errorBody = z.object({ code: z.int() })

/** Reads a response of any status and body. Of the body only the error code is used. */
async function readSmsResponse(response: Response): Promise<SmsResponse> {
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
function smsErrorOf(provider: 'twilio' | 'http', response: SmsResponse): SmsError | null {
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
