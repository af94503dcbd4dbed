import type { Changes, Freshness } from './db/changes.ts'
import type { Db } from './db/db.ts'

/** What the owner changed of the defaults: name → value, as they stand in the table now. */
export type Settings = { get(name: string): unknown }

/**
 * The settings table, held in memory and read again whenever it changes. Who wants a setting asks in this order:
 * environment, this table, the configuration file.
 */
export async function openSettings(db: Db, changes: Changes, { onFresh, onFault }: Freshness): Promise<Settings> {
  let values = new Map<string, unknown>()
  async function read(): Promise<void> {
    const rows = await db.asService((tx) => tx.selectFrom('private.settings').select(['name', 'value']).execute())
    values = new Map(rows.map(({ name, value }) => [name, value]))
  }
  await read()
  changes.onChange((table) => {
    if (table === 'settings' || table === '*') void read().then(onFresh, onFault)
  })
  return { get: (name) => values.get(name) }
}
