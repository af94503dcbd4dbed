import { randomUUID } from 'node:crypto'
import { testToken } from '#features/subscribers/test-token.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Email } from '#platform/email/email.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { type CampaignContent, readCampaignContent } from './campaign-content.ts'
import type { LaunchWriter } from './campaign-deps.ts'
import { readSampleOrigin } from './recipients.ts'

type Writing = { db: Db; writer: LaunchWriter; siteUrl: string }

/**
 * The launch e-mail as the newest subscriber would get it today. Its unsubscribe link belongs to no subscriber, and the
 * page behind it says so.
 */
export async function previewLaunch({ db, writer, siteUrl }: Writing, content: CampaignContent): Promise<Email> {
  const copyFor = await writer(content)
  const origin = await db.asService(readSampleOrigin)
  return copyFor({ origin, unsubscribeUrl: `${siteUrl}/unsubscribe?token=${testToken}`, headers: {} })
}

/** The templates of campaign e-mails in the outbox: the test copy for an administrator. */
export function campaignEmails(writing: Writing): EmailTemplates {
  return {
    campaign_test: async ({ data }) => {
      const email = await previewLaunch(writing, readCampaignContent(data))
      return { ...email, subject: `[Test] ${email.subject}` }
    },
  }
}

/** Sends this text to the administrator's own address, and returns the address. Each call sends an e-mail. */
export async function queueTest(
  tx: Tx,
  queue: Queue,
  { content, userId }: { content: CampaignContent; userId: string },
) {
  const { email } = await tx.selectFrom('auth.users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  await queueEmail(tx, queue, {
    kind: 'campaign_test',
    cause: randomUUID(),
    recipient: email ?? '',
    data: { ...content },
  })
  return email ?? ''
}
