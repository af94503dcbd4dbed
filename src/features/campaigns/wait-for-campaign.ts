import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'

const pollMs = 300

/**
 * Returns a wait that resolves when the campaign is done or paused, or after `timeoutMs`, or when `signal` aborts. All
 * waits for one campaign share three reads of its row per second.
 */
export function campaignWatch(db: Db): CampaignWatch {
  const polls = new Map<string, { waiters: number; ended: Promise<void> }>()

  async function poll(id: string): Promise<void> {
    for (;;) {
      await sleep(pollMs)
      const hasWaiters = Boolean(polls.get(id)?.waiters)
      const isSending = hasWaiters && (await db.asService((tx) => isBeingSent(tx, id)))
      if (isSending) continue
      // Removed at once, so that no waiter joins a finished poll.
      polls.delete(id)
      return
    }
  }

  function join(id: string) {
    const known = polls.get(id)
    if (known) return known
    const started = { waiters: 0, ended: Promise.resolve() }
    polls.set(id, started)
    started.ended = poll(id).catch((error: unknown) => {
      polls.delete(id)
      throw error
    })
    // Every waiter gets the error; without waiters it is ignored.
    started.ended.catch(() => undefined)
    return started
  }

  return async (id, { timeoutMs, signal }) => {
    const shared = join(id)
    shared.waiters += 1
    await Promise.race([shared.ended, aborted(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))])
    shared.waiters -= 1
  }
}

export type CampaignWatch = (id: string, options: { timeoutMs: number; signal: AbortSignal }) => Promise<void>

async function isBeingSent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from private.campaigns where id = ${id} and state = 'sending'`.execute(tx)
  return rows.length > 0
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
