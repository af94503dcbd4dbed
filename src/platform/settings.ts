import { type Changes, type Freshness, newestReading } from './database/changes.ts'
import type { Db } from './database/db.ts'

/** The owner's changes to the defaults, by name, as the table has them now. */
export type Settings = {
  /** A new map after every read. */
  values(): ReadonlyMap<string, unknown>
  /** Reads the table again: a caller that changed it need not wait for the notification. */
  reread(): Promise<void>
}

const againAfterMs = 1_000

/**
 * The settings table in memory, read again whenever it changes. A failed read is retried, since no later change may
 * come. A setting's value comes from the environment, else this table, else the configuration file.
 */
export async function openSettings(db: Db, changes: Changes, { onFresh, onFault }: Freshness): Promise<Settings> {
  let values: ReadonlyMap<string, unknown> = new Map()

  const read = newestReading(
    () => db.asService((tx) => tx.selectFrom('private.settings').select(['name', 'value']).execute()),
    (rows) => {
      values = new Map(rows.map(({ name, value }) => [name, value]))
    },
  )
  const reread = () => read().then(onFresh)

  let again: NodeJS.Timeout | undefined

  /** Schedules one retry, however many changes are announced meanwhile. */
  function readUntilDone(): void {
    reread().catch((error: unknown) => {
      onFault(error)
      clearTimeout(again)
      again = setTimeout(readUntilDone, againAfterMs).unref()
    })
  }

  await read()
  changes.onChange((table) => {
    if (table === 'settings' || table === '*') readUntilDone()
  })
  return { values: () => values, reread }
}
