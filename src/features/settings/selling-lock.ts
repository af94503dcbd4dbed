import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

const key = sql`hashtextextended('selling', 0)`

/** Held by each transaction that places an order, beside others. */
export async function shareSelling(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${key})`.execute(tx)
}

/** Waits for the orders that are being placed: once this transaction has committed, each order sees its settings. */
export async function holdSelling(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
}
