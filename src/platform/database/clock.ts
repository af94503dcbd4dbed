import { sql } from 'kysely'
import { type Changes, type Freshness, newestReading } from './changes.ts'
import type { Db } from './db.ts'

export type Clock = { now(): Date; stop(): void }

/** How often the program reads the database's time; it also reads it whenever the clock is set. */
const readEveryMs = 30_000

/**
 * The shop's clock in the program: the database's `shop_now()`, advanced by the machine's monotonic counter, so a wrong
 * or jumping clock of this machine has no effect. It is read every 30 s and whenever it is set.
 */
export async function openClock(db: Db, changes: Changes, { onFresh, onFault }: Freshness): Promise<Clock> {
  let base = 0
  const readClock = newestReading(
    async () => {
      const before = performance.now()
      const { rows } = await db.asService((tx) => sql<{ now: Date }>`select shop_now() as now`.execute(tx))
      const after = performance.now()
      return rows[0] ? rows[0].now.getTime() - (before + after) / 2 : base
    },
    (found) => {
      base = found
    },
  )
  await readClock()
  changes.onChange((table) => {
    if (table === 'clock' || table === '*') void readClock().then(onFresh, onFault)
  })
  const timer = setInterval(() => void readClock().catch(onFault), readEveryMs)
  timer.unref()
  return { now: () => new Date(base + performance.now()), stop: () => clearInterval(timer) }
}

/**
 * Resets the database's clock to the machine's, for a live shop whose database was used in a rehearsal: with another
 * time no payment page can be created. Returns whether the clock had been moved.
 */
export async function putBackClock(db: Db): Promise<boolean> {
  const { numAffectedRows } = await db.asService((tx) =>
    sql`update private.clock set ahead = '0' where ahead <> interval '0'`.execute(tx),
  )
  return numAffectedRows === 1n
}
