import type { Changes, Freshness } from './database/changes.ts'
import { keepInMemory } from './database/copy-in-memory.ts'
import type { Db, Tx } from './database/db.ts'

/** The owner's changes to the defaults, by name, as the table has them now. */
export type Settings = {
  /** A new map after every read. */
  values(): ReadonlyMap<string, unknown>
  /** Reads the table again: a caller that changed it need not wait for the notification. */
  reread(): Promise<void>
}

export async function readSettings(tx: Tx): Promise<ReadonlyMap<string, unknown>> {
  const rows = await tx.selectFrom('private.settings').select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** The settings table in memory. A setting's value comes from the environment, else this table, else the configuration file. */
export async function openSettings(db: Db, changes: Changes, freshness: Freshness): Promise<Settings> {
  const read = () => db.asService(readSettings)
  const { value, reread } = await keepInMemory({ read, tables: ['settings'] }, changes, freshness)
  return { values: value, reread }
}
