import { sql } from 'kysely'
import type { SettingName } from '#features/settings/setting-schemas.ts'
import type { Tx } from '#infrastructure/db/db.ts'
import { Refusal } from '#infrastructure/refusal.ts'

/** `value` null: what the configuration file says. `version`: of the value that is replaced; null: there is none. */
type Change = { name: SettingName; value: unknown; version: string | null }

/** Writes one setting, or takes it out. Refuses conflict where another version holds than the one that was seen. */
export async function changeSetting(tx: Tx, change: Change): Promise<void> {
  const isDone = change.version === null ? await add(tx, change) : await replace(tx, change, change.version)
  if (isDone) return
  throw new Refusal('conflict', 'Somebody else has changed this since you opened the page. What holds now is shown.')
}

async function add(tx: Tx, { name, value }: Change): Promise<boolean> {
  if (value === null) {
    const there = await tx.selectFrom('private.settings').select('name').where('name', '=', name).executeTakeFirst()
    return there === undefined
  }
  const added = await tx
    .insertInto('private.settings')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return added !== undefined
}

async function replace(tx: Tx, { name, value }: Change, version: string): Promise<boolean> {
  const seen = sql<boolean>`name = ${name} and updated_at = ${version}::timestamptz`
  const done =
    value === null
      ? await tx.deleteFrom('private.settings').where(seen).returning('name').executeTakeFirst()
      : await tx
          .updateTable('private.settings')
          .set({ value: JSON.stringify(value), updated_at: sql`clock_timestamp()` })
          .where(seen)
          .returning('name')
          .executeTakeFirst()
  return done !== undefined
}
