import { sql } from 'kysely'
import type { SealedPlace } from '#platform/auth/sealed-texts.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import type { ClickAndDrop } from './click-and-drop/click-and-drop.ts'

/** `clickAndDrop`: null in a rehearsal without a stand-in, whose parcels go by a file. */
export type PostageDeps = { db: Db; queue: Queue; log: Log; seal: Seal; clickAndDrop: ClickAndDrop | null }

/** What the key is sealed for. */
const purpose = 'the key of Click & Drop'

/** For `keys reseal`. Where it is lost, the settings ask for it again. */
export const sealedPostageKey: SealedPlace = {
  name: 'the key of Click & Drop',
  isNeeded: false,
  purpose: () => purpose,
  rows: sql`select service as key, sealed_key as sealed from private.postage_account`,
  store: (changed) => sql`update private.postage_account as row set sealed_key = changed.sealed from ${changed}
    where row.service = changed.key`,
}

/** The key of the owner's account; null without one, and where it was sealed under another secret. */
export async function readKey(tx: Tx, seal: Seal): Promise<string | null> {
  const row = await tx.selectFrom('private.postage_account').select('sealed_key').executeTakeFirst()
  return row ? seal.tryOpen(row.sealed_key, purpose) : null
}

/** Replaces the key; null removes it. */
export async function writeKey(tx: Tx, seal: Seal, key: string | null): Promise<void> {
  if (key === null) await tx.deleteFrom('private.postage_account').execute()
  else
    await sql`
      insert into private.postage_account (sealed_key) values (${seal.seal(key, purpose)})
      on conflict (service) do update set sealed_key = excluded.sealed_key, refused_at = null, updated_at = public.shop_now()`.execute(
      tx,
    )
}
