import type { Hono } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { countAudience } from './audience.ts'
import {
  changeCampaign,
  previewCampaign,
  readAudience,
  readCampaign,
  sendLaunchEmail,
  testCampaign,
} from './campaign.contract.ts'
import { findCampaign } from './campaign.ts'
import { readCampaignContent } from './campaign-content.ts'
import type { CampaignDeps } from './campaign-deps.ts'
import { previewLaunch, queueTest } from './campaign-emails.ts'
import { applyAction } from './change-campaign.ts'
import { sendCampaign } from './send-campaign.ts'
import { campaignWatch } from './wait-for-campaign.ts'

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
