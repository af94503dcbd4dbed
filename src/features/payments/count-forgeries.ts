import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'

/**
 * Counts payment events that were not rightly signed, by day. Those that come while a count is being written are
 * written together, so that a flood of them costs one connection. Resolves when it is written; a failure is logged.
 */
export function forgeryCounter(db: Db, log: Log): () => Promise<void> {
  let waiting = 0
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (waiting > 0) {
      const times = waiting
      waiting = 0
      await db
        .asService((tx) =>
          sql`insert into private.security_events as known (kind, times) values ('webhook_forged', ${times})
            on conflict (day, kind) do update set times = known.times + excluded.times, last_at = excluded.last_at`.execute(
            tx,
          ),
        )
        .catch((error: unknown) => log.error({ error, times }, 'forged payment events could not be counted'))
    }
  }

  return () => {
    waiting += 1
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }
}
