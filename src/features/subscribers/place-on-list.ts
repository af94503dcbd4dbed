import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { PlaceOnList } from './list.contract.ts'
import { maskAddress } from './mask-address.ts'
import type { SubscriberDeps } from './subscriber-deps.ts'
import { isUndoable } from './undo-unsubscribe.ts'

type Row = { id: string; email: string; state: PlaceOnList['state']; may_take_back: boolean; complained: boolean }

/** The state behind an unsubscribe or confirmation token; null for any other text. */
export async function findPlace(
  tx: Tx,
  { links, confirmLinks }: Pick<SubscriberDeps, 'links' | 'confirmLinks'>,
  token: string,
): Promise<PlaceOnList | null> {
  const leaving = links.read(token)
  const id = leaving ?? confirmLinks.idIn(token)
  if (!id) return null
  const { rows } = await sql<Row>`
    select s.id, s.email, ${isUndoable} as may_take_back,
      coalesce(unsubscribe_reason = 'complaint', false) as complained,
      case when private.can_email(s) then 'on'
        when unsubscribed_at is null and confirmed_at is null then 'unconfirmed' else 'off' end as state
    from public.email_signups s where s.id = ${id}`.execute(tx)
  const [row] = rows
  // The row may be deleted while the e-mail still exists; no further e-mail is sent then.
  if (!row) return leaving ? { state: 'off', address: null, may_take_back: false, complained: false } : null
  if (!leaving && !confirmLinks.isFor(token, row.email)) return null
  return {
    state: row.state,
    address: maskAddress(row.email),
    may_take_back: row.may_take_back,
    complained: row.complained,
  }
}
