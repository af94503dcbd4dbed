import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseAddress } from '#features/subscribers/erase-address.ts'
import { EmailError, type EmailErrorKind } from '#platform/email/email.ts'
import { type CampaignWorld, campaignWorld } from '#tests/fixtures/campaign-world.ts'
import { type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'
import { countAudience } from './audience.ts'
import { findCampaign } from './campaign.api.ts'
import type { CampaignContent } from './campaign-content.ts'
import type { CampaignSender } from './campaign-deps.ts'
import { runCampaignJob } from './campaign-job.ts'
import { applyAction, sendCampaign, startCampaign } from './start-campaign.ts'

const content: CampaignContent = { subject: 'We are open', message: 'Come and see.' }
const campaignOf = ({ db }: CampaignWorld, id: string) => db.asService((tx) => findCampaign(tx, id))
const change = (
  { db, queue }: CampaignWorld,
  id: string,
  action: 'pause' | 'resume' | 'send_failed' | 'send_unknown',
) => db.asService((tx) => applyAction(tx, { queue, id, action }))
const addresses = (smtp: SmtpServer) => smtp.received.map(({ to }) => to[0]).toSorted()

async function unsubscribeByLink({ db }: CampaignWorld, email: string, no = true) {
  await db.asService((tx) =>
    sql`update public.email_signups set unsubscribed_at = ${no ? new Date() : null}, unsubscribe_reason = ${no ? 'unsubscribed' : null}
      where email = ${email}`.execute(tx),
  )
}

test('twenty requests at once and four runners make one campaign, and each recipient gets one e-mail', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 60 })
  const { db, campaignDeps } = world
  const requestedBy = crypto.randomUUID()
  const ids = await Promise.all(
    Array.from({ length: 20 }, () =>
      sendCampaign(campaignDeps, { content, requestedBy, as: (work) => db.asService(work) }),
    ),
  )
  expect(new Set(ids).size).toBe(1)
  const [id = ''] = ids
  await Promise.all(Array.from({ length: 4 }, () => runCampaignJob(campaignDeps)(id)))
  expect(smtp.received).toHaveLength(60)
  expect(new Set(addresses(smtp)).size).toBe(60)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', total: 60, sent: 60 })
})

test('sent again later, only new subscribers get the e-mail; another text is another campaign', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 2 })
  const id = await world.press(content)
  await world.turn(id)
  await world.db.asService((tx) =>
    sql`insert into public.email_signups (email) values ('late@example.com')`.execute(tx),
  )
  expect(await world.press(content)).toBe(id)
  await world.turn(id)
  expect(addresses(smtp)).toEqual(['late@example.com', 'reader1@example.com', 'reader2@example.com'])
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', total: 3, sent: 3 })

  const other = await world.press({ ...content, subject: 'Another thing' }, { allowRecent: true })
  expect(other).not.toBe(id)
  await world.turn(other)
  expect(smtp.received).toHaveLength(6)
})

test('without subscribers the request ends at once', async () => {
  await using world = await campaignWorld({})
  const id = await world.press()
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', total: 0, sent: 0, queued: 0 })
  const { rows } = await sql`select from pgboss.job where name = 'campaign.send'`.execute(world.db.owner)
  expect(rows).toHaveLength(0)
})

test('a recipient who objects after the start gets nothing; a new subscriber gets the e-mail with the next start', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 3 })
  const id = await world.press()
  await unsubscribeByLink(world, 'reader2@example.com')
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 2, skipped: 1 })
  expect(addresses(smtp)).toEqual(['reader1@example.com', 'reader3@example.com'])

  // The undo removed the objection from the row and from the suppression list.
  await unsubscribeByLink(world, 'reader2@example.com', false)
  await world.db.asService((tx) => sql`delete from private.suppressions`.execute(tx))
  await world.press()
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', total: 3, sent: 3, skipped: 0 })
})

test('a recipient who objects during the sending gets nothing, nor does a corrected or removed address', {
  tags: ['M10'],
}, async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 40 })
  const id = await world.press()
  // E-mails are sent in the order of the rows: these three wait for the first five.
  const [leaving = '', removed = '', corrected = ''] = (await world.rows(id)).slice(-3).map(({ email }) => email)
  let saying: Promise<void> | undefined
  async function sayNoTo() {
    await unsubscribeByLink(world, leaving)
    await world.db.asService(async (tx) => {
      await sql`delete from public.email_signups where email = ${removed}`.execute(tx)
      await sql`update public.email_signups set email = 'right@example.com' where email = ${corrected}`.execute(tx)
    })
  }
  // The first five are in delivery, and each waits for the objection.
  smtp.answer = async (stage) => {
    saying ??= sayNoTo()
    if (stage === 'rcpt') await saying
    return undefined
  }
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 37, skipped: 3 })
  expect(addresses(smtp)).not.toContain(leaving)
})

test('a subscriber erased while recipients are inserted is in no campaign', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 3 })
  let erased: Promise<void> | undefined
  const id = await world.db.asService(async (tx) => {
    const start = { queue: world.queue, content, provider: 'smtp', requestedBy: crypto.randomUUID() } as const
    const started = await startCampaign(tx, start)
    erased = world.db.asService((other) => eraseAddress(other, 'reader2@example.com'))
    await Promise.race([erased, expect.poll(() => waitingForLocks(world)).toBe(1)])
    return started ?? ''
  })
  await erased
  expect((await world.rows(id)).map(({ email }) => email).toSorted()).toEqual([
    'reader1@example.com',
    'reader3@example.com',
  ])
})

async function waitingForLocks({ db }: CampaignWorld): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.owner)
  return rows[0]?.waiting ?? 0
}

test('while paused, e-mails in delivery finish and no other begins; after a resume, the rest are sent', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 200 })
  const id = await world.press()
  let emails = 0
  let begunAtPause = 200
  smtp.answer = async (stage) => {
    if (stage === 'message' && ++emails === 10) {
      await change(world, id, 'pause')
      begunAtPause = emails
    }
    return undefined
  }
  await world.turn(id)
  const paused = await campaignOf(world, id)
  expect(paused).toMatchObject({ state: 'paused', paused_by: 'admin', failed: 0, unknown: 0 })
  // Five are in delivery at a time.
  expect(paused?.sent).toBeLessThanOrEqual(begunAtPause + 5)
  expect(paused?.sent).toBeLessThan(200)
  expect(paused?.sent).toBe(smtp.received.length)
  await world.turn(id)
  expect(smtp.received).toHaveLength(paused?.sent ?? 0)

  await change(world, id, 'resume')
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 200 })
  expect(new Set(addresses(smtp)).size).toBe(200)
})

test('a new start resumes a paused campaign', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 5 })
  const id = await world.press()
  await change(world, id, 'pause')
  await world.turn(id)
  expect(smtp.received).toHaveLength(0)
  expect(await world.press()).toBe(id)
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 5 })
})

test('actions on a finished campaign change nothing, and one on a missing campaign is refused', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 2 })
  const id = await world.press()
  await world.turn(id)
  for (const action of ['pause', 'resume', 'send_failed', 'send_unknown'] as const) {
    await change(world, id, action)
    await world.turn(id)
    expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 2 })
  }
  expect(smtp.received).toHaveLength(2)
  await expect(change(world, crypto.randomUUID(), 'resume')).rejects.toMatchObject({ code: 'not_found' })
})

test('the set-based rule and the rule for one e-mail agree, and the count before sending is the number of recipients', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 24 })
  await world.db.asService(async (tx) => {
    await sql`alter table public.email_signups disable trigger user`.execute(world.db.owner)
    const rows = await sql<{ email: string }>`select email from public.email_signups order by email`.execute(tx)
    for (const [index, { email }] of rows.rows.entries()) {
      const reason = [null, 'unsubscribed', 'complaint', 'bounced'][index % 4] ?? null
      await sql`update public.email_signups set
          confirmed_at = case when ${index % 3 > 0} then now() end,
          unsubscribed_at = case when ${reason !== null && index % 2 > 0} then now() end, unsubscribe_reason = ${reason}
        where email = ${email}`.execute(tx)
      if (index % 5 === 0) {
        await sql`insert into private.suppressions (address_hash, reason)
          values (private.address_hash(${email}), 'complaint')`.execute(tx)
      }
    }
  })
  const agreed = await world.db.asService((tx) =>
    sql<{
      email: string
    }>`select email from public.email_signups s where private.can_email(s) order by 1`.execute(tx),
  )
  const emails = agreed.rows.map(({ email }) => email)
  expect(emails.length).toBeGreaterThan(3)
  const before = await world.db.asService((tx) => countAudience(tx, content, new Date(0)))
  expect(before.will_get).toBe(emails.length)
  expect(before.will_get + Object.values(before.left_out).reduce((sum, count) => sum + count, 0)).toBe(before.on_list)
  const id = await world.press(content)
  await world.turn(id)
  expect(addresses(smtp)).toEqual(emails.toSorted())
  const after = await world.db.asService((tx) => countAudience(tx, content, new Date(0)))
  expect(after).toEqual({ ...before, will_get: 0, left_out: { ...before.left_out, had_it: emails.length } })
})

const kinds: (EmailErrorKind | 'fault' | null)[] = [
  null,
  null,
  null,
  'refused',
  'later',
  'too_fast',
  'unreachable',
  'misconfigured',
  'unknown',
  'fault',
]

test('with any faults and any actions of the owner, the counts add up and no recipient has the e-mail twice', {
  timeout: 120_000,
}, async () => {
  const script = fc.infiniteStream(fc.constantFrom(...kinds))
  const acts = fc.array(fc.constantFrom('turn', 'turn', 'due', 'press', 'pause', 'resume', 'no', 'join', 'crash'), {
    minLength: 4,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(script, acts, async (replies, steps) => {
      const accepted: string[] = []
      const sender: CampaignSender = {
        name: 'smtp',
        idempotent: false,
        async send({ email }) {
          const kind = replies.next().value ?? null
          if (kind === null || kind === 'unknown') accepted.push(email)
          if (kind === 'fault') throw new Error('a fault')
          if (kind !== null) throw new EmailError(kind, kind, { retryAfterMs: 1_000 })
        },
        close: () => undefined,
      }
      await using world = await campaignWorld({ sender, readers: 25 })
      const id = await world.press()
      let joined = 0
      for (const step of steps) {
        if (step === 'turn') await world.turn(id)
        else if (step === 'press') await world.press()
        else if (step === 'pause' || step === 'resume') await change(world, id, step)
        else if (step === 'no') await unsubscribeByLink(world, `reader${1 + (joined % 25)}@example.com`)
        else if (step === 'crash') {
          await world.db.asService((tx) =>
            sql`update private.campaign_recipients set state = 'sending' where id in (
              select id from private.campaign_recipients where state = 'waiting' limit 3)`.execute(tx),
          )
        } else if (step === 'join') {
          joined += 1
          await world.db.asService((tx) =>
            sql`insert into public.email_signups (email) values (${`joined${joined}@example.com`})`.execute(tx),
          )
        } else {
          await world.db.asService(async (tx) => {
            await sql`update private.campaign_recipients set next_attempt_at = now() where state = 'waiting'`.execute(
              tx,
            )
            await sql`update private.campaigns set resume_at = now() where resume_at is not null`.execute(tx)
          })
        }
        const campaign = await campaignOf(world, id)
        if (!campaign) throw new Error('the campaign is gone')
        const { total, sent, failed, unknown, queued, skipped } = campaign
        expect(sent + failed + unknown + queued + skipped).toBe(total)
        expect(campaign.state === 'done' ? queued : 0).toBe(0)
        expect(sent).toBeLessThanOrEqual(accepted.length)
        expect(new Set(accepted).size).toBe(accepted.length)
      }
    }),
    { numRuns: 6 },
  )
})
