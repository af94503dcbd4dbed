import { EmailError } from '#platform/email/email.ts'
import type { CampaignSender } from '../campaign-sender.ts'
import { launchEvent } from './klaviyo-event.ts'
import { duplicateProfile, eventError, type KlaviyoResponse, readResponse } from './klaviyo-response.ts'

/** The version of Klaviyo's API. */
const revision = '2026-07-15'

export type KlaviyoOptions = {
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
