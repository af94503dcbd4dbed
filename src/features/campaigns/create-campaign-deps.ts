import type { SecretFor } from '#base/secret-for.ts'
import { createUnsubscribeLinks } from '#features/subscribers/subscriber-deps.ts'
import type { Db } from '#platform/database/db.ts'
import { mailTransport } from '#platform/email/transport.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { type CampaignDeps, type CampaignSender, createSmtpSender } from './campaign-deps.ts'
import { createKlaviyoSender } from './klaviyo-sender.ts'
import { writeLaunchEmail } from './launch.email.tsx'

type Options = {
  db: Db
  queue: Queue
  log: Log
  siteUrl: string
  launchAt: () => Date
  smtpUrl: () => string | undefined
  mailFrom: string | (() => string)
  klaviyoKey: string | undefined
  klaviyoBase: string | undefined
  /** A secret per purpose. */
  secretFor: SecretFor
  stopping: AbortSignal
}

/** The campaigns' dependencies: Klaviyo with a key, otherwise a connection pool of their own to the mail server. */
export function createCampaignDeps(options: Options): CampaignDeps {
  const { db, queue, log, siteUrl, launchAt, secretFor, stopping } = options
  return {
    db,
    queue,
    log,
    siteUrl,
    launchAt,
    sender: chooseSender(options),
    writer: writeLaunchEmail,
    links: createUnsubscribeLinks({ siteUrl, secret: secretFor('unsubscribing') }),
    stopping,
  }
}

function chooseSender({ db, smtpUrl, mailFrom, klaviyoKey, klaviyoBase }: Options): CampaignSender {
  if (klaviyoKey) return createKlaviyoSender({ apiKey: klaviyoKey, apiBase: klaviyoBase })
  // The development mailbox stores one of two e-mails with one Message-ID.
  return createSmtpSender({
    transport: mailTransport({ db, smtpUrl, mailFrom }),
    isIdempotent: () => smtpUrl() === undefined,
  })
}
