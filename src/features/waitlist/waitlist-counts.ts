import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** The number of customers waiting for a product in one size, or in any. */
export type WaitlistCount = { product_id: string; size: string | null; waiting: number }

/** Waiting customers by product and requested size, without notified and unconfirmed ones. */
export async function countWaitlist(tx: Tx): Promise<WaitlistCount[]> {
  const { rows } = await sql<WaitlistCount>`
    select w.product_id, w.size, count(*)::int as waiting from private.waitlist w
     where w.notified_at is null and w.confirmed_at is not null
       and not exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email))
     group by w.product_id, w.size order by w.product_id, w.size`.execute(tx)
  return rows
}
