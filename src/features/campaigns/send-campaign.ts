import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { CampaignContent } from './campaign-content.ts'
import type { CampaignDeps } from './campaign-deps.ts'
import { startCampaign } from './start-campaign.ts'

const timeoutMs = 20_000
const retryAfterMs = 250

type SendRequest = {
  content: CampaignContent
  requestedBy: string
  allowRecent?: boolean
  /** Runs a transaction with the administrator's id. */
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * Starts or continues the campaign of this text, and returns its id. While another start inserts its recipients, this
 * one retries every 250 ms without holding a connection. Refuses busy after 20 s of that, and conflict as
 * `startCampaign`.
 */
export async function sendCampaign(
  { queue, sender }: CampaignDeps,
  { content, requestedBy, allowRecent = false, as }: SendRequest,
): Promise<string> {
  const until = performance.now() + timeoutMs
  while (performance.now() < until) {
    const id = await as((tx) => startCampaign(tx, { queue, content, provider: sender.name, requestedBy, allowRecent }))
    if (id !== null) return id
    await sleep(retryAfterMs)
  }
  throw new AppError('busy', 'The list of recipients is still being prepared. Please try again in a moment.')
}
