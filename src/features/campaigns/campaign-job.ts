import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import { EmailError } from '#platform/email/email.ts'
import { sweep } from '#platform/jobs/queue.ts'
import { shop } from '#shop'
import type { CampaignDeps, Personal } from './campaign-deps.ts'
import { classifySendError, type RowOutcome, type RunSignal } from './classify-send-error.ts'
import {
  type BatchResult,
  type CampaignLease,
  type Claimed,
  claim,
  claimCampaign,
  listDue,
  mark,
  nextDueMs,
  pauseAfter,
  type Run,
  releaseCampaign,
  renewEveryMs,
  renewLease,
} from './recipients.ts'

/** The job that sends one batch of a campaign; its id is the campaign's. */
export const sendCampaignJob = 'campaign.send'

/**
 * Handles `campaign.send`: claims the campaign, sends one batch, releases it and queues itself again. Any number may
 * run: without the campaign's lease it does nothing.
 */
export function runCampaignJob(campaignDeps: CampaignDeps): (id: string) => Promise<void> {
  const { db, queue, log, sender } = campaignDeps
  return async (campaignId) => {
    const run = { campaignId, runner: randomUUID() }
    const lease = await db.asService((tx) => claimCampaign(tx, run, sender))
    if (!lease) return
    const renewing = setInterval(() => {
      db.asService((tx) => renewLease(tx, run)).catch((error: unknown) =>
        log.warn({ error, campaign: campaignId }, 'a running campaign could not renew its lease'),
      )
    }, renewEveryMs)
    try {
      const end = await processCampaignBatch(campaignDeps, run, lease)
      if (end.halt !== null) log.warn({ campaign: campaignId, failures: end.failuresInARow }, 'a campaign was paused')
      await db.asService(async (tx) => {
        if ((await releaseCampaign(tx, run, end)) === 'now') await queue.enqueue(tx, sendCampaignJob, campaignId)
      })
    } finally {
      clearInterval(renewing)
    }
  }
}

/** Finds active campaigns without a runner: after a crash, a lost job or a pause. */
export function sweepCampaigns({ db, queue, everySeconds = 15 }: Pick<CampaignDeps, 'db' | 'queue'> & SweepOptions) {
  return sweep({ db, queue, name: sendCampaignJob, everySeconds, unfinished: idleCampaigns })
}

type SweepOptions = { everySeconds?: number }

async function idleCampaigns(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from private.campaigns c join private.campaign_runs r on r.campaign_id = c.id
     where c.state <> 'done' and (r.leased_until is null or r.leased_until < now())
       and (c.resume_at is null or c.resume_at <= now())
       and (c.state = 'sending' or (c.paused_by = 'machine' and c.resume_at is not null))
     order by c.created_at limit 100`.execute(tx)
  return rows.map((row) => row.id)
}

/** Short, so that a shutdown waits briefly, and no job lives long enough to count as dead. */
const batchMs = 5_000
const maxLanes = 5
const listed = 500
/**
 * Hourly attempts without success for three days: after that each attempt fails a recipient, so that a campaign ends.
 */
const giveUpAfter = pauseAfter + 72

/**
 * Sends for about five seconds, up to five e-mails at once, and returns the result. Each row is committed as `sending`
 * before its e-mail leaves; the result is written together with the next claim. After an automatic pause a single
 * e-mail probes the service.
 */
async function processCampaignBatch(campaignDeps: CampaignDeps, run: Run, lease: CampaignLease): Promise<BatchResult> {
  const { db, log, sender, writer, links } = campaignDeps
  const { subject, message } = lease
  const copyFor = await writer({ subject, message })
  const deadline = performance.now() + batchMs
  const service = sender.name === 'klaviyo' ? 'Klaviyo' : 'The mail server'
  let lanes = lease.failuresInARow >= pauseAfter ? 1 : lease.lanes
  let failures = lease.failuresInARow
  let hasSent = false
  let tooFast: string | null = null
  let isOver = false
  let halt: string | null = null
  let pausedUntil = 0
  let due: string[] = []
  let listing: Promise<void> | null = null

  const mayContinue = (lane: number) => !isOver && halt === null && lane < lanes && performance.now() < deadline

  async function lane(number: number): Promise<void> {
    let done: { id: string; outcome: RowOutcome } | null = null
    for (;;) {
      const id = mayContinue(number) && performance.now() >= pausedUntil ? due.shift() : undefined
      if (id === undefined) {
        if (done) await settle(done)
        done = null
        if (await hasMore(number)) continue
        return
      }
      const before = done
      const claimed: Claimed | 'over' | null = await db.asService(async (tx) => {
        if (before) await mark(tx, run, before.id, before.outcome)
        return claim(tx, run, id)
      })
      done = null
      if (claimed === 'over') isOver = true
      else if (claimed) done = { id, outcome: await send(claimed) }
    }
  }

  async function settle({ id, outcome }: { id: string; outcome: RowOutcome }): Promise<void> {
    await db.asService((tx) => mark(tx, run, id, outcome))
  }

  /** Waits for rows that are due within this batch. */
  async function hasMore(number: number): Promise<boolean> {
    if (!mayContinue(number) || pausedUntil > deadline) return false
    await sleep(Math.max(0, pausedUntil - performance.now()))
    if (due.length > 0) return mayContinue(number)
    listing ??= list().finally(() => {
      listing = null
    })
    await listing
    if (due.length > 0) return mayContinue(number)
    const dueMs = await db.asService((tx) => nextDueMs(tx, run.campaignId))
    if (dueMs === null || performance.now() + dueMs >= deadline) return false
    await sleep(dueMs)
    return mayContinue(number)
  }

  async function list(): Promise<void> {
    due = await db.asService((tx) => listDue(tx, run.campaignId, listed))
  }

  async function send(claimed: Claimed): Promise<RowOutcome> {
    const email = mailAddress(claimed.email)
    if (!email) return { state: 'failed', error: 'This address can’t receive e-mail.' }
    try {
      const personal: Personal = {
        origin: claimed.origin,
        unsubscribeUrl: links.pageFor(claimed.signupId),
        headers: links.headersFor(claimed.signupId),
      }
      const { unsubscribeUrl, headers } = personal
      const messageId = messageIdOf(run.campaignId, claimed.id)
      const copy = copyFor(personal)
      await sender.send({
        campaignId: run.campaignId,
        email,
        subject,
        message,
        unsubscribeUrl,
        headers,
        copy,
        messageId,
      })
    } catch (error) {
      if (!(error instanceof EmailError)) {
        log.error({ error, campaign: run.campaignId, recipient: claimed.id }, 'sending a campaign e-mail failed')
      }
      const { attempts } = claimed
      const { outcome, signal } = classifySendError(error, { attempts, idempotent: sender.idempotent, service })
      return applySignal(signal, outcome)
    }
    hasSent = true
    return applySignal({ signal: 'good' }, { state: 'sent' })
  }

  function applySignal(signal: RunSignal, outcome: RowOutcome): RowOutcome {
    if (signal.signal === 'good') failures = 0
    else if (signal.signal === 'slower') slowDown(signal)
    else if (signal.signal === 'bad' && outcome.state === 'waiting' && failures >= giveUpAfter) {
      failures = 0
      return { state: 'failed', error: outcome.error }
    } else {
      failures += 1
      if (signal.signal === 'halt' || failures >= pauseAfter) halt ??= signal.why
    }
    return outcome
  }

  /** Halved only once for e-mails that were in delivery together. */
  function slowDown({ pauseMs, why }: { pauseMs: number; why: string }): void {
    if (performance.now() >= pausedUntil) lanes = Math.max(1, Math.floor(lanes / 2))
    tooFast = why
    pausedUntil = Math.max(pausedUntil, performance.now() + pauseMs)
  }

  const ended = await Promise.allSettled(Array.from({ length: lanes }, (_, number) => lane(number)))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  if (tooFast !== null && !hasSent) {
    // The service refused again after the pause that it requested, perhaps because of a quota.
    failures += 1
    if (failures >= pauseAfter) halt ??= tooFast
  }
  return {
    lanes: tooFast !== null ? lanes : Math.min(maxLanes, lease.lanes + (hasSent ? 1 : 0)),
    // E-mails in delivery at the fifth error do not count: the next pause is one step longer.
    failuresInARow: halt === null ? failures : Math.max(pauseAfter, Math.min(failures, lease.failuresInARow + 1)),
    halt,
    pauseMs: Math.max(0, Math.ceil(pausedUntil - performance.now())),
  }
}

/** Constant, so that mail programs group a copy that is deliberately sent again. */
function messageIdOf(campaignId: string, recipientId: string): string {
  return `<launch.${campaignId}.${recipientId}@${shop.email.split('@')[1]}>`
}
