import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { klaviyoServer } from '#tests/fixtures/klaviyo-server.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { type CampaignShop, campaignShop } from './campaign-shop.ts'

/** The most e-mails in delivery at the same time. */
const maxConcurrent = 5
const unfinished = ({ waiting = 0, sending = 0 }: Record<string, number>) => waiting + sending

/**
 * Kills the program this many times at a random moment, `step` e-mails or more after each start, and presses Send twice
 * at once before and after each start; then lets the campaign finish.
 */
async function sendThroughKills(
  shop: CampaignShop,
  { kills, step, arrived, during }: { kills: number; step: number; arrived: () => number; during: () => Promise<void> },
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await shop.start()
    const presses = [shop.press(), shop.press()]
    const until = arrived() + step + Math.floor(Math.random() * step)
    await expect.poll(arrived, { timeout: 60_000, interval: 5 }).toBeGreaterThan(until)
    if (kill === 1) await during()
    await sleep(Math.random() * 20)
    await shop.end('SIGKILL')
    const responses = (await Promise.all(presses)).filter((response) => response !== null)
    expect(new Set(responses.map((response) => response.campaign_id)).size).toBeLessThanOrEqual(1)
  }
  await shop.start()
  const presses = [shop.press(), shop.press()]
  await expect.poll(async () => unfinished(await shop.counts()), { timeout: 150_000, interval: 250 }).toBe(0)
  const [one, other] = await Promise.all(presses)
  expect(one?.campaign_id).toBe(other?.campaign_id)
}

/** The last recipients in order, who have no e-mail yet when they unsubscribe. */
async function lastRecipients(shop: CampaignShop, count: number): Promise<string[]> {
  const rows = await shop.rows()
  return rows.slice(-count).map(({ email }) => email)
}

// The two long tests run concurrently: they mostly wait until a dead program's lease expires.
test.concurrent('with five kills and Send pressed twice each time, five thousand subscribers get the e-mail at most once each', {
  tags: ['K0', 'K1', 'K2', 'K3'],
  timeout: 300_000,
}, async () => {
  const [readers, kills] = [5_000, 5]
  await using smtp = await smtpServer()
  await using shop = await campaignShop({ readers, service: ['smtp', smtp.url] })
  const refused = (email: string) => email.endsWith('7@example.com') && email.includes('99')
  smtp.answer = (stage, argument) => (stage === 'rcpt' && refused(argument) ? '550 5.1.1 no such mailbox' : undefined)
  let left: string[] = []
  await sendThroughKills(shop, {
    kills,
    step: 400,
    arrived: () => smtp.received.length,
    during: async () => {
      left = await lastRecipients(shop, 40)
      for (const email of left) await shop.unsubscribe(email)
    },
  })

  const got = smtp.received.map(({ to }) => to[0])
  expect(new Set(got).size).toBe(got.length)
  expect(got.filter((email) => left.includes(email ?? ''))).toEqual([])
  const rows = await shop.rows()
  const { sent = 0, failed = 0, unknown = 0, skipped = 0 } = await shop.counts()
  const inState = (state: string) => rows.filter((row) => row.state === state).map(({ email }) => email)
  expect(rows).toHaveLength(readers)
  expect(sent + failed + unknown + skipped).toBe(readers)
  expect(skipped).toBe(left.length)
  // A refused one that was being delivered at a kill is unknown; one that unsubscribed is skipped.
  const without = new Set([...left, ...inState('unknown')])
  expect(inState('failed')).toEqual(
    rows.map(({ email }) => email).filter((email) => refused(email) && !without.has(email)),
  )
  expect(unknown).toBeLessThanOrEqual(maxConcurrent * kills)
  // Rows marked as sent were delivered, and delivered rows are not marked as failed or skipped.
  const has = new Set(got)
  for (const { email, state } of rows) {
    if (state === 'sent') expect(has).toContain(email)
    else if (state !== 'unknown') expect(has).not.toContain(email)
  }
})

test.concurrent('through Klaviyo each gets it exactly once, with kills and broken responses', {
  timeout: 300_000,
}, async () => {
  const [readers, kills] = [5_000, 4]
  await using klaviyo = await klaviyoServer({ limits: { perSecond: 1e9, perMinute: 1e9 } })
  await using shop = await campaignShop({ readers, service: ['klaviyo', klaviyo.url, klaviyo.apiKey] })
  // Some responses are lost although the event was stored.
  klaviyo.fault = ({ number }) => (number % 211 === 0 ? { broken: 'cut', kept: true } : undefined)
  let left: string[] = []
  await sendThroughKills(shop, {
    kills,
    step: 400,
    arrived: () => klaviyo.events().length,
    during: async () => {
      left = await lastRecipients(shop, 40)
      for (const email of left) await shop.unsubscribe(email)
    },
  })

  const recipients = klaviyo.events().map(({ email }) => email)
  expect(recipients).toHaveLength(readers - left.length)
  expect(new Set(recipients).size).toBe(recipients.length)
  expect(recipients.filter((email) => left.includes(email))).toEqual([])
  expect(await shop.counts()).toEqual({ sent: readers - left.length, skipped: left.length })
  expect(new Set(klaviyo.events().map(({ uniqueId }) => uniqueId)).size).toBe(recipients.length)
  expect(klaviyo.violations).toEqual([])
})

test('e-mails and a campaign continue after a restart with the queue’s tables dropped', {
  timeout: 120_000,
}, async () => {
  await using smtp = await smtpServer()
  await using shop = await campaignShop({ readers: 300, service: ['smtp', smtp.url] })
  await shop.start()
  void shop.press()
  await smtp.arrived(100)
  await shop.end('SIGKILL')
  await shop.db.asService((tx) =>
    sql`insert into private.outbox (kind, cause, recipient, data, message_id)
      select 'greeting', n::text, 'mary' || n || '@example.com', '{}', '<greeting.' || n || '@shop.example>'
        from generate_series(1, 20) n`.execute(tx),
  )
  await sql`drop schema pgboss cascade`.execute(shop.db.owner)
  await shop.start()
  await expect.poll(async () => unfinished(await shop.counts()), { timeout: 60_000, interval: 250 }).toBe(0)
  const greeted = () => smtp.received.filter(({ messageId }) => messageId.startsWith('<greeting.')).length
  await expect.poll(greeted, { timeout: 30_000 }).toBe(20)
  const { sent = 0, unknown = 0 } = await shop.counts()
  expect(sent + unknown).toBe(300)
  expect(unknown).toBeLessThanOrEqual(maxConcurrent)
  expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(smtp.received.length)
})

test('a program stopped during a campaign finishes the e-mails in delivery and leaves none unknown', {
  tags: ['M2'],
  timeout: 120_000,
}, async () => {
  await using smtp = await smtpServer()
  await using shop = await campaignShop({ readers: 200, service: ['smtp', smtp.url] })
  smtp.answer = async (stage) => {
    if (stage === 'message') await sleep(1_500)
    return undefined
  }
  await shop.start()
  const press = shop.press()
  await smtp.arrived(8)
  expect(await shop.end('SIGTERM')).toBeLessThan(11_000)
  expect((await press)?.state).toBe('sending')
  const { sent, waiting = 0, ...others } = await shop.counts()
  expect(others).toEqual({})
  expect(sent).toBe(smtp.received.length)
  expect(waiting).toBeGreaterThan(100)

  smtp.answer = () => undefined
  await shop.start()
  await expect.poll(async () => unfinished(await shop.counts()), { timeout: 60_000, interval: 250 }).toBe(0)
  expect(await shop.counts()).toEqual({ sent: 200 })
  expect(smtp.received).toHaveLength(200)
})

test('when one in ten is deferred and one in fifty refused, only those are retried, and the counts are right', {
  tags: ['M4'],
  timeout: 120_000,
}, async () => {
  const readers = 1_000
  await using smtp = await smtpServer()
  await using shop = await campaignShop({ readers, service: ['smtp', smtp.url] })
  const requests = new Map<string, number>()
  smtp.answer = (stage, argument) => {
    if (stage !== 'rcpt') return undefined
    const number = Number(/\d+/.exec(argument)?.[0])
    const times = (requests.get(argument) ?? 0) + 1
    requests.set(argument, times)
    if (number % 50 === 1) return '550 5.1.1 no such mailbox'
    return number % 10 === 0 && times <= 2 ? '450 4.2.0 greylisted, come back' : undefined
  }
  await shop.start()
  await shop.press()
  await expect
    .poll(
      async () => {
        await shop.passPauses()
        void shop.press()
        return unfinished(await shop.counts())
      },
      { timeout: 90_000, interval: 500 },
    )
    .toBe(0)
  expect(await shop.counts()).toEqual({ sent: 980, failed: 20 })
  expect(smtp.received).toHaveLength(980)
  const tries = (remainder: number, of: number) =>
    [...requests].filter(([email]) => Number(/\d+/.exec(email)?.[0]) % of === remainder).map(([, times]) => times)
  expect(new Set(tries(0, 10))).toEqual(new Set([3]))
  expect(new Set(tries(1, 50))).toEqual(new Set([1]))
  expect(new Set(tries(2, 10))).toEqual(new Set([1]))
})
