import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

type Evenly = {
  kind: string
  /** A keyed hash of whom it goes to or comes from. */
  hash: string
  /** Seconds for one. */
  every: number
  /** How many may come at once before they have to come evenly. */
  atOnce: number
}

/**
 * Takes one of what may be had only so often, kept once `tx` commits. Answers the seconds to wait where none may be had
 * yet: the caller refuses then, which takes it back. `last_at` is when the last one would have come, had they come evenly:
 * ahead of now where several came at once. Further ahead than that, the rehearsal's clock was set back.
 */
export async function takeEvenly(tx: Tx, { kind, hash, every, atOnce }: Evenly): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    insert into private.letter_pauses as pause (kind, address_hash, last_at) values (${kind}, ${hash}, public.shop_now())
    on conflict (kind, address_hash) do update set last_at = case
      when pause.last_at > public.shop_now() + ${every * atOnce} * interval '1 second' then public.shop_now()
      else greatest(pause.last_at + ${every} * interval '1 second', public.shop_now()) end
    returning ceil(extract(epoch from last_at - public.shop_now()) - ${every} * (${atOnce} - 1))::int as wait`.execute(
    tx,
  )
  return Math.max(rows[0]?.wait ?? 0, 0)
}

/** The same for what is left out where none may be had yet: answers whether it was taken. */
export async function mayTake(tx: Tx, evenly: Evenly): Promise<boolean> {
  await sql`savepoint taking`.execute(tx)
  const mayNot = (await takeEvenly(tx, evenly)) > 0
  if (mayNot) await sql`rollback to savepoint taking`.execute(tx)
  await sql`release savepoint taking`.execute(tx)
  return !mayNot
}
