import { setTimeout as wait } from 'node:timers/promises'
import type { SmsSender, TextMessage } from './sms.ts'
import { readSmsAnswer, type SmsAnswer, smsErrorOf } from './sms-answer.ts'

export type SmsOptions = {
  provider: 'twilio' | 'http'
  /** Of `twilio` its API's origin, of `http` the whole address. */
  url: string
  /** Of `twilio` `ACCOUNT_SID:AUTH_TOKEN`, of `http` a bearer token. */
  token: string
  from: string
  timeoutMs?: number
}

type Post = { url: string; headers: Record<string, string>; body: string }

/**
 * Sends text messages by a provider's HTTP interface: Twilio's (`Messages.json`), or any that takes `{to, from, text}` as
 * JSON. A message is tried again only where the provider surely has not taken it, and everything together takes at most
 * ten seconds. Throws `SmsError`.
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
        const answer = await ask(post, signal)
        const error = smsErrorOf(provider, answer)
        if (!error) return
        const again = waitBeforeNext(answer, pauseMs)
        if (again === null) throw error
        await wait(again, undefined, { signal }).catch(() => {
          throw error
        })
      }
    },
  }
}

/** Between three tries. */
const pausesMs = [300, 1_000]
const longestPauseMs = 3_000

/** Connections that were never there: nothing of the message has left. */
const neverConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Milliseconds to wait, or null where there is no next try: the provider may have taken the message. */
function waitBeforeNext(answer: SmsAnswer, pauseMs: number | null): number | null {
  if (pauseMs === null) return null
  if ('failure' in answer) return neverConnected.includes(answer.failure) ? pauseMs : null
  if (answer.status !== 429) return null
  const asked = answer.retryAfterMs ?? pauseMs
  return asked <= longestPauseMs ? asked : null
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

async function ask({ url, headers, body }: Post, signal: AbortSignal): Promise<SmsAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json', ...headers },
      body,
      redirect: 'manual', // the token goes to the configured address and nowhere else
      signal,
    })
    return await readSmsAnswer(response)
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    // Never the message, which may quote what was sent.
    return { failure: cause?.code ?? name ?? 'no reason given' }
  }
}
