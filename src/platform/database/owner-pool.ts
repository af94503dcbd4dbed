import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { peerAnswered, peerFailed } from './outages.ts'
import { isConnectionSpent, isDatabaseAway } from './temporary-errors.ts'

/** The pool as Kysely uses it: a broken connection is closed on release. */
export function ownerPool(pool: pg.Pool, log: Log): PostgresPool {
  function note(error: unknown): void {
    if (isDatabaseAway(error)) peerFailed(log, 'database', error)
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const beganMs = performance.now()
      const client = await pool.connect().catch((error: unknown) => {
        note(error)
        throw error
      })
      let isSpent = false
      const query = async (text: string, values?: unknown[]) => {
        try {
          const result = await client.query(text, values)
          peerAnswered(log, 'database', beganMs)
          return result
        } catch (error) {
          note(error)
          isSpent ||= isConnectionSpent(error)
          throw error
        }
      }
      // Cursors, which Kysely would open with an object, are not used here.
      return { query, release: () => client.release(isSpent) } as never
    },
  }
}
