// @module-tag K5

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queueEmail } from '#platform/email/outbox.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type SmtpServer, smtpServer } from '#tests/fixtures/smtp-server.ts'

async function startWorker(db: TestDatabase, smtp: SmtpServer): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/fixtures/mail-worker.ts', db.connectionString, smtp.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function putEmails(db: TestDatabase, count: number) {
  await using queue = createQueue({
    connectionString: db.connectionString,
    log: createLog({ level: 'silent' }),
    working: false,
  })
  await queue.start()
  await db.asService(async (tx) => {
    for (let number = 1; number <= count; number++) {
      await queueEmail(tx, queue, { kind: 'greeting', cause: `${number}`, recipient: `mary${number}@example.com` })
    }
  })
}

async function unsent(db: TestDatabase): Promise<number> {
  const { rows } = await db.asService((tx) =>
    sql<{
      count: number
    }>`select count(*)::int as count from private.outbox where state <> 'sent'`.execute(tx),
  )
  return rows[0]?.count ?? -1
}

test('after a kill during delivery the next program sends the e-mail within 30 s, with the same Message-ID', async () => {
  await using db = await testDatabase()
  await using smtp = await smtpServer()
  smtp.answer = (stage) => (stage === 'message' ? 'hang' : undefined)
  await putEmails(db, 1)
  const first = await startWorker(db, smtp)
  await smtp.arrived(1)
  await end(first, 'SIGKILL')
  expect(await unsent(db)).toBe(1)

  smtp.answer = () => undefined
  const began = Date.now()
  const second = await startWorker(db, smtp)
  await smtp.arrived(2)
  await expect.poll(() => unsent(db)).toBe(0)
  expect(Date.now() - began).toBeLessThan(30_000)
  await end(second, 'SIGTERM')
  expect(new Set(smtp.received.map((message) => message.messageId)).size).toBe(1)
})

test('with six kills two hundred e-mails are all sent, and duplicates are limited to those in delivery', async () => {
  await using db = await testDatabase()
  await using smtp = await smtpServer()
  await putEmails(db, 200)
  for (let kill = 1; kill <= 6; kill++) {
    const child = await startWorker(db, smtp)
    await smtp.arrived(Math.min(200, smtp.received.length + 20))
    await end(child, 'SIGKILL')
  }
  const last = await startWorker(db, smtp)
  await expect.poll(() => unsent(db), { timeout: 60_000 }).toBe(0)
  await end(last, 'SIGTERM')
  expect(new Set(smtp.received.map((message) => message.messageId)).size).toBe(200)
  // Each of two workers with two connections may have one e-mail per connection between the server's acceptance and the
  // update.
  expect(smtp.received.length - 200).toBeLessThanOrEqual(6 * 4)
})

test('every e-mail is sent although the queue’s tables were dropped meanwhile', async () => {
  await using db = await testDatabase()
  await using smtp = await smtpServer()
  await putEmails(db, 30)
  await sql`drop schema pgboss cascade`.execute(db.owner)
  const worker = await startWorker(db, smtp)
  await expect.poll(() => unsent(db), { timeout: 30_000 }).toBe(0)
  await end(worker, 'SIGTERM')
  expect(smtp.received).toHaveLength(30)
})
