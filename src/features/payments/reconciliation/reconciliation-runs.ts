import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Span } from '#platform/payments/provider.ts'

/** The job that makes a comparison somebody asked for; its id is the comparison's. */
export const reconcileJob = 'payments.reconcile'

/** How far back the books are laid side by side. */
export const wholeDays = 35

/** Where laying all of it side by side takes long, this much is done between the nights. */
const shortDays = 2
const isLong = sql`interval '2 minutes'`
/** Dates know no more than this: without it, what came in the same moment would not be looked at. */
const asFineAsDates = sql`interval '1 millisecond'`

export type Counts = {
  /** Payments that are at the provider and in our books alike, and their sum. */
  matched: number
  matched_pence: number
  /** Payments and orders that were looked at. */
  payments: number
  orders: number
  /** Payments that came to the account another way, and their sum. */
  elsewhere: number
  elsewhere_pence: number
  /** What was put right by itself: the message that should have told it was lost. */
  put_right: number
  /** The key of the stored JSON. */
  findings: number
  /** What was found beyond what can be kept at once. */
  more: number
}

export type Run = { id: string; span: Span }

/**
 * Begins a comparison, or gives null: one is under way. A comparison that has not been heard of for a minute is ended,
 * since whoever made it is gone. `asked`: an administrator wants all of it, now; the clock takes all of it too, unless
 * that takes long: then it does so once a night, and else the last two days.
 */
export async function startRun(tx: Tx, asked: { by: string } | null): Promise<Run | null> {
  await sql`update private.reconciliation_runs set finished_at = public.shop_now(), failure = 'It was cut short and is begun anew.'
    where finished_at is null and heartbeat_at < now() - interval '1 minute'`.execute(tx)
  const { rows } = await sql<{ id: string; since: Date; until: Date }>`
    with whole as (
      select finished_at - started_at as took, started_at from private.reconciliation_runs
       where failure is null and finished_at is not null and until - since > interval '30 days'
       order by started_at desc limit 1)
    insert into private.reconciliation_runs (requested_by, since, until)
    select ${asked?.by ?? null}::uuid, public.shop_now() - case
        when ${asked === null} and exists (select from whole
          where took > ${isLong} and started_at > public.shop_now() - interval '23 hours')
        then ${shortDays}::int else ${wholeDays}::int end * interval '1 day', public.shop_now() + ${asFineAsDates}
    on conflict ((finished_at is null)) where finished_at is null do nothing
    returning id, since, until`.execute(tx)
  const [row] = rows
  return row ? { id: row.id, span: { from: row.since, until: row.until } } : null
}

/** The comparison that is under way. */
export async function findRunning(tx: Tx): Promise<Run | null> {
  const row = await tx
    .selectFrom('private.reconciliation_runs')
    .select(['id', 'since', 'until'])
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row ? { id: row.id, span: { from: row.since, until: row.until } } : null
}

/** Tells that whoever makes the comparison is still there; false: it was ended meanwhile. */
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

/** Ends a comparison; false: it was ended meanwhile. */
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

/** Comparisons of the clock are looked up for some weeks and then forgotten; those that failed or were asked for too. */
export async function deleteOldRuns(tx: Tx): Promise<void> {
  await sql`delete from private.reconciliation_runs where started_at < public.shop_now() - interval '40 days'`.execute(
    tx,
  )
}
