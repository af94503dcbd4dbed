import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Span } from '#platform/payments/provider.ts'

/** The job of a requested reconciliation; its id is the run's. */
export const reconcileJob = 'payments.reconcile'

/** The span of a full reconciliation. */
export const wholeDays = 35

/** The span by day, where a full reconciliation takes long. */
const shortDays = 2
const isLong = sql`interval '2 minutes'`
/** The precision of a JavaScript date: without it, a payment of the same moment would be missed. */
const oneMillisecond = sql`interval '1 millisecond'`

export type Counts = {
  /** Payments that match their orders, and their sum. */
  matched: number
  matched_pence: number
  /** Payments and orders that were compared. */
  payments: number
  orders: number
  /** Payments of the account that are not of this shop, and their sum. */
  elsewhere: number
  elsewhere_pence: number
  /** Orders settled on the way: their webhook was lost. */
  put_right: number
  /** The key of the stored JSON. */
  findings: number
  /** Discrepancies beyond those that are stored. */
  more: number
}

export const noCounts: Counts = {
  matched: 0,
  matched_pence: 0,
  payments: 0,
  orders: 0,
  elsewhere: 0,
  elsewhere_pence: 0,
  put_right: 0,
  findings: 0,
  more: 0,
}

export type Run = { id: string; span: Span }

/**
 * Starts a reconciliation; null while one is running. A run without a heartbeat for a minute is ended: its process
 * died. `request`: an administrator requests the full span; null for a scheduled run. A scheduled run takes the full
 * span too, unless the latest full run began within 23 hours and took longer than two minutes; then it takes the last
 * two days.
 */
export async function startRun(tx: Tx, request: { by: string } | null): Promise<Run | null> {
  await sql`update private.reconciliation_runs set finished_at = public.shop_now(), failure = 'It was cut short and is begun anew.'
    where finished_at is null and heartbeat_at < now() - interval '1 minute'`.execute(tx)
  const { rows } = await sql<{ id: string; since: Date; until: Date }>`
    with whole as (
      select finished_at - started_at as took, started_at from private.reconciliation_runs
       where failure is null and finished_at is not null and until - since > interval '30 days'
       order by started_at desc limit 1)
    insert into private.reconciliation_runs (requested_by, since, until)
    select ${request?.by ?? null}::uuid, public.shop_now() - case
        when ${request === null} and exists (select from whole
          where took > ${isLong} and started_at > public.shop_now() - interval '23 hours')
        then ${shortDays}::int else ${wholeDays}::int end * interval '1 day', public.shop_now() + ${oneMillisecond}
    on conflict ((finished_at is null)) where finished_at is null do nothing
    returning id, since, until`.execute(tx)
  const [row] = rows
  return row ? { id: row.id, span: { from: row.since, until: row.until } } : null
}

export async function findRunning(tx: Tx): Promise<Run | null> {
  const row = await tx
    .selectFrom('private.reconciliation_runs')
    .select(['id', 'since', 'until'])
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id, span: { from: row.since, until: row.until } } : null
}

/** Renews the run's lease; false: it was ended meanwhile. */
export async function renewRun(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db.asService((tx) =>
    tx
      .updateTable('private.reconciliation_runs')
      .set({ heartbeat_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n
}

/** Finishes a run; false: it was ended meanwhile. */
export async function finishRun(
  tx: Tx,
  id: string,
  { counts, failure = null }: { counts: Counts; failure?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('private.reconciliation_runs')
    .set({ finished_at: sql<Date>`shop_now()`, failure, counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes runs older than 40 days. */
export async function deleteOldRuns(tx: Tx): Promise<void> {
  await sql`delete from private.reconciliation_runs where started_at < public.shop_now() - interval '40 days'`.execute(
    tx,
  )
}
