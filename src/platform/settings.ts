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

/** The stored values by name: of all settings, or of these. */
export async function readSettingValues(tx: Tx, ...names: string[]): Promise<ReadonlyMap<string, unknown>> {
  const rows = await tx
    .selectFrom('private.settings')
    .select(['name', 'value'])
    .$if(names.length > 0, (all) => all.where('name', 'in', names))
    .execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** The settings table in memory. A setting's value comes from the environment, else this table, else the configuration file. */
export async function openSettings(db: Db, changes: Changes, freshness: Freshness): Promise<Settings> {
  const read = () => db.asService((tx) => readSettingValues(tx))
  const { value, reread } = await keepInMemory({ read, tables: ['settings'] }, changes, freshness)
  return { values: value, reread }
}
