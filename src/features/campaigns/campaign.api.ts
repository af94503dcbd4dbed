import { setTimeout as sleep } from 'node:timers/promises'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { aborted } from '#platform/jobs/run-jobs.ts'
import { countAudience } from './audience.ts'
import {
  type CampaignRow,
  changeCampaign,
  previewCampaign,
  readAudience,
  readCampaign,
  sendLaunchEmail,
  testCampaign,
} from './campaign.contract.ts'
import { readCampaignContent } from './campaign-content.ts'
import type { CampaignDeps } from './campaign-deps.ts'
import { previewLaunch, queueTest } from './campaign-emails.ts'
import { applyAction, sendCampaign } from './start-campaign.ts'

/** Most proxies end a request after thirty seconds. */
const timeoutMs = 25_000
const tests: Rate = { max: 10, perSeconds: 600 }

/** The launch e-mail. */
export function campaignApi(campaignDeps: CampaignDeps): Hono<Env> {
  const { queue } = campaignDeps
  const watch = campaignWatch(campaignDeps.db)

  return endpoints(
    handle(sendLaunchEmail, async ({ c, db, claims, body, asCaller }) => {
      const id = await sendCampaign(campaignDeps, {
        content: readCampaignContent(body),
        requestedBy: claims.sub,
        allowRecent: body.allow_recent,
        as: asCaller,
      })
      const signal = AbortSignal.any([c.req.raw.signal, campaignDeps.stopping])
      await watch(id, { timeoutMs, signal })
      return db.asService((tx) => answerOf(tx, id))
    }),
    // Without an id, a shop without campaigns is not an error.
    handle(readCampaign, ({ db, query: { id } }) =>
      db.asService((tx) => (id ? getCampaign(tx, id) : findCampaign(tx, null))),
    ),
    handle(changeCampaign, async ({ db, body: { id, action }, asCaller }) => {
      await asCaller((tx) => applyAction(tx, { queue, id, action }))
      return db.asService((tx) => getCampaign(tx, id))
    }),
    handle(readAudience, async ({ db, body }) => {
      const content = readCampaignContent(body)
      return db.asService((tx) => countAudience(tx, content, campaignDeps.launchAt()))
    }),
    handle(previewCampaign, async ({ body }) => {
      const { subject, html, text } = await previewLaunch(campaignDeps, readCampaignContent(body))
      return { subject, html, text }
    }),
    handle(testCampaign, async ({ c, claims, body, asCaller }) => {
      const content = readCampaignContent(body)
      if (!(await c.var.rateLimiter.consume('campaign.test', claims.sub, tests))) {
        throw new AppError(
          'over_request_rate_limit',
          'You can send ten test e-mails in ten minutes. Please wait a little.',
        )
      }
      return { sent_to: await asCaller((tx) => queueTest(tx, queue, { content, userId: claims.sub })) }
    }),
  )
}

async function getCampaign(tx: Tx, id: string) {
  const campaign = await findCampaign(tx, id)
  if (!campaign) throw new AppError('not_found', 'There is no such campaign.')
  return campaign
}

async function answerOf(tx: Tx, id: string) {
  const { state, sent, failed, queued, unknown, skipped } = await getCampaign(tx, id)
  return {
    sent_count: sent,
    failed_count: failed,
    queued_count: queued,
    unknown_count: unknown,
    skipped_count: skipped,
    campaign_id: id,
    state,
  }
}

type Counts = Pick<CampaignRow, 'total' | 'sent' | 'failed' | 'unknown' | 'queued' | 'skipped'>

/** The campaign of this id; without one the latest active one, otherwise the latest; null if there is none. */
export async function findCampaign(tx: Tx, id: string | null): Promise<CampaignRow | null> {
  const { rows } = await sql<Omit<CampaignRow, keyof Counts>>`
    select id, subject, message, provider, state, paused_by, reason, resume_at, created_at, finished_at,
      (select coalesce(json_agg(failed), '[]') from (
         select email, coalesce(last_error, '') as error from private.campaign_recipients
          where campaign_id = c.id and state = 'failed' order by id limit 50) failed) as failures
      from private.campaigns c where ${id === null ? sql`true` : sql`id = ${id}`}
     order by (state = 'sending' or coalesce(paused_by = 'machine', false)) desc, created_at desc, id
     limit 1`.execute(tx)
  const [campaign] = rows
  return campaign ? { ...campaign, ...(await countRecipients(tx, campaign.id)) } : null
}

/** The progress. The parts always add up to the total. */
async function countRecipients(tx: Tx, campaignId: string): Promise<Counts> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from private.campaign_recipients
     where campaign_id = ${campaignId} group by state`.execute(tx)
  const of = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    sent: of('sent'),
    failed: of('failed'),
    unknown: of('unknown'),
    queued: of('waiting', 'sending'),
    skipped: of('skipped'),
  }
}

const pollMs = 300

/**
 * Returns a wait that resolves when the campaign is done or paused, or after `timeoutMs`, or when `signal` aborts. All
 * waits for one campaign share three reads of its row per second.
 */
function campaignWatch(db: Db): CampaignWatch {
  const polls = new Map<string, { waiters: number; ended: Promise<void> }>()

  async function poll(id: string): Promise<void> {
    for (;;) {
      await sleep(pollMs)
      const hasWaiters = Boolean(polls.get(id)?.waiters)
      const isSending = hasWaiters && (await db.asService((tx) => isBeingSent(tx, id)))
      if (isSending) continue
      // Removed at once, so that no waiter joins a finished poll.
      polls.delete(id)
      return
    }
  }

  function join(id: string) {
    const known = polls.get(id)
    if (known) return known
    const started = { waiters: 0, ended: Promise.resolve() }
    polls.set(id, started)
    started.ended = poll(id).catch((error: unknown) => {
      polls.delete(id)
      throw error
    })
    // Every waiter gets the error; without waiters it is ignored.
    started.ended.catch(() => undefined)
    return started
  }

  return async (id, { timeoutMs, signal }) => {
    const shared = join(id)
    shared.waiters += 1
    await Promise.race([shared.ended, aborted(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))])
    shared.waiters -= 1
  }
}

type CampaignWatch = (id: string, options: { timeoutMs: number; signal: AbortSignal }) => Promise<void>

async function isBeingSent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from private.campaigns where id = ${id} and state = 'sending'`.execute(tx)
  return rows.length > 0
}
