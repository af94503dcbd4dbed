import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { List } from './list.ts'
import { maskAddress } from './mask-address.ts'
import { mayBeTakenBack } from './take-back.ts'

/** How somebody stands who holds a letter's link. `address`: as much of it as she knows again and nobody else learns. */
export type PlaceOnList = {
  state: 'on' | 'off' | 'unconfirmed'
  address: string | null
  /** Whether her no is so fresh that she may take it back. */
  may_take_back: boolean
  /** Whether she said that she never asked. */
  complained: boolean
}

type Row = { id: string; email: string; state: PlaceOnList['state']; may_take_back: boolean; complained: boolean }

/** The place of whoever holds the token of a letter's foot, or of a letter that asks; null for any other text. */
export async function findPlace(
  tx: Tx,
  { links, confirmLinks }: Pick<List, 'links' | 'confirmLinks'>,
  token: string,
): Promise<PlaceOnList | null> {
  const leaving = links.read(token)
  const id = leaving ?? confirmLinks.idIn(token)
  if (!id) return null
  const { rows } = await sql<Row>`
    select s.id, s.email, ${mayBeTakenBack} as may_take_back,
      coalesce(unsubscribe_reason = 'complaint', false) as complained,
      case when private.may_be_written_to(s) then 'on'
        when unsubscribed_at is null and confirmed_at is null then 'unconfirmed' else 'off' end as state
    from public.email_signups s where s.id = ${id}`.execute(tx)
  const [row] = rows
  // The row may be gone and the letter still be there: then nobody is written to.
  if (!row) return leaving ? { state: 'off', address: null, may_take_back: false, complained: false } : null
  if (!leaving && !confirmLinks.isFor(token, row.email)) return null
  return {
    state: row.state,
    address: maskAddress(row.email),
    may_take_back: row.may_take_back,
    complained: row.complained,
  }
}
