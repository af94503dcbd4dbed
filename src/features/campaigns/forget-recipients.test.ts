import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { forgetRecipients } from './audience.ts'
import { contentHash } from './campaign-content.ts'
import { startCampaign } from './start-campaign.ts'

test('a campaign whose recipients are forgotten is not sent again to everyone', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using queue = createQueue({
    connectionString: db.connectionString,
    log: createLog({ level: 'silent' }),
    working: false,
  })
  await queue.start()
  const content = { subject: 'We are open', message: 'Come in.' }
  await db.asService(async (tx) => {
    await tx.insertInto('email_signups').values({ email: 'a@example.com' }).execute()
    await sql`insert into private.campaigns (subject, message, content_hash, provider, state, finished_at)
      values (${content.subject}, ${content.message}, ${contentHash(content)}, 'smtp', 'done', now() - interval '25 months')`.execute(
      tx,
    )
    await sql`insert into private.campaign_recipients (campaign_id, signup_id, email, state)
      select id, gen_random_uuid(), 'a@example.com', 'sent' from private.campaigns`.execute(tx)
  })
  expect(await db.asService((tx) => forgetRecipients(tx, 10))).toBe(1)
  const start = { queue, provider: 'smtp' as const, requestedBy: crypto.randomUUID() }
  await expect(db.asService((tx) => startCampaign(tx, { ...start, content }))).rejects.toThrow(
    'more than two years ago',
  )
  const changed = { ...content, message: 'Do come in.' }
  expect(await db.asService((tx) => startCampaign(tx, { ...start, content: changed }))).toEqual(expect.any(String))
})
