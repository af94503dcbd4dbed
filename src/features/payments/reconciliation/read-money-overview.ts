import { sql } from 'kysely'
import { type Pence, pence } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { actionsFor, type DiscrepancyFacts, type DiscrepancyKind, discrepancyKinds } from './discrepancy.ts'
import { countDiscrepancies } from './list-money-problems.ts'
import { findFirstDay, listDays } from './money-days.ts'
import type { DiscrepancyResponse, MoneyResponse, ResolvedResponse, RunResponse } from './money-response.ts'
import type { Counts } from './reconciliation-runs.ts'
import { readWebhookHealth } from './webhook-health.ts'

const maxShown = 200

/** Everything the money page shows. */
export async function readMoney(tx: Tx, provider: PaymentProvider): Promise<MoneyResponse> {
  const all = await listDiscrepancies(tx, provider)
  const runs = await listRuns(tx)
  const counts = await countKinds(tx)
  const { rows } = await sql<{ now: Date; running: boolean }>`select public.shop_now() as now,
    exists (select from private.reconciliation_runs where finished_at is null) as running`.execute(tx)
  return {
    now: (rows[0]?.now ?? new Date()).toISOString(),
    provider: provider.name,
    waiting: await countWaitlist(tx),
    last_run: runs[0] ?? null,
    running: rows[0]?.running ?? false,
    counts,
    discrepancies: all.filter(({ kind }) => kind !== 'open_dispute'),
    open_disputes: all.filter(({ kind }) => kind === 'open_dispute'),
    news: await readWebhookHealth(tx),
    days: await listDays(tx),
    first_day: await findFirstDay(tx),
    runs,
    resolved: await listResolved(tx),
  }
}

/**
 * The number of discrepancies that need the owner, plus one for unhandled webhooks. Disputes under review do not count.
 */
export async function countWaitlist(tx: Tx): Promise<number> {
  const { stuck } = await readWebhookHealth(tx)
  return (await countDiscrepancies(tx)) + Math.min(stuck, 1)
}

async function countKinds(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; times: number }>`select kind, count(*)::int as times
    from private.payment_discrepancies where resolved_at is null group by kind`.execute(tx)
  return Object.fromEntries(rows.map(({ kind, times }) => [kind, times]))
}

type Row = DiscrepancyFacts & {
  id: string
  order_id: string | null
  order_number: string | null
  customer_name: string | null
  payment_id: string | null
  ours_pence: Pence | null
  theirs_pence: Pence | null
  said_by: string | null
  respond_by: Date | null
  was_told: boolean
  found_at: Date
}

type ResolvedRow = { kind: DiscrepancyKind } & Pick<
  Row,
  'id' | 'order_number' | 'customer_name' | 'ours_pence' | 'theirs_pence'
> &
  Pick<ResolvedResponse, 'by' | 'note' | 'ended' | 'refund_state'> & { resolved_at: Date; resolution: string }

const amounts = sql`${inPence('discrepancy.ours')} as ours_pence, ${inPence('discrepancy.theirs')} as theirs_pence`
const iso = (at: Date | null) => at?.toISOString() ?? null

async function listDiscrepancies(tx: Tx, provider: PaymentProvider): Promise<DiscrepancyResponse[]> {
  const { rows } = await sql<Row>`
    select discrepancy.id, discrepancy.kind, discrepancy.order_id, placed.order_number, placed.customer_name, discrepancy.payment_id,
      ${amounts}, discrepancy.facts, discrepancy.respond_by, discrepancy.found_at,
      (select profile.email from auth.users as profile where profile.id::text = discrepancy.facts ->> 'actor') as said_by,
      discrepancy.kind = 'refund_failed' and exists (select from private.refunds as refund join private.outbox as email
          on email.order_id = refund.order_id and email.kind = 'order_refunded' and email.state = 'sent'
            and email.created_at >= refund.requested_at
        where refund.provider_refund_id is not null and discrepancy.key = 'refund_failed:' || refund.id) as was_told
      from private.payment_discrepancies as discrepancy left join public.pre_orders as placed on placed.id = discrepancy.order_id
     where discrepancy.resolved_at is null
     order by array_position(${[...discrepancyKinds]}::text[], discrepancy.kind), discrepancy.respond_by, discrepancy.found_at
     limit ${maxShown}`.execute(tx)
  return rows.map((row) => {
    const { kind, facts, payment_id: paymentId } = row
    return {
      ...({ kind, facts } as DiscrepancyFacts),
      id: row.id,
      order_number: row.order_number,
      customer_name: row.customer_name,
      ours_pence: row.ours_pence,
      theirs_pence: row.theirs_pence,
      said_by: row.said_by,
      respond_by: iso(row.respond_by),
      was_told: row.was_told,
      found_at: row.found_at.toISOString(),
      dashboard_url: paymentId ? provider.dashboardUrl(paymentId) : null,
      actions: actionsFor(row, row.order_id !== null),
    }
  })
}

async function listResolved(tx: Tx): Promise<ResolvedResponse[]> {
  const { rows } = await sql<ResolvedRow>`
    select discrepancy.id, discrepancy.kind, placed.order_number, placed.customer_name, ${amounts},
      discrepancy.resolved_at, discrepancy.resolution, discrepancy.note, person.email as by,
      (select dispute.status from private.disputes as dispute where discrepancy.kind = 'open_dispute'
        and discrepancy.key = 'open_dispute:' || dispute.id and dispute.status in ('won', 'lost', 'closed')) as ended,
      case when discrepancy.resolution = 'refund_asked' then (select refund.state from private.refunds as refund
        where refund.order_id = discrepancy.order_id and refund.requested_at >= discrepancy.resolved_at - interval '1 minute'
          and refund.requested_by = discrepancy.resolved_by
          and (refund.session_id = discrepancy.session_id
            or (discrepancy.session_id is null and refund.session_id = placed.payment_session_id))
        order by refund.requested_at limit 1) end as refund_state
      from private.payment_discrepancies as discrepancy
      left join public.pre_orders as placed on placed.id = discrepancy.order_id
      left join auth.users as person on person.id = discrepancy.resolved_by
     where discrepancy.resolved_at is not null order by discrepancy.resolved_at desc limit 20`.execute(tx)
  return rows.map(({ resolved_at, resolution, ...row }) => ({
    ...row,
    resolved_at: resolved_at.toISOString(),
    how: resolution,
  }))
}

async function listRuns(tx: Tx): Promise<RunResponse[]> {
  const rows = await tx
    .selectFrom('private.reconciliation_runs')
    .selectAll()
    .where('finished_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(30)
    .execute()
  return rows.map(({ id, since, until, started_at, finished_at, failure, requested_by, counts: stored }) => {
    // This feature wrote the JSON; a failed run has none.
    const counts = stored as Partial<Counts>
    return {
      id,
      since: since.toISOString(),
      until: until.toISOString(),
      started_at: started_at.toISOString(),
      finished_at: (finished_at ?? started_at).toISOString(),
      failure,
      asked_for: requested_by !== null,
      payments: counts.payments ?? 0,
      matched: counts.matched ?? 0,
      matched_pence: pence(counts.matched_pence ?? 0),
      elsewhere: counts.elsewhere ?? 0,
      elsewhere_pence: pence(counts.elsewhere_pence ?? 0),
      put_right: counts.put_right ?? 0,
      discrepancies: counts.findings ?? 0,
      more: counts.more ?? 0,
    }
  })
}
