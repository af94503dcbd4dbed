import { sql } from 'kysely'
import { pence, poundsFromPence } from '#base/money.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Discrepancy, DiscrepancyFacts } from './discrepancy.ts'

export type StoredDiscrepancy = DiscrepancyFacts & {
  id: string
  key: string
  order_id: string | null
  session_id: string | null
  payment_id: string | null
  fingerprint: string
  resolved_at: Date | null
}

const columns = [
  'id',
  'key',
  'kind',
  'order_id',
  'session_id',
  'payment_id',
  'fingerprint',
  'facts',
  'resolved_at',
] as const

/**
 * Stores discrepancies. The same key is the same row; a row with unchanged facts is not written. An accepted one stays
 * resolved while its facts are those that were accepted; any other is reopened. One that was resolved after this run
 * began is left to the next run.
 */
export async function saveDiscrepancies(
  tx: Tx,
  discrepancies: readonly Discrepancy[],
  runId: string | null,
): Promise<void> {
  if (discrepancies.length === 0) return
  const byKey = new Map(discrepancies.map((discrepancy) => [discrepancy.key, discrepancy]))
  const inPounds = (amount: number | null) => (amount === null ? null : poundsFromPence(pence(amount)))
  const found = [...byKey.values()].map(({ oursPence, theirsPence, ...discrepancy }) => ({
    ...discrepancy,
    ours: inPounds(oursPence),
    theirs: inPounds(theirsPence),
  }))
  await sql`
    insert into private.payment_discrepancies as kept (key, kind, order_id, session_id, payment_id, ours, theirs, facts,
      respond_by, fingerprint, last_run_id)
    select key, kind, (select id from public.pre_orders where id = "orderId"), "sessionId", "paymentId", ours, theirs, facts,
      "respondBy", fingerprint, ${runId}
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (key text, kind text, "orderId" uuid, "sessionId" text,
        "paymentId" text, ours numeric, theirs numeric, facts jsonb, "respondBy" timestamptz, fingerprint text)
    on conflict on constraint payment_discrepancies_key_key do update
      set order_id = excluded.order_id, session_id = excluded.session_id, payment_id = excluded.payment_id,
          ours = excluded.ours, theirs = excluded.theirs, facts = excluded.facts, respond_by = excluded.respond_by,
          fingerprint = excluded.fingerprint, last_run_id = excluded.last_run_id,
          found_at = case when kept.resolved_at is null then kept.found_at else public.shop_now() end,
          resolved_at = null, resolution = null, resolved_by = null, note = null, accepted_fingerprint = null
    where ((kept.resolved_at is null and (kept.fingerprint <> excluded.fingerprint or kept.order_id is distinct from excluded.order_id))
      or (kept.resolved_at is not null and kept.accepted_fingerprint is distinct from excluded.fingerprint
        and not exists (select from private.reconciliation_runs as run where run.id = ${runId} and run.started_at < kept.resolved_at)))`.execute(
    tx,
  )
}

/** Open discrepancies whose keys are not among these, the oldest first. */
export async function listOtherOpen(tx: Tx, keys: ReadonlySet<string>): Promise<StoredDiscrepancy[]> {
  const rows = await tx
    .selectFrom('private.payment_discrepancies')
    .select(columns)
    .where('resolved_at', 'is', null)
    .orderBy('found_at')
    .$castTo<StoredDiscrepancy>()
    .execute()
  return rows.filter(({ key }) => !keys.has(key))
}

export async function countOpenDiscrepancies(tx: Tx): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from private.payment_discrepancies
    where resolved_at is null`.execute(tx)
  return rows[0]?.open ?? 0
}

export function findDiscrepancy(tx: Tx, id: string): Promise<StoredDiscrepancy | undefined> {
  return tx
    .selectFrom('private.payment_discrepancies')
    .select(columns)
    .where('id', '=', id)
    .$castTo<StoredDiscrepancy>()
    .executeTakeFirst()
}

/** The discrepancy, locked until `tx` ends. */
export function lockDiscrepancy(tx: Tx, id: string): Promise<StoredDiscrepancy | undefined> {
  return tx
    .selectFrom('private.payment_discrepancies')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<StoredDiscrepancy>()
    .executeTakeFirst()
}

export type Resolution = {
  how: 'agreed' | 'settled' | 'rebuilt' | 'refund_asked' | 'amount_taken' | 'marked_paid' | 'accepted'
  by: string | null
  note?: string | null
}

/** Resolves open discrepancies; resolved ones stay as they are. Returns how many it resolved. */
export async function resolveDiscrepancies(
  tx: Tx,
  ids: readonly string[],
  { how, by, note = null }: Resolution,
): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('private.payment_discrepancies')
    .set({
      resolved_at: sql<Date>`shop_now()`,
      resolution: how,
      resolved_by: by,
      note,
      ...(how === 'accepted' && { accepted_fingerprint: sql<string>`fingerprint` }),
    })
    .where('id', 'in', [...ids])
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** For a discrepancy that another caller resolved first, or that no longer exists. */
export function alreadyResolved(): AppError {
  return new AppError('conflict', 'This has already been resolved.')
}
