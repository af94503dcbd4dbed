import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Facts } from '#features/content/documents/facts.ts'
import { linesIn } from '#features/content/documents/mail-lines.ts'
import { type Documents, readPreview, shownVersion } from '#features/content/documents/read-documents.ts'
import { composeWith } from '#mail/own-lines.ts'
import { titleOfKind } from '#operations/jobs/failed-emails.ts'
import type { Db } from '#platform/database/db.ts'
import type { Email } from '#platform/email/email.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { shippedDocuments } from '../../../db/catalogue/documents/documents.ts'
import { emailSamples } from './email-samples.ts'
import { listEmails, readEmailSample, sendEmailTest } from './emails.contract.ts'

type Samples = {
  db: Db
  siteUrl: string
  seal: Seal
  documents: () => Documents
  facts: () => Facts
  now: () => Date
}

const kindOfTest = 'email_test'
const tests = { max: 10, perSeconds: 600 }

/** The owner's side of e-mails: samples of every kind, and a test e-mail to the owner. */
export function emailsApi({ queue, ...samples }: Samples & { queue: Queue }): Hono<Env> {
  return endpoints(
    handle(listEmails, async () => ({
      emails: Object.keys(emailSamples(samples)).map((kind) => ({
        kind,
        title: titleOfKind(kind),
        to: isToCustomers(kind) ? ('customers' as const) : ('shop' as const),
        has_lines: hasLines(kind),
      })),
    })),
    handle(readEmailSample, async ({ query: { kind } }) => {
      const { subject, html } = await writeSample(samples, kind)
      return { subject, html }
    }),
    handle(sendEmailTest, async ({ c, claims, body: { kind }, asCaller }) => {
      await writeSample(samples, kind)
      if (!(await c.var.rateLimiter.consume('emails.test', claims.sub, tests))) {
        throw new AppError(
          'over_request_rate_limit',
          'You can send ten test e-mails in ten minutes. Please wait a little.',
        )
      }
      return asCaller(async (tx) => {
        const { email } = await tx
          .selectFrom('auth.users')
          .select('email')
          .where('id', '=', claims.sub)
          .executeTakeFirstOrThrow()
        const recipient = email ?? ''
        await queueEmail(tx, queue, { kind: kindOfTest, cause: randomUUID(), recipient, data: { kind } })
        return { sent_to: recipient }
      })
    }),
  )
}

/** The template of a test: the sample as it is when it is sent. */
export function testEmails(samples: Samples): EmailTemplates {
  return {
    [kindOfTest]: async ({ data }) => {
      const email = await writeSample(samples, String((data as { kind?: unknown }).kind))
      return { ...email, subject: `[Test] ${email.subject}` }
    },
  }
}

const hasLines = (kind: string) => `mail:${kind}` in shippedDocuments
export const isToCustomers = (kind: string) =>
  !/^(?:owner_|order_choice_made|contact_message|subscriber_complaint)/.test(kind)

/** With the owner's lines as in their draft. Refuses not_found. */
async function writeSample({ db, documents, now, facts, siteUrl, seal }: Samples, kind: string): Promise<Email> {
  const path = `mail:${kind}`
  const draft = await db.asService((tx) => readPreview(tx, path))
  const content = draft.content ?? shownVersion(documents(), path, now())?.content ?? null
  const lines = linesIn(content, { facts: facts(), siteUrl })
  const samples = emailSamples({ siteUrl, seal })
  const email = await composeWith(
    lines,
    async () => (Object.hasOwn(samples, kind) && (await samples[kind]?.())) || null,
  )
  if (!email) throw new AppError('not_found', 'There is no such e-mail.')
  return email
}
