import { resolve } from 'node:path'
import { copyDatabase } from '#platform/backup/copy-database.ts'
import { checkRights } from '#platform/database/check-rights.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withClient } from '#platform/database/with-client.ts'
import type { Log } from '#platform/log.ts'
import { type ClosedDatabase, closeDatabase } from '#platform/move/close-database.ts'
import { closingSetting, movedFromSetting } from '#platform/move/closing.ts'
import { readSettings } from '#platform/move/closing-connection.ts'
import { rehearseSale } from '../backup/restore-shop.ts'
import type { Config } from '../config/environment.ts'
import { policies } from '../policies.ts'

export type DatabaseMove = {
  config: Config
  log: Log
  /** Connection strings of PostgreSQL itself. */
  from: string
  to: string
  /** The new database as the operator of the old one reads it. */
  label: string
}

/**
 * Moves the shop of one database into an empty one. The shop is closed meanwhile, every row is compared, an order is
 * placed in the new database and rolled back, and the old one is marked as moved: no program sells from it again. If a
 * step fails, the old shop is open again as it was.
 */
export async function moveDatabase(
  { config, log, from, to, label }: DatabaseMove,
  progress: (line: string) => void,
): Promise<void> {
  progress('Closing the shop …')
  const closed = await closeDatabase(from)
  try {
    if (await isCopyOf(closed, to)) progress('The rows had already been copied.')
    else {
      progress('The shop is closed for a moment. Copying every row …')
      const rows = await copyRows(closed, { from, to })
      progress(`Copied and compared ${rows} rows.`)
    }
    await migrate(to, resolve('db/migrations'))
    await checkRights(to, policies)
    await rehearseSale({ config, log, connectionString: to })
    await closed.markMoved(label)
  } catch (error) {
    await closed.reopen()
    progress('The move failed. The shop is open again, as it was.')
    throw error
  } finally {
    await closed.end()
  }
}

function copyRows({ move }: ClosedDatabase, { from, to }: { from: string; to: string }): Promise<number> {
  return copyDatabase({
    from,
    to,
    migrationsDir: resolve('db/migrations'),
    afterwards: [
      `delete from private.settings where name = '${closingSetting}'`,
      `insert into private.settings (name, value) values ('${movedFromSetting}', to_jsonb('${move}'::text))
         on conflict (name) do update set value = excluded.value`,
    ],
  })
}

/** Whether an earlier try of this move was interrupted after the copy. */
async function isCopyOf({ move }: ClosedDatabase, to: string): Promise<boolean> {
  const settings = await withClient(to, (client) => readSettings(client, [movedFromSetting]))
  return settings.get(movedFromSetting) === move
}
