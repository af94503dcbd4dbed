import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Administrator, requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import { countAudience } from './audience.ts'
import { findCampaign } from './campaign.ts'
import { readCampaignContent } from './campaign-content.ts'
import type { CampaignDeps } from './campaign-deps.ts'
import { previewLaunch, queueTest } from './campaign-emails.ts'
import { campaignActions, changeCampaign } from './change-campaign.ts'
import { sendCampaign } from './send-campaign.ts'
import { campaignWatch } from './wait-for-campaign.ts'

/** Most proxies end a request after thirty seconds. */
const timeoutMs = 25_000
const tests: Rate = { max: 10, perSeconds: 600 }

/** Besides the text; `allow_recent` confirms a second campaign to the same recipients within 24 hours. */
const SendOptions = z.object({ allow_recent: z.boolean().default(false) })
const ChangeBody = z.object({ id: z.uuid(), action: z.enum(campaignActions) })

/**
 * The launch e-mail, mounted at /functions/v1, for administrators alone. POST send-klaviyo-launch-email sends it once
 * to each subscriber who may get e-mail, however often it is called, and responds within 25 s with the counts so far;
 * it responds 409 where they had another campaign within 24 hours, unless the body says `allow_recent`. GET campaign
 * and POST change-campaign follow it; POST campaign-audience, campaign-preview and campaign-test preview it.
 */
export function campaignApi(campaignDeps: CampaignDeps): Hono<Env> {
  const { db, queue } = campaignDeps
  const watch = campaignWatch(db)

  /** As the service with the administrator's id, which the audit log records. */
  const as = <T>(c: Context<Env>, { userId }: Administrator, work: (tx: Tx) => Promise<T>) =>
    db.as({ role: 'service_role', sub: userId }, work, requestContextOf(c))

  async function administrator(c: Context<Env>): Promise<Administrator> {
    c.header('Cache-Control', 'no-store')
    return requireAdministrator(db, c)
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/send-klaviyo-launch-email', async (c) => {
      const caller = await administrator(c)
      const body: unknown = await c.req.json()
      const content = readCampaignContent(body)
      const { allow_recent: allowRecent } = SendOptions.parse(body)
      const requestedBy = caller.userId
      const id = await sendCampaign(campaignDeps, {
        content,
        requestedBy,
        allowRecent,
        as: (work) => as(c, caller, work),
      })
      const signal = AbortSignal.any([c.req.raw.signal, campaignDeps.stopping])
      await watch(id, { timeoutMs, signal })
      return c.json(await db.asService((tx) => answerOf(tx, id)))
    })
    .get('/campaign', async (c) => {
      await administrator(c)
      const id = c.req.query('id') ?? null
      if (id !== null && !z.uuid().safeParse(id).success)
        throw new AppError('bad_request', 'This is not the id of a campaign.')
      // Without an id, a shop without campaigns is not an error.
      return c.json(await db.asService((tx) => (id === null ? findCampaign(tx, null) : getCampaign(tx, id))))
    })
    .post('/change-campaign', async (c) => {
      const caller = await administrator(c)
      const { id, action } = ChangeBody.parse(await c.req.json())
      await as(c, caller, (tx) => changeCampaign(tx, { queue, id, action }))
      return c.json(await db.asService((tx) => getCampaign(tx, id)))
    })
    .post('/campaign-audience', async (c) => {
      await administrator(c)
      const content = readCampaignContent(await c.req.json())
      return c.json(await db.asService((tx) => countAudience(tx, content, campaignDeps.launchAt())))
    })
    .post('/campaign-preview', async (c) => {
      await administrator(c)
      const { subject, html, text } = await previewLaunch(campaignDeps, readCampaignContent(await c.req.json()))
      return c.json({ subject, html, text })
    })
    .post('/campaign-test', async (c) => {
      const caller = await administrator(c)
      const content = readCampaignContent(await c.req.json())
      if (!(await c.var.rateLimiter.consume('campaign.test', caller.userId, tests))) {
        throw new AppError(
          'over_request_rate_limit',
          'You can send ten test e-mails in ten minutes. Please wait a little.',
        )
      }
      const sentTo = await as(c, caller, (tx) => queueTest(tx, queue, { content, userId: caller.userId }))
      return c.json({ sent_to: sentTo })
    })
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
