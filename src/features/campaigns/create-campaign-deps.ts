import type { SecretFor } from '#base/secret-for.ts'
import { createUnsubscribeLinks } from '#features/subscribers/subscriber-deps.ts'
import type { Db } from '#platform/database/db.ts'
import type { EmailTransport } from '#platform/email/email.ts'
import { mailTransport } from '#platform/email/transport.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { CampaignDeps, CampaignSender } from './campaign-deps.ts'
import { createKlaviyoSender } from './klaviyo-sender.ts'
import { writeLaunchEmail } from './launch.email.tsx'

type Options = {
  db: Db
  queue: Queue
  log: Log
  siteUrl: string
  launchAt: () => Date
  smtpUrl: string | undefined
  mailFrom: string
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
  return createSmtpSender({ transport: mailTransport({ db, smtpUrl, mailFrom }), idempotent: smtpUrl === undefined })
}

/**
 * Copies of a campaign over a transport of their own, so that no order's e-mail waits behind them. `idempotent` where
 * the transport removes duplicates of one Message-ID, as the development mailbox does; a mail server does not.
 */
export function createSmtpSender({
  transport,
  idempotent = false,
}: {
  transport: EmailTransport
  idempotent?: boolean
}): CampaignSender {
  return {
    name: 'smtp',
    idempotent,
    send: ({ copy, email, messageId }) => transport.send({ email: copy, recipient: email, messageId }),
    close: () => transport.close(),
  }
}
