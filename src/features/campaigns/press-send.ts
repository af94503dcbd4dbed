import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Campaigning } from './campaigning.ts'
import { startCampaign } from './start-campaign.ts'
import type { Words } from './words.ts'

const patienceMs = 20_000
const againAfterMs = 250

type Press = {
  words: Words
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
export async function pressSend(
  { queue, sender }: Campaigning,
  { words, requestedBy, allowRecent = false, as }: Press,
): Promise<string> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const id = await as((tx) => startCampaign(tx, { queue, words, provider: sender.name, requestedBy, allowRecent }))
    if (id !== null) return id
    await sleep(againAfterMs)
  }
  throw new AppError('busy', 'The list is still being drawn up. Please press again in a moment.')
}
