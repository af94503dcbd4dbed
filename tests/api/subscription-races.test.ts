import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWritable, type SubscribersApi, startSubscribersApi } from '../fixtures/subscribers-api.ts'

let api: SubscribersApi
let admin: string

beforeAll(async () => {
  api = await startSubscribersApi()
  admin = (await api.tokenOf('admin')).token
})
afterAll(() => api[Symbol.asyncDispose]())

const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
const importing = (email: string) =>
  api.call('import-subscribers', {
    token: admin,
    body: { csv: email, consent_text: 'They asked for it.', source: 'import' },
  })
const leaving = (token: string) =>
  api.call(`unsubscribe?token=${token}`, { body: 'List-Unsubscribe=One-Click', headers })
const rowsOf = (email: string) =>
  api.db.asService((tx) => tx.selectFrom('email_signups').selectAll().where('email', '=', email).execute())

test('fifty sign-ups of one address at once: one succeeds, the others are duplicates, one row, one e-mail', async () => {
  for (const doubleOptIn of [false, true]) {
    await api.rules({ doubleOptIn })
    const email = `${crypto.randomUUID()}@example.com`
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        api
          .client()
          .from('email_signups')
          .insert({ email: n % 2 ? email.toUpperCase() : ` ${email}` }),
      ),
    )
    const codes = responses.map(({ error }) => error?.code ?? 'stored')
    // An address that was never confirmed may sign up again, so several calls may succeed.
    if (doubleOptIn) expect(codes.filter((code) => code === 'stored').length).toBeGreaterThan(0)
    else expect(codes.filter((code) => code === 'stored')).toHaveLength(1)
    expect(codes.filter((code) => !['stored', '23505'].includes(code))).toEqual([])
    expect(await rowsOf(email)).toHaveLength(1)
    const emails = (await api.emails()).filter(({ recipient }) => recipient === email)
    expect(emails.map(({ kind }) => kind)).toEqual([doubleOptIn ? 'subscriber_confirm' : 'subscriber_welcome'])
    expect(emails[0]?.email).not.toBeNull()
  }
  await api.rules({ doubleOptIn: false })
})

/** Events of one address, in any order or all at once. */
const happenings = [
  'sign up',
  'import',
  'leave',
  'complain',
  'bounce',
  'confirm',
  'take back',
  'remove',
  'service insert',
] as const
type Happening = (typeof happenings)[number]

/** Performs one event. */
async function happen(what: Happening, email: string, links: Links): Promise<void> {
  const [row] = await rowsOf(email)
  // The first e-mail's link is the stored one.
  if (row) Object.assign(links, { ...api.tokensOf(row), ...(links.leaving && { leaving: links.leaving }) })
  if (what === 'sign up') await api.client().from('email_signups').insert({ email })
  if (what === 'import') expect((await importing(email)).status).toBe(200)
  if (what === 'leave' && links.leaving) expect((await leaving(links.leaving)).status).toBe(200)
  if (what === 'complain' && links.leaving) {
    await api.call('unsubscribe', { body: { token: links.leaving, reason: 'complaint' } })
  }
  if (what === 'bounce') {
    await api.call('report-mail-problem', { token: api.serviceRoleKey, body: { email, kind: 'bounced' } })
  }
  if (what === 'confirm' && links.joining) {
    expect([200, 400, 409]).toContain((await api.call('confirm-sign-up', { body: { token: links.joining } })).status)
  }
  if (what === 'take back' && links.leaving) {
    await api.call(`unsubscribe?token=${links.leaving}`, { body: 'say=mistake', headers })
  }
  if (what === 'remove') await api.client(admin).from('email_signups').delete().eq('email', email)
  if (what === 'service insert') await api.client(api.serviceRoleKey).from('email_signups').insert({ email })
}

type Links = { leaving?: string; joining?: string }

/** The owner's last consent or objection in the log; null: none. */
async function lastWord(email: string): Promise<string | null> {
  const row = await api.db.asService((tx) =>
    tx
      .selectFrom('private.consent_log')
      .select('event')
      .where('email', '=', email)
      .where('event', 'not in', ['imported', 'removed', 'corrected'])
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )
  return row?.event ?? null
}

test('in any order of events: an address with a last objection gets no e-mail, and an import is not consent', async () => {
  let notified = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...happenings), { minLength: 2, maxLength: 9 }), async (all) => {
      const email = `${crypto.randomUUID()}@example.com`
      const links: Links = {}
      let consent: 'yes' | 'no' | 'never' = 'never'
      for (const what of all) {
        await happen(what, email, links)
        const word = await lastWord(email)
        if (word && ['unsubscribed', 'complaint', 'bounced'].includes(word)) consent = 'no'
        if (word && ['confirmed', 'resumed'].includes(word)) consent = 'yes'
        // A sign-up is consent only without an objection: otherwise the e-mail's link must be used.
        if (word === 'signed_up' && consent === 'never') consent = 'yes'
        if (consent === 'no') {
          notified += 1
          expect(await api.mayBeWrittenTo(email)).toBe(false)
        }
      }
    }),
    { numRuns: 60 },
  )
  expect(notified).toBeGreaterThan(50)
}, 120_000)

test('all at once: an address that unsubscribes while it is signed up, imported and removed gets no e-mail again', async () => {
  for (let round = 0; round < 25; round += 1) {
    const email = `${crypto.randomUUID()}@example.com`
    const links: Links = {}
    await happen('sign up', email, links)
    await happen('leave', email, {})
    links.leaving = await api.leavingToken(email)
    links.joining = await api.joiningToken(email)
    const all: Happening[] = [
      'sign up',
      'import',
      'leave',
      'remove',
      'sign up',
      'service insert',
      'import',
      'leave',
      'sign up',
    ]
    await Promise.all(all.map((what) => happen(what, email, { ...links })))
    expect([round, await api.mayBeWrittenTo(email)]).toEqual([round, false])
    await happen('import', email, links)
    expect([round, await api.mayBeWrittenTo(email)]).toEqual([round, false])
    expect((await rowsOf(email)).length).toBeLessThanOrEqual(1)
  }
}, 120_000)

test('consent and objection at the same moment leave one of the two, and a later objection counts', async () => {
  await api.rules({ doubleOptIn: true })
  for (let round = 0; round < 20; round += 1) {
    const email = `${crypto.randomUUID()}@example.com`
    await api.client().from('email_signups').insert({ email })
    const [out, yes] = [await api.leavingToken(email), await api.joiningToken(email)]
    const [, response] = await Promise.all([leaving(out), api.call('confirm-sign-up', { body: { token: yes } })])
    expect([200, 409]).toContain(response.status)
    // Consent and objection at once: the objection counts.
    expect(await api.mayBeWrittenTo(email)).toBe(false)
  }
  await api.rules({ doubleOptIn: false })
}, 60_000)

test('of thousands of hostile addresses only those are stored that the shop’s mail can write to, and none causes an error', async () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      'b.c',
      '@',
      'x.com',
      'example.org',
      ',',
      ';',
      '<',
      '>',
      '"',
      '\r\n',
      'Bcc: e@x.com',
      ' ',
      '(',
      ')',
      ':',
      '\\',
    ],
    ...[
      '\0',
      '\u0001',
      'é',
      '％',
      '＠',
      '，',
      '\u2028',
      '%0a',
      "'",
      '=?utf-8?q?x?=',
      '[',
      ']',
      '.',
      '-',
      'xn--',
      'K',
      '\ud800',
      '🙂',
    ],
    ...['a'.repeat(64), `${'d'.repeat(60)}.`, '=1+1', '@x.y', '{{7*7}}', '../', '0x7f', '127.1', 'M@X.COM'],
  )
  const typed = fc.oneof(
    fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
    fc.tuple(fc.emailAddress(), pieces, fc.emailAddress()).map((parts) => parts.join('')),
    fc.emailAddress(),
    fc.tuple(pieces, pieces, pieces).map(([a, b, c]) => `${a}@${b}.${c}`),
  )
  const client = api.client()
  const statuses = new Map<number, number>()
  const all = fc.sample(typed, { numRuns: 1_500, seed: 24 })
  for (let from = 0; from < all.length; from += 25) {
    const responses = await Promise.all(
      all.slice(from, from + 25).map((email) => client.from('email_signups').insert({ email })),
    )
    for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].filter((status) => ![201, 400, 409, 413].includes(status))).toEqual([])
  expect(statuses.get(201)).toBeGreaterThan(150)
  const { rows } = await api.db.asService((tx) => sql<{ email: string }>`select email from email_signups`.execute(tx))
  expect(rows.map(({ email }) => email).filter((email) => !isWritable(email))).toEqual([])
}, 120_000)

test('the owner and the customer erase the same data at once, without a deadlock', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const id = crypto.randomUUID()
  await api.db.asService((tx) => tx.insertInto('email_signups').values({ id, email }).execute())
  let erasing: Promise<Response> | undefined
  await api.db.asService(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('campaign lists', 0))`.execute(tx)
    erasing = api.call('erase-subscriber', { token: admin, body: { id } })
    const waits = sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await waits.execute(tx)).rows.length).toBe(1)
    await tx.deleteFrom('email_signups').where('email', '=', email).execute()
  })
  expect((await erasing)?.status).toBe(404)
  expect(await rowsOf(email)).toEqual([])
})
