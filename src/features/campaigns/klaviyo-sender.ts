import { z } from 'zod'
import { EmailError, EmailRejected } from '#platform/email/email.ts'
import { replaceAddresses } from '#platform/text/kept-text.ts'
import type { CampaignMessage, CampaignSender } from './campaign-deps.ts'

/** The version of Klaviyo's API. */
const revision = '2026-07-15'

type KlaviyoOptions = {
  /** A private key with the scope events:write. */
  apiKey: string
  apiBase?: string | undefined
  fetch?: typeof fetch
  timeoutMs?: number
}

/**
 * The launch e-mail by Klaviyo: one event per recipient, which a flow there turns into the e-mail. An event may be sent
 * twice, since Klaviyo stores the first. Refuses at once, with Error, a key that no header can carry.
 */
export function createKlaviyoSender({
  apiKey,
  apiBase = 'https://a.klaviyo.com',
  fetch = globalThis.fetch,
  timeoutMs = 10_000,
}: KlaviyoOptions): CampaignSender {
  // `fetch` would put such a key into its error.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new Error('KLAVIYO_API_KEY holds characters that no key has.')
  const closing = new AbortController()

  async function post(body: object): Promise<KlaviyoResponse> {
    try {
      const response = await fetch(`${apiBase}/api/events`, {
        method: 'POST',
        headers: {
          Accept: 'application/vnd.api+json',
          Authorization: `Klaviyo-API-Key ${apiKey}`,
          'Content-Type': 'application/vnd.api+json',
          revision,
        },
        body: JSON.stringify(body),
        redirect: 'manual', // the key goes to the configured address and nowhere else
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]),
      })
      return await readResponse(response)
    } catch (error) {
      throw new EmailError('unreachable', `Klaviyo could not be reached (${codeOf(error)}).`)
    }
  }

  return {
    name: 'klaviyo',
    idempotent: true,
    async send(message) {
      const first = await post(launchEvent(message))
      const profileId = duplicateProfile(first)
      const trouble = eventError(profileId === null ? first : await post(launchEvent(message, profileId)), apiKey)
      if (trouble) throw trouble
    },
    close: () => closing.abort(),
  }
}

/** ECONNREFUSED, TimeoutError and the like; never the message, which may contain the request. */
function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'no reason given'
}

/** The metric that triggers a flow at Klaviyo; `docs/owner/klaviyo.md` names it for the owner. */
const launchMetric = 'Launch Letter'

/**
 * The body of POST /api/events for one recipient. Klaviyo stores the first event of a `unique_id` for a profile and
 * metric and drops every later one, so the same event may be sent any number of times. The profile is named by address,
 * or by `profileId` once Klaviyo has reported it. Nothing here subscribes a profile: a subscribe call would undo an
 * unsubscription.
 */
function launchEvent({ campaignId, email, subject, message, unsubscribeUrl }: Parts, profileId?: string): object {
  const profile = profileId === undefined ? { attributes: { email } } : { id: profileId, attributes: {} }
  return {
    data: {
      type: 'event',
      attributes: {
        properties: { subject, message, unsubscribe_url: unsubscribeUrl, campaign_id: campaignId },
        unique_id: `${campaignId}:${email}`,
        metric: { data: { type: 'metric', attributes: { name: launchMetric } } },
        profile: { data: { type: 'profile', ...profile } },
      },
    },
  }
}

type Parts = Pick<CampaignMessage, 'campaignId' | 'email' | 'subject' | 'message' | 'unsubscribeUrl'>

/** The response: the status, the requested wait, and the first error of its body. */
type KlaviyoResponse = { status: number; retryAfterMs: number | null; error: KlaviyoError }
type KlaviyoError = z.output<typeof errorForm>

const text = z.string().optional().catch(undefined)
const errorForm = z.object({
  code: text,
  detail: text,
  source: z.object({ pointer: text, parameter: text }).catch({ pointer: undefined, parameter: undefined }).default({}),
  meta: z.object({ duplicate_profile_id: text }).catch({ duplicate_profile_id: undefined }).default({}),
})
const noError: KlaviyoError = { code: undefined, detail: undefined, source: {}, meta: {} }

/** Errors are a few hundred bytes; a longer body is not read to its end. */
const maxBytes = 16_384
const maxWaitMs = 86_400_000

/** Parses a response of Klaviyo, or of a proxy: any status, any body. */
async function readResponse(response: Response): Promise<KlaviyoResponse> {
  const retryAfterMs = readRetryAfter(response.headers)
  if (response.status === 202) {
    await response.body?.cancel()
    return { status: 202, retryAfterMs, error: noError }
  }
  return { status: response.status, retryAfterMs, error: firstError(await readBounded(response)) }
}

/** The profile's id, if Klaviyo reports that the address belongs to a profile with another identifier. */
function duplicateProfile({ status, error }: KlaviyoResponse): string | null {
  const id = error.meta.duplicate_profile_id
  return status === 409 && id !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null
}

/**
 * Why the event was refused, or null if it was accepted. An error about the profile concerns this recipient
 * (`refused`); any other would concern every recipient (`misconfigured`). Errors of Klaviyo's own are `unreachable`:
 * the event may have been stored, and may be sent again. The message contains no address and no key.
 */
function eventError(response: KlaviyoResponse, apiKey: string): EmailError | null {
  const { status, retryAfterMs, error } = response
  const message = `Klaviyo answered ${status}${errorDetail(error, apiKey)}.`
  if (status === 202) return null
  if (status === 429) return new EmailError('too_fast', message, { retryAfterMs })
  if (status === 408 || status >= 500) return new EmailError('unreachable', message, { retryAfterMs })
  if (status === 401 || status === 403) {
    return new EmailError(
      'misconfigured',
      `${message} KLAVIYO_API_KEY must be a private key with write access to events.`,
    )
  }
  if (status === 409 || (status === 400 && isOfRecipient(error))) return new EmailRejected(message)
  return new EmailError('misconfigured', message)
}

/** If the error names no field: the address is what differs between events. */
function isOfRecipient({ source: { pointer, parameter } }: KlaviyoError): boolean {
  if (parameter !== undefined) return false
  return pointer === undefined || !/\/(metric|properties|unique_id|time|value)\b/.test(pointer)
}

function errorDetail({ code, detail }: KlaviyoError, apiKey: string): string {
  const content = [code, detail].filter((word) => word !== undefined && word !== '').join(': ')
  if (content === '') return ''
  const without = replaceAddresses(content, 'the address').replaceAll(apiKey, 'the key').replaceAll(/\s+/g, ' ')
  return ` (${without.slice(0, 200).replace(/\.$/, '')})`
}

function firstError(body: string): KlaviyoError {
  const parsed = z.object({ errors: z.array(errorForm).min(1) }).safeParse(asJson(body))
  return parsed.data?.errors[0] ?? noError
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // A proxy's page, or an incomplete body: its status is enough.
    return undefined
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxBytes)
}

/** Seconds or a date (RFC 9110 10.2.3); a date is relative to the response's own, so that clocks need not agree. */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  const sentAt = Date.parse(headers.get('date') ?? '') || Date.now()
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - sentAt
  return Number.isFinite(ms) ? Math.min(Math.max(Math.ceil(ms), 0), maxWaitMs) : null
}
