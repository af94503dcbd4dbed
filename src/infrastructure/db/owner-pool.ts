import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { isConnectionSpent } from './temporary-errors.ts'

/** The pool as Kysely uses it: a connection that must not be used again is closed when it is given back. */
export function ownerPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let isSpent = false
      const query = async (text: string, values?: unknown[]) => {
        try {
          return await client.query(text, values)
        } catch (error) {
          isSpent ||= isConnectionSpent(error)
          throw error
        }
      }
      // Cursors, which Kysely would open with an object, are not used here.
      return { query, release: () => client.release(isSpent) } as never
    },
  }
}
