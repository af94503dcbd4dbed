import { sql } from 'kysely'
import { isImportDate, isImported } from '#features/subscribers/find-subscribers.ts'
import type { Tx } from '#platform/database/db.ts'
import type { CampaignSender, Origin } from './campaign-deps.ts'
import type { RowOutcome } from './classify-send-error.ts'

/** The runner that holds the campaign: its writes about a row count only while it does. */
export type Run = { campaignId: string; runner: string }

/** A recipient's row that this runner holds. `attempts` includes the coming one. */
export type Claimed = { id: string; email: string; signupId: string; origin: Origin; attempts: number }

/** The columns of an `Origin`, of `email_signups s`. */
const originColumns = sql`${isImported} as imported, coalesce(s.source_name, s.source) as place,
  case when not ${isImportDate} then s.consented_at end as consented_at`

/** Rows that are due, the longest due first; a lane claims a row before it sends. */
export async function listDue(tx: Tx, campaignId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from private.campaign_recipients
     where campaign_id = ${campaignId} and state = 'waiting' and next_attempt_at <= now()
     order by next_attempt_at, id limit ${most}`.execute(tx)
  return rows.map((row) => row.id)
}

/** In how many ms the next row is due, 0 for now; null when none is left. */
export async function nextDueMs(tx: Tx, campaignId: string): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, extract(epoch from next_attempt_at - now()) * 1000)::float8 as ms
      from private.campaign_recipients
     where campaign_id = ${campaignId} and state = 'waiting' order by next_attempt_at limit 1`.execute(tx)
  return rows[0]?.ms ?? null
}

/**
 * Claims one recipient: one statement checks again whether the address may get e-mail, and the row becomes `sending`,
 * or `skipped`. 'over' when this run may send nothing more: paused, or held by another runner.
 */
export async function claim(tx: Tx, { campaignId, runner }: Run, id: string): Promise<Claimed | 'over' | null> {
  type Row = { goes_on: boolean; state: string | null; consentedAt: Date | null } & Omit<Claimed, 'origin'> &
    Omit<Origin, 'consentedAt'>
  const { rows } = await sql<Row>`
    with run as (
      select c.id from private.campaigns c join private.campaign_runs r on r.campaign_id = c.id
       where c.id = ${campaignId} and c.state = 'sending' and r.worker_id = ${runner}
    ), person as (
      select w.id, s.id as signup_id, ${originColumns},
          s.id is not null and private.can_email(s) as agrees
        from private.campaign_recipients w left join public.email_signups s on s.email = w.email
       where w.id = ${id}
    ), claimed as (
      update private.campaign_recipients r
         set state = case when person.agrees then 'sending' else 'skipped' end,
             attempts = r.attempts + person.agrees::int,
             finished_at = case when not person.agrees then public.shop_now() end
        from person
       where r.id = person.id and r.campaign_id = ${campaignId} and r.state = 'waiting' and r.next_attempt_at <= now()
         and exists (select from run)
      returning r.id, r.email, r.state, r.attempts, person.signup_id, person.imported, person.place,
        person.consented_at
    )
    select exists (select from run) as goes_on, id, email, state, attempts, signup_id as "signupId",
      imported, place, consented_at as "consentedAt"
      from (select) as one left join claimed on true`.execute(tx)
  const [row] = rows
  if (!row?.goes_on) return 'over'
  if (row.state !== 'sending') return null
  const { id: rowId, email, signupId, attempts, imported, place, consentedAt } = row
  return { id: rowId, email, signupId, attempts, origin: { imported, place, consentedAt } }
}

/** The origin of the newest subscriber, for a preview; with an empty list, of one who signs up now. */
export async function readSampleOrigin(tx: Tx): Promise<Origin> {
  const { rows } = await sql<{ imported: boolean; place: string; consented_at: Date | null }>`
    select ${originColumns} from public.email_signups s where s.confirmed_at is not null and s.unsubscribed_at is null
     order by s.created_at desc, s.id limit 1`.execute(tx)
  const [row] = rows
  if (!row) return { imported: false, place: '', consentedAt: new Date() }
  return { imported: row.imported, place: row.place, consentedAt: row.consented_at }
}

/**
 * Stores the result of an e-mail. `sent` counts in any case; any other result only from the run that
 * holds the campaign.
 */
export async function mark(tx: Tx, { campaignId, runner }: Run, id: string, outcome: RowOutcome): Promise<void> {
  if (outcome.state === 'sent') {
    await sql`update private.campaign_recipients
      set state = 'sent', finished_at = public.shop_now(), last_error = null
      where id = ${id}`.execute(tx)
    return
  }
  const isWaiting = outcome.state === 'waiting'
  await sql`update private.campaign_recipients
    set state = ${outcome.state}, last_error = ${outcome.error},
        attempts = attempts - ${isWaiting && outcome.uncounted ? 1 : 0}::int,
        next_attempt_at = now() + ${isWaiting ? outcome.afterMs : 0} * interval '1 millisecond',
        finished_at = case when ${isWaiting} then null else public.shop_now() end
    where id = ${id} and state = 'sending'
      and exists (select from private.campaign_runs where campaign_id = ${campaignId} and worker_id = ${runner})`.execute(
    tx,
  )
}

/**
 * Settles the rows of a dead runner for the next one. `again`: duplicates are removed, so those e-mails wait again;
 * otherwise it is unknown whether they left, and they are not sent again.
 */
async function settleAbandonedRows(tx: Tx, campaignId: string, { again }: { again: boolean }): Promise<void> {
  const reason = 'The program stopped while sending this e-mail, so it is not known whether it was sent.'
  await sql`update private.campaign_recipients
    set state = ${again ? 'waiting' : 'unknown'}, next_attempt_at = now(), last_error = ${again ? null : reason},
        finished_at = case when ${again} then null else public.shop_now() end
    where campaign_id = ${campaignId} and state = 'sending'`.execute(tx)
}

/** The lease of a runner without a sign of life. */
const leaseSeconds = 15
export const renewEveryMs = 5_000

/** A runner's data about the campaign it holds. */
export type CampaignLease = { subject: string; message: string; lanes: number; failuresInARow: number }

/**
 * Claims the campaign for this runner if it is due and not held; null otherwise. An automatic pause ends here when its
 * time has come, and the rows of a dead runner are settled.
 */
export async function claimCampaign(
  tx: Tx,
  { campaignId, runner }: Run,
  sender: CampaignSender,
): Promise<CampaignLease | null> {
  const { rows } = await sql<{ subject: string; message: string; state: string; provider: string }>`
    select subject, message, state, provider from private.campaigns
     where id = ${campaignId} and (resume_at is null or resume_at <= now())
       and (state = 'sending' or (state = 'paused' and paused_by = 'machine' and resume_at is not null))
       for update`.execute(tx)
  const [campaign] = rows
  if (!campaign) return null
  const runs = await sql<{ lanes: number; failuresInARow: number }>`
    update private.campaign_runs
       set worker_id = ${runner}, leased_until = now() + ${leaseSeconds} * interval '1 second'
     where campaign_id = ${campaignId} and (leased_until is null or leased_until < now())
    returning concurrency as lanes, consecutive_failures as "failuresInARow"`.execute(tx)
  const [run] = runs.rows
  if (!run) return null
  await settleAbandonedRows(tx, campaignId, { again: sender.idempotent && campaign.provider === sender.name })
  await sql`update private.campaigns
    set state = 'sending', paused_by = null, reason = null, resume_at = null, provider = ${sender.name}
    where id = ${campaignId}`.execute(tx)
  return { subject: campaign.subject, message: campaign.message, ...run }
}

/** Renews this runner's lease. */
export async function renewLease(tx: Tx, { campaignId, runner }: Run): Promise<void> {
  await sql`update private.campaign_runs set leased_until = now() + ${leaseSeconds} * interval '1 second'
    where campaign_id = ${campaignId} and worker_id = ${runner}`.execute(tx)
}

/**
 * The result of a batch. `lanes`: the concurrency of the next. `halt`: the reason for an automatic pause; retried after
 * 1, 5, 15, then every 60 minutes, by `failuresInARow`. `pauseMs`: the pause that the service requested.
 */
export type BatchResult = { lanes: number; failuresInARow: number; halt: string | null; pauseMs: number }

/** This many errors in a row pause a campaign; each failed try after that counts one more. */
export const pauseAfter = 5
const pausesMinutes = [1, 5, 15, 60]
/** Rows due this soon are awaited; the sweep finds the others. */
const soonMs = 5_000

/**
 * Releases the campaign and returns whether to queue it again: `now`, or `later` when the sweep will find it. A
 * campaign without open rows is done; its row is locked first, so that no rows are added unseen.
 */
export async function releaseCampaign(tx: Tx, run: Run, end: BatchResult): Promise<'now' | 'later'> {
  const { campaignId, runner } = run
  const { rows } = await sql<{ state: string }>`
    select state from private.campaigns where id = ${campaignId} for update`.execute(tx)
  const { numAffectedRows } = await sql`
    update private.campaign_runs
       set worker_id = null, leased_until = null, concurrency = ${end.lanes}, consecutive_failures = ${end.failuresInARow}
     where campaign_id = ${campaignId} and worker_id = ${runner}`.execute(tx)
  if (numAffectedRows !== 1n || rows[0]?.state !== 'sending') return 'later'
  const dueMs = await nextDueMs(tx, campaignId)
  if (dueMs === null) {
    // The next batch settles rows that a runner without its lease still holds.
    await sql`update private.campaigns set state = 'done', finished_at = public.shop_now()
      where id = ${campaignId} and not exists (select from private.campaign_recipients
        where campaign_id = ${campaignId} and state = 'sending')`.execute(tx)
    return 'later'
  }
  if (end.halt !== null) {
    const minutes = pausesMinutes[Math.min(end.failuresInARow - pauseAfter, pausesMinutes.length - 1)]
    await sql`update private.campaigns
      set state = 'paused', paused_by = 'machine', reason = ${end.halt},
          resume_at = now() + greatest(${minutes}::int * 60000, ${end.pauseMs}) * interval '1 millisecond'
      where id = ${campaignId}`.execute(tx)
    return 'later'
  }
  if (end.pauseMs > 0) {
    await sql`update private.campaigns set resume_at = now() + ${end.pauseMs} * interval '1 millisecond'
      where id = ${campaignId}`.execute(tx)
    return 'later'
  }
  return dueMs < soonMs ? 'now' : 'later'
}
