import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'

const lookEveryMs = 300

/**
 * Returns a wait that resolves when the campaign is done or paused, or after `mostMs`, or when `signal` aborts. All
 * waits for one campaign share three reads of its row per second.
 */
export function campaignWatch(db: Db): CampaignWatch {
  const looking = new Map<string, { waiters: number; ended: Promise<void> }>()

  async function look(id: string): Promise<void> {
    for (;;) {
      await sleep(lookEveryMs)
      const isWanted = Boolean(looking.get(id)?.waiters)
      const isSending = isWanted && (await db.asService((tx) => isBeingSent(tx, id)))
      if (isSending) continue
      // Removed at once, so that no waiter joins a finished poll.
      looking.delete(id)
      return
    }
  }

  function join(id: string) {
    const known = looking.get(id)
    if (known) return known
    const begun = { waiters: 0, ended: Promise.resolve() }
    looking.set(id, begun)
    begun.ended = look(id).catch((error: unknown) => {
      looking.delete(id)
      throw error
    })
    // Every waiter gets the error; without waiters it is ignored.
    begun.ended.catch(() => undefined)
    return begun
  }

  return async (id, { mostMs, signal }) => {
    const shared = join(id)
    shared.waiters += 1
    await Promise.race([shared.ended, aborted(AbortSignal.any([signal, AbortSignal.timeout(mostMs)]))])
    shared.waiters -= 1
  }
}

export type CampaignWatch = (id: string, options: { mostMs: number; signal: AbortSignal }) => Promise<void>

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
