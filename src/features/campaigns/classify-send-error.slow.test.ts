import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EmailError } from '#platform/email/email.ts'
import { type CampaignWorld, campaignWorld } from '#tests/fixtures/campaign-world.ts'
import { type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'
import { findCampaign } from './campaign.api.ts'
import type { CampaignSender } from './campaign-deps.ts'
import { claimCampaign, releaseCampaign } from './recipients.ts'
import { applyAction } from './start-campaign.ts'

const campaignOf = ({ db }: CampaignWorld, id: string) => db.asService((tx) => findCampaign(tx, id))

/** Ends all pauses. */
async function makeDue({ db }: CampaignWorld) {
  await db.asService(async (tx) => {
    await sql`update private.campaign_recipients set next_attempt_at = now() where state = 'waiting'`.execute(tx)
    await sql`update private.campaigns set resume_at = now() where resume_at is not null`.execute(tx)
  })
}

async function minutesToResume({ db }: CampaignWorld) {
  const { rows } = await db.asService((tx) =>
    sql<{ minutes: number }>`select round(extract(epoch from resume_at - now()) / 60)::int as minutes
      from private.campaigns`.execute(tx),
  )
  return rows[0]?.minutes
}

/** Refuses the addresses with these numbers at this stage of the SMTP dialogue. */
function refuseRecipients(smtp: SmtpServer, numbers: number[], reply: string) {
  const refused = new Set(numbers.map((number) => `reader${number}@example.com`))
  smtp.answer = (stage, argument) => (stage === 'rcpt' && refused.has(argument) ? reply : undefined)
}

test('a permanently refused address fails, and the others get their e-mails', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 12 })
  refuseRecipients(smtp, [3, 4, 5, 6, 7, 8], '550 no such mailbox')
  const id = await world.press()
  await world.turn(id)
  const campaign = await campaignOf(world, id)
  expect(campaign).toMatchObject({ state: 'done', total: 12, sent: 6, failed: 6, queued: 0, unknown: 0 })
  expect(campaign?.failures).toHaveLength(6)
  expect(campaign?.failures[0]?.error).toContain('550')

  smtp.answer = () => undefined
  await world.db.asService((tx) => applyAction(tx, { queue: world.queue, id, action: 'send_failed' }))
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 12, failed: 0 })
  expect(smtp.received).toHaveLength(12)
})

test('a temporarily refused address is tried six times, with growing delays, and then fails', {
  tags: ['M3'],
}, async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 3 })
  refuseRecipients(smtp, [2], '450 greylisted')
  const id = await world.press()
  const pauses: number[] = []
  for (let tries = 1; tries < 6; tries += 1) {
    await world.turn(id)
    expect(await campaignOf(world, id)).toMatchObject({ state: 'sending', sent: 2, failed: 0, queued: 1 })
    const { rows } = await world.db.asService((tx) =>
      sql<{ minutes: number }>`select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
        from private.campaign_recipients where state = 'waiting'`.execute(tx),
    )
    pauses.push(rows[0]?.minutes ?? 0)
    await makeDue(world)
  }
  expect(pauses).toEqual([1, 5, 15, 30, 60])
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 2, failed: 1 })
})

test('a server that throttles gets fewer e-mails, after a pause, and none fails', { tags: ['M7'] }, async () => {
  await using smtp = await smtpServer()
  // Few readers: after the complaint, the transport may send only one e-mail a second.
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 9 })
  let complaints = 0
  smtp.answer = (stage) => (stage === 'rcpt' && complaints++ < 3 ? '421 too fast, come back' : undefined)
  const id = await world.press()
  await world.turn(id)
  const { rows } = await world.db.asService((tx) => sql`select concurrency from private.campaign_runs`.execute(tx))
  expect(rows).toEqual([{ concurrency: 2 }])
  const slowed = await campaignOf(world, id)
  expect(slowed).toMatchObject({ state: 'sending', failed: 0, unknown: 0 })
  expect(Number(slowed?.resume_at)).toBeGreaterThan(Date.now())
  await world.turn(id)
  expect((await campaignOf(world, id))?.queued).toBe(slowed?.queued)
  for (let turns = 0; turns < 5 && (await campaignOf(world, id))?.state !== 'done'; turns += 1) {
    await makeDue(world)
    await world.turn(id)
  }
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 9, failed: 0 })
  expect((await world.rows(id)).every(({ attempts }) => attempts === 1)).toBe(true)
})

test('an exhausted quota pauses the campaign and names the reason', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 8 })
  smtp.answer = (stage) => (stage === 'rcpt' ? '421 too many letters today' : undefined)
  const id = await world.press()
  for (let turns = 0; turns < 5; turns += 1) {
    await makeDue(world)
    await world.turn(id)
  }
  expect(await campaignOf(world, id)).toMatchObject({ state: 'paused', paused_by: 'machine', queued: 8, failed: 0 })
  expect((await campaignOf(world, id))?.reason).toContain('limits how many e-mails it accepts')
})

test('an unreachable server pauses the campaign: 1, 5, 15, then every 60 minutes, and no e-mail is lost', {
  tags: ['M1'],
}, async () => {
  const gone = await smtpServer()
  const { port } = gone
  await gone[Symbol.asyncDispose]()
  await using world = await campaignWorld({ smtpUrl: `smtp://127.0.0.1:${port}`, readers: 30 })
  const id = await world.press()
  for (const minutes of [1, 5, 15, 60, 60]) {
    await world.turn(id)
    const paused = await campaignOf(world, id)
    expect(paused).toMatchObject({ state: 'paused', paused_by: 'machine', queued: 30, failed: 0, unknown: 0 })
    expect(paused?.reason).toMatch(/^The mail server could not be reached/)
    expect(await minutesToResume(world)).toBe(minutes)
    await world.turn(id)
    expect(await minutesToResume(world)).toBe(minutes)
    await makeDue(world)
  }
  await using smtp = await smtpServer({ port })
  await makeDue(world)
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 30, reason: null, resume_at: null })
  expect(smtp.received).toHaveLength(30)
})

test.each([
  ['auth', '535 wrong password'],
  ['mail', '550 <hello@shop.example> may not send'],
] as const)('%s refused is the shop’s trouble: one pause, and no failure', { tags: ['M5'] }, async (at, reply) => {
  await using smtp = await smtpServer({ login: true })
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 30 })
  smtp.answer = (stage) => (stage === at ? reply : undefined)
  const id = await world.press()
  await world.turn(id)
  const paused = await campaignOf(world, id)
  expect(paused).toMatchObject({ state: 'paused', paused_by: 'machine', queued: 30, failed: 0, sent: 0 })
  expect(paused?.reason).toContain('rejects the shop’s configuration')
  expect(paused?.reason).not.toMatch(/secret|@/)

  smtp.answer = () => undefined
  await world.db.asService((tx) => applyAction(tx, { queue: world.queue, id, action: 'resume' }))
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 30 })
})

test.each(['cut', 'take and cut'] as const)(
  'text transferred, then %s: the result is unknown, and it is not sent again without the owner',
  { tags: ['M6'] },
  async (how) => {
    await using smtp = await smtpServer()
    await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 10 })
    let emails = 0
    smtp.answer = (stage) => (stage === 'message' && ++emails <= 2 ? how : undefined)
    const id = await world.press()
    await world.turn(id)
    expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 8, unknown: 2, failed: 0 })
    await world.press()
    await world.turn(id)
    expect(smtp.received).toHaveLength(10)

    await world.db.asService((tx) => applyAction(tx, { queue: world.queue, id, action: 'send_unknown' }))
    await world.turn(id)
    expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 10, unknown: 0 })
    expect(smtp.received).toHaveLength(12)
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(10)
  },
)

test('a server that breaks off after every message does not fail the whole list', async () => {
  await using smtp = await smtpServer()
  await using world = await campaignWorld({ smtpUrl: smtp.url, readers: 60 })
  smtp.answer = (stage) => (stage === 'message' ? 'cut' : undefined)
  const id = await world.press()
  await world.turn(id)
  const paused = await campaignOf(world, id)
  expect(paused).toMatchObject({ state: 'paused', paused_by: 'machine', sent: 0 })
  expect(paused?.unknown).toBeLessThan(10)
})

/** A scripted service that stores the accepted e-mails. */
function scripted(
  script: (email: string) => Error | null,
  idempotent = false,
): CampaignSender & { accepted: string[] } {
  const accepted: string[] = []
  return {
    name: idempotent ? 'klaviyo' : 'smtp',
    idempotent,
    accepted,
    async send({ email }) {
      const trouble = script(email)
      if (trouble) throw trouble
      accepted.push(email)
    },
    close: () => undefined,
  }
}

test('where the transport removes duplicates, an e-mail with an unknown result is sent again', async () => {
  let requests = 0
  const sender = scripted(() => (++requests === 1 ? new EmailError('unknown', 'no answer') : null), true)
  await using world = await campaignWorld({ sender, readers: 4 })
  const id = await world.press()
  await world.turn(id)
  await makeDue(world)
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 4, unknown: 0, provider: 'klaviyo' })
})

test('an error of the shop’s own fails the e-mail with a plain message; five in a row pause the campaign', async () => {
  const sender = scripted(() => new TypeError('x is not a function: secret-token'))
  await using world = await campaignWorld({ sender, readers: 50 })
  const id = await world.press()
  await world.turn(id)
  const paused = await campaignOf(world, id)
  expect(paused).toMatchObject({ state: 'paused', paused_by: 'machine', sent: 0 })
  expect(paused?.failed).toBeGreaterThanOrEqual(5)
  expect(paused?.failed).toBeLessThan(10)
  expect(JSON.stringify(paused)).not.toContain('secret-token')
})

test('a dead runner’s rows are unknown over SMTP, and wait again where duplicates are removed', {
  tags: ['K2', 'K3'],
}, async () => {
  for (const idempotent of [false, true]) {
    const sender = scripted(() => null, idempotent)
    await using world = await campaignWorld({ sender, readers: 3 })
    const id = await world.press()
    await world.db.asService(async (tx) => {
      await sql`update private.campaign_recipients set state = 'sending' where email = 'reader2@example.com'`.execute(
        tx,
      )
      await sql`update private.campaign_runs set worker_id = gen_random_uuid(), leased_until = now() + interval '1 minute'`.execute(
        tx,
      )
    })
    await world.turn(id)
    expect(sender.accepted).toEqual([])
    await world.db.asService((tx) =>
      sql`update private.campaign_runs set leased_until = now() - interval '1 s'`.execute(tx),
    )
    await world.turn(id)
    expect(await campaignOf(world, id)).toMatchObject({
      state: 'done',
      sent: idempotent ? 3 : 2,
      unknown: idempotent ? 0 : 1,
    })
  }
})

test('a row held by a runner that lost the lease keeps the campaign open', async () => {
  const sender = scripted(() => null)
  await using world = await campaignWorld({ sender, readers: 3 })
  const id = await world.press()
  // Claimed by the earlier runner just after this one started, without a result.
  const started = await world.db.asService((tx) => claimCampaign(tx, { campaignId: id, runner: randomUUID() }, sender))
  expect(started).not.toBeNull()
  await world.db.asService(async (tx) => {
    await sql`update private.campaign_recipients set state = 'sent' where email <> 'reader2@example.com'`.execute(tx)
    await sql`update private.campaign_recipients set state = 'sending' where email = 'reader2@example.com'`.execute(tx)
    const { rows } = await sql<{ runner: string }>`select worker_id as runner from private.campaign_runs`.execute(tx)
    const run = { campaignId: id, runner: rows[0]?.runner ?? '' }
    expect(await releaseCampaign(tx, run, { lanes: 5, failuresInARow: 0, halt: null, pauseMs: 0 })).toBe('later')
  })
  expect(await campaignOf(world, id)).toMatchObject({ state: 'sending', queued: 1 })
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 2, unknown: 1, queued: 0 })
})

test('an invalid address, stored before the list refused them, fails without an attempt', async () => {
  const sender = scripted(() => null)
  await using world = await campaignWorld({ sender, readers: 2 })
  await sql`alter table public.email_signups drop constraint email_signups_email_check`.execute(world.db.owner)
  const id = await world.press()
  await world.db.asService(async (tx) => {
    await sql`update private.campaign_recipients set email = 'a..b@example.com' where email = 'reader1@example.com'`.execute(
      tx,
    )
    await sql`insert into public.email_signups (email) values ('a..b@example.com')`.execute(tx)
  })
  await world.turn(id)
  expect(await campaignOf(world, id)).toMatchObject({ state: 'done', sent: 1, failed: 1 })
  expect(sender.accepted).toEqual(['reader2@example.com'])
})
