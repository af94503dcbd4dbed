import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Incident } from './incidents.ts'

/** A program that has been silent for so long is replaced by another one. */
const leaseSeconds = 90

export type WatchRow = {
  /** Whether this program watches. While the database is away, the program that watched last goes on. */
  claim(): Promise<boolean>
  incidents(): readonly Incident[]
  /** Keeps the incidents, in the database too where it answers. */
  keep(incidents: readonly Incident[]): Promise<void>
  /** Lets another program watch at once. */
  release(): Promise<void>
}

/**
 * The row `private.alert_watch`: of all programs of the shop, one watches, so that each incident is alerted once. It
 * has the open incidents, so that a program that takes over goes on with them.
 */
export function openWatchRow(db: Db): WatchRow {
  const holder = randomUUID()
  let isHolding = false
  let known: readonly Incident[] = []
  let saved = '[]'

  return {
    async claim() {
      try {
        const { rows } = await db.asService((tx) =>
          sql<{ incidents: Incident[] }>`
            update private.alert_watch set holder = ${holder}, held_until = now() + ${leaseSeconds} * interval '1 second'
             where (holder = ${holder} or held_until < now()) returning incidents`.execute(tx),
        )
        const [row] = rows
        if (row && !isHolding) {
          known = row.incidents
          saved = JSON.stringify(row.incidents)
        }
        isHolding = row !== undefined
      } catch {
        // The database is away: the program that watched last goes on.
      }
      return isHolding
    },
    incidents: () => known,
    async keep(incidents) {
      known = incidents
      const text = JSON.stringify(incidents)
      if (text === saved) return
      await db
        .asService((tx) =>
          sql`update private.alert_watch set incidents = ${text}::jsonb where holder = ${holder}`.execute(tx),
        )
        .then(() => {
          saved = text
        })
        .catch(() => undefined)
    },
    async release() {
      if (!isHolding) return
      isHolding = false
      await db
        .asService((tx) => sql`update private.alert_watch set held_until = now() where holder = ${holder}`.execute(tx))
        .catch(() => undefined)
    },
  }
}
