import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'
import { createQueue, type Queue } from '../jobs/queue.ts'
import { createLog } from '../log.ts'
import type { Email } from './email.ts'
import { queueEmail, sendEmailJob, sweepOutbox } from './outbox.ts'
import { type EmailTemplates, sendEmails } from './send-email.ts'
import { mailTransport } from './transport.ts'

const log = createLog({ level: 'silent' })
const mailFrom = 'The Shop <hello@shop.example>'
const templates: EmailTemplates = {
  greeting: async ({ data }) => {
    const { name } = data as { name: string }
    return { subject: `Hello ${name}`, html: `<p>Hello ${name}</p>`, text: `Hello ${name}` }
  },
}
const greeting = { kind: 'greeting', cause: 'one', recipient: 'mary@example.com', data: { name: 'Mary' } }

/** A database, a queue and a way to send by hand, so that a test decides when. */
async function post({ smtp, works = false }: { smtp?: SmtpServer; works?: boolean } = {}) {
  const db = await testDatabase({ withQueue: true })
  const queue = createQueue({ connectionString: db.connectionString, log, working: works })
  await queue.start()
  const transport = mailTransport({ db, smtpUrl: smtp?.url, mailFrom })
  const send = sendEmails({ db, queue, transport, templates, log })
  return {
    db,
    queue,
    send,
    async [Symbol.asyncDispose]() {
      transport.close()
      await queue.stop()
      await db[Symbol.asyncDispose]()
    },
  }
}

async function put(db: TestDatabase, queue: Queue, email = greeting): Promise<string> {
  await db.asService((tx) => queueEmail(tx, queue, email))
  return (await row(db, email.cause)).id
}

function row(db: TestDatabase, cause = 'one') {
  return db.asService((tx) =>
    tx.selectFrom('private.outbox').selectAll().where('cause', '=', cause).executeTakeFirstOrThrow(),
  )
}

/** As if the pause were over. */
async function makeDue(db: TestDatabase) {
  await db.asService((tx) =>
    sql`update private.outbox set next_attempt_at = now(), leased_until = now() - interval '1 second'`.execute(tx),
  )
}

test('an e-mail queued by two concurrent calls is sent once, through queue and SMTP, to exactly its recipient', async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp, works: true })
  const { db, queue, send } = at
  await queue.work({ [sendEmailJob]: send })
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => db.asService((tx) => queueEmail(tx, queue, greeting))),
  )
  expect(outcomes.toSorted()).toEqual([...Array(9).fill('known'), 'queued'])

  await smtp.arrived(1)
  await expect.poll(async () => (await row(db)).state).toBe('sent')
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]).toMatchObject({ from: 'hello@shop.example', to: ['mary@example.com'] })
  expect(smtp.received[0]?.message).toMatch(/^Subject: Hello Mary$/m)
  expect(smtp.received[0]?.messageId).toMatch(/^<greeting\.one@[a-z0-9.]+>$/)
})

test('ten workers that get the same e-mail send it once', async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const id = await put(at.db, at.queue)
  await Promise.all(Array.from({ length: 10 }, () => at.send(id)))
  expect(smtp.received).toHaveLength(1)
})

test('a 4xx response postpones the e-mail: 1, 5, 15, 60 minutes, then every hour', { tags: ['M3'] }, async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const { db, send } = at
  const id = await put(db, at.queue)
  smtp.answer = (stage) => (stage === 'rcpt' ? '450 greylisted, come back' : undefined)

  for (const minutes of [1, 5, 15, 60, 60]) {
    await send(id)
    const put = await row(db)
    expect(put).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('450 greylisted') })
    const wait = (put.next_attempt_at.getTime() - Date.now()) / 60_000
    expect(wait).toBeGreaterThan(minutes - 0.2)
    expect(wait).toBeLessThan(minutes + 0.2)
    await send(id)
    expect((await row(db)).attempts).toBe(put.attempts)
    await makeDue(db)
  }
  smtp.answer = () => undefined
  await send(id)
  expect(await row(db)).toMatchObject({ state: 'sent', last_error: null })
  expect(smtp.received).toHaveLength(1)
})

test.each([
  ['rcpt', '550 no such mailbox'],
  ['message', '554 we do not like this text'],
])('a 5xx response to %s fails the e-mail', { tags: ['M4'] }, async (at5xx, reply) => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const id = await put(at.db, at.queue)
  smtp.answer = (stage) => (stage === at5xx ? reply : undefined)
  await at.send(id)
  expect(await row(at.db)).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining(reply) })
})

test.each([
  ['mail', '550 this sender may not'],
  ['greeting', '554 go away'],
])('a 5xx response to %s is a fault of the shop: the e-mail waits', { tags: ['M5'] }, async (at5xx, reply) => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const id = await put(at.db, at.queue)
  smtp.answer = (stage) => (stage === at5xx ? reply : undefined)
  await at.send(id)
  expect(await row(at.db)).toMatchObject({ state: 'waiting', attempts: 1 })
})

test('after a connection that broke behind the text, the e-mail is sent again under the same Message-ID', {
  tags: ['M6'],
}, async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const id = await put(at.db, at.queue)
  smtp.answer = (stage) => (stage === 'message' ? 'cut' : undefined)
  await at.send(id)
  expect((await row(at.db)).state).toBe('waiting')

  smtp.answer = () => undefined
  await makeDue(at.db)
  await at.send(id)
  expect((await row(at.db)).state).toBe('sent')
  expect(smtp.received).toHaveLength(2)
  expect(new Set(smtp.received.map((email) => email.messageId)).size).toBe(1)
})

test('without a reachable mail server the e-mail waits for three days and then fails', { tags: ['M1'] }, async () => {
  const smtp = await smtpServer()
  await using at = await post({ smtp })
  await smtp[Symbol.asyncDispose]()
  const id = await put(at.db, at.queue)
  await at.send(id)
  expect((await row(at.db)).state).toBe('waiting')

  await at.db.asService((tx) => sql`update private.outbox set created_at = now() - interval '73 hours'`.execute(tx))
  await makeDue(at.db)
  await at.send(id)
  expect((await row(at.db)).state).toBe('failed')
})

test('an e-mail without a template waits, with its error', async () => {
  await using at = await post()
  const id = await put(at.db, at.queue, { ...greeting, kind: 'riddle' })
  await at.send(id)
  expect(await row(at.db)).toMatchObject({ state: 'waiting', last_error: 'No e-mail template for the kind riddle.' })
})

test('an e-mail to an unusable address is stored as failed, and does not stop the caller', async () => {
  await using at = await post()
  const recipient = 'mary@example.com\r\nBcc: evil@example.com'
  const outcome = await at.db.asService((tx) => queueEmail(tx, at.queue, { ...greeting, recipient }))
  expect(outcome).toBe('unusable')
  const { id, state } = await row(at.db)
  expect(state).toBe('failed')
  await at.send(id)
  expect((await row(at.db)).attempts).toBe(0)
})

test('without a configured mail server the e-mail is in the mailbox, once', async () => {
  await using at = await post()
  const id = await put(at.db, at.queue)
  await at.send(id)
  await at.db.asService((tx) => sql`update private.outbox set state = 'waiting'`.execute(tx))
  await makeDue(at.db)
  await at.send(id)
  const { rows } = await at.db.asService((tx) =>
    sql`select sender, recipient, subject, html, text from private.mailbox`.execute(tx),
  )
  expect(rows).toEqual([
    {
      sender: 'The Shop <hello@shop.example>',
      recipient: 'mary@example.com',
      subject: 'Hello Mary',
      html: '<p>Hello Mary</p>',
      text: 'Hello Mary',
    },
  ])
})

test('the sweep finds an e-mail whose process was killed and whose job is lost', async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp, works: true })
  const { db, queue, send } = at
  await db.asService((tx) =>
    sql`insert into private.outbox (kind, cause, recipient, data, message_id, state, attempts, leased_until)
    values ('greeting', 'one', 'mary@example.com', '{"name":"Mary"}', '<greeting.one@shop.example>', 'sending', 1,
      now() - interval '1 second')`.execute(tx),
  )
  await queue.work({ [sendEmailJob]: send })
  await sweepOutbox({ db, queue })
  await smtp.arrived(1)
  await expect.poll(async () => (await row(db)).state).toBe('sent')
})

test('an e-mail without content is dropped, and waits again when it is queued again', async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const { db, queue } = at
  let says: Email | null = null
  const transport = mailTransport({ db, smtpUrl: smtp.url, mailFrom })
  const send = sendEmails({ db, queue, transport, templates: { greeting: async () => says }, log })
  const id = await put(db, queue)
  await send(id)
  expect(await row(db)).toMatchObject({ state: 'dropped', last_error: null })
  await send(id)
  expect(smtp.received).toHaveLength(0)

  says = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
  const anew = { ...greeting, data: { name: 'Ruth' } }
  expect(await db.asService((tx) => queueEmail(tx, queue, anew))).toBe('queued')
  expect(await db.asService((tx) => queueEmail(tx, queue, anew))).toBe('known')
  expect(await row(db)).toMatchObject({ state: 'waiting', data: { name: 'Ruth' } })
  await send(id)
  expect((await row(db)).state).toBe('sent')
  expect(await db.asService((tx) => queueEmail(tx, queue, anew))).toBe('known')
  expect((await row(db)).state).toBe('sent')
  transport.close()
})

test('an e-mail queued again while it is being dropped is processed once more', async () => {
  await using at = await post()
  const { db, queue } = at
  const asksAnew: EmailTemplates = {
    greeting: async () => {
      expect(await db.asService((tx) => queueEmail(tx, queue, greeting))).toBe('known')
      return null
    },
  }
  const transport = mailTransport({ db, mailFrom })
  await sendEmails({ db, queue, transport, templates: asksAnew, log })(await put(db, queue))
  expect((await row(db)).state).toBe('waiting')
})

test('an e-mail whose address is corrected while it is written goes to the corrected address alone', async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const { db, queue } = at
  const corrected = 'ruth@example.com'
  const corrects: EmailTemplates = {
    greeting: async ({ recipient }) => {
      const set = { recipient: corrected }
      await db.asService((tx) => tx.updateTable('private.outbox').set(set).execute())
      return { subject: 'Hello', html: '<p>A new link</p>', text: `A new link, with ${recipient}` }
    },
  }
  const transport = mailTransport({ db, smtpUrl: smtp.url, mailFrom })
  const send = sendEmails({ db, queue, transport, templates: corrects, log })
  const id = await put(db, queue)
  await send(id)
  expect(smtp.received).toHaveLength(0)
  expect(await row(db)).toMatchObject({ state: 'waiting', recipient: corrected })
  await send(id)
  expect(smtp.received.map(({ to }) => to)).toEqual([[corrected]])
  expect((await row(db)).state).toBe('sent')
  transport.close()
})

test('an error with the address is stored with the e-mail, and the log has no address', async () => {
  await using smtp = await smtpServer()
  await using at = await post({ smtp })
  const lines: string[] = []
  const listening = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const transport = mailTransport({ db: at.db, smtpUrl: smtp.url, mailFrom })
  const send = sendEmails({ db: at.db, queue: at.queue, transport, templates, log: listening })
  smtp.answer = (stage, argument) => (stage === 'rcpt' ? `550 5.1.1 <${argument}>: unknown` : undefined)
  await send(await put(at.db, at.queue))
  expect((await row(at.db)).last_error).toContain('<mary@example.com>: unknown')
  expect(lines.join()).toContain('5.1.1')
  expect(lines.join()).not.toContain('mary@')
  transport.close()
})
