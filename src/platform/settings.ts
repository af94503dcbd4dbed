import type { Changes, Freshness } from './database/changes.ts'
import type { Db } from './database/db.ts'

/** What the owner changed of the defaults: name → value, as they stand in the table now. */
export type Settings = {
  /** Another map after every reading. */
  values(): ReadonlyMap<string, unknown>
  /** Reads the table again; whoever has just changed it need not wait to hear of it. */
  reread(): Promise<void>
}

const againAfterMs = 1_000

/**
 * The settings table, held in memory and read again whenever it changes; a reading that fails is tried again, for no
 * later change may come. Who wants a setting asks in this order: environment, this table, the configuration file.
 */
export async function openSettings(db: Db, changes: Changes, { onFresh, onFault }: Freshness): Promise<Settings> {
  let values: ReadonlyMap<string, unknown> = new Map()
  let readings: Promise<unknown> = Promise.resolve()

  async function read(): Promise<void> {
    const rows = await db.asService((tx) => tx.selectFrom('private.settings').select(['name', 'value']).execute())
    values = new Map(rows.map(({ name, value }) => [name, value]))
  }

  /** One reading after the other: an older answer never takes the place of a newer one. */
  function reread(): Promise<void> {
    const reading = readings.then(read).then(onFresh)
    readings = reading.catch(() => undefined)
    return reading
  }

  let again: NodeJS.Timeout | undefined

  /** One next try, however often a change is announced meanwhile. */
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
