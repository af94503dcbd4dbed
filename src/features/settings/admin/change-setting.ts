import { sql } from 'kysely'
import type { SettingName } from '#features/settings/setting-schemas.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** `version`: of the value that is replaced, as `updated_at`; null: there is none yet. */
type Change = { name: SettingName; value: unknown; version: string | null }

/** Writes one setting. Refuses conflict where another version holds than the one that was seen. */
export async function changeSetting(tx: Tx, { name, value, version }: Change): Promise<void> {
  const written = JSON.stringify(value)
  const done = version === null ? await add(tx, name, written) : await replace(tx, { name, written, version })
  if (done) return
  throw new AppError('conflict', 'Someone else saved this first. Choose below which version to keep.')
}

function add(tx: Tx, name: SettingName, written: string) {
  return tx
    .insertInto('private.settings')
    .values({ name, value: written })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
}

function replace(tx: Tx, { name, written, version }: { name: SettingName; written: string; version: string }) {
  return (
    tx
      .updateTable('private.settings')
      // Not the transaction's beginning: two changes of one moment are two versions.
      .set({ value: written, updated_at: sql`clock_timestamp()` })
      .where('name', '=', name)
      // Compared as text: a version in the form of a moment need not be one.
      .where(sql<string>`updated_at::text`, '=', version)
      .returning('name')
      .executeTakeFirst()
  )
}
