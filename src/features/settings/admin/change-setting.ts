import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { holdSelling } from '../selling-lock.ts'
import type { SettingName } from '../shop-settings.ts'

/** `version`: the `updated_at` of the replaced value; null where there is none. */
type Change = { name: SettingName; value: unknown; version: string | null }

/** The settings that stop selling. */
const pauses: readonly SettingName[] = ['launch_at', 'closing']

/** Writes one setting. Refuses conflict where the stored version is another one. */
export async function changeSetting(tx: Tx, { name, value, version }: Change): Promise<void> {
  if (pauses.includes(name)) await holdSelling(tx)
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
      // Not the transaction's start: two changes of one moment need two versions.
      .set({ value: written, updated_at: sql`clock_timestamp()` })
      .where('name', '=', name)
      // Compared as text: a version with the form of a timestamp may be an invalid one.
      .where(sql<string>`updated_at::text`, '=', version)
      .returning('name')
      .executeTakeFirst()
  )
}
