import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { openDb } from '#platform/database/db.ts'
import { mailTransport } from '#platform/email/transport.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { postgresProxy } from '#tests/fixtures/postgres-proxy.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { watchShop } from './watch-shop.ts'

const log = createLog({ level: 'silent' })
const secret = 'a secret of the tests'
const at = { alertAfterMs: 150, clearAfterMs: 150 }
const rules = { buying: at, tasks: at, backup: at, clock: at, texts: at, examples: at }
const waiting = { timeout: 20_000, interval: 50 }

type Call = { headers: Record<string, unknown>; body: Record<string, unknown>; text: string }

/** A real receiver of webhooks, which also is the shop's website: /health/ready answers 200 while `isReady`. */
async function receiver() {
  const calls: Call[] = []
  const state = { isReady: true }
  const server = createServer(async (request, response) => {
    if (request.url === '/health/ready') return response.writeHead(state.isReady ? 200 : 503).end()
    let text = ''
    for await (const bytes of request) text += bytes
    calls.push({ headers: request.headers, body: JSON.parse(text), text })
    response.writeHead(204).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    calls,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const provider = {
  name: 'test',
  inBackground: () => provider,
  async *listMissedEvents() {
    // It has none.
  },
} as unknown as PaymentProvider

async function startWatch(
  db: TestDatabase,
  connectionString: string,
  environment: Record<string, string>,
  smtpUrl: string,
) {
  const queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  const watch = openDb({ connectionString, log, maxConnections: 2, silenceMs: 1_000 })
  const config = readConfig({ SITE_URL: 'http://localhost:3000', ...environment })
  const transport = mailTransport({ db, smtpUrl, mailFrom: 'hello@shop.example' })
  const newestBackup = async () => new Date()
  const shop = {
    db: watch,
    watch,
    queue,
    provider,
    config,
    newestBackup,
    shown: () => [],
    transport,
    log,
    everyMs: 50,
    rules,
    timeoutMs: 2_000,
  }
  const running = watchShop(shop)
  return {
    async [Symbol.asyncDispose]() {
      await running.stop()
      transport.close()
      await queue.stop()
      await watch.close()
    },
  }
}

test('while the database is away, one e-mail and one signed webhook say so, and one of each when it is back', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using proxy = await postgresProxy(db.connectionString)
  await using smtp = await smtpServer()
  await using web = await receiver()
  const environment = {
    ALERT_EMAIL: 'ruth@example.com',
    ALERT_WEBHOOK: `${web.url}/alerts`,
    ALERT_WEBHOOK_SECRET: secret,
    ALERT_CHECK_URL: web.url,
  }
  await using _ = await startWatch(db, proxy.connectionString, environment, smtp.url)
  // The program has to be the one that watches before the database goes away.
  await vi.waitFor(async () => {
    const row = await db.asService((tx) => tx.selectFrom('private.alert_watch').selectAll().executeTakeFirstOrThrow())
    expect(row.holder).not.toBeNull()
  }, waiting)
  expect(smtp.received).toEqual([])
  proxy.cut()
  await vi.waitFor(() => expect([smtp.received.length, web.calls.length]).toEqual([1, 1]), waiting)
  const [email] = smtp.received
  expect(email?.to).toEqual(['ruth@example.com'])
  expect(email?.message).toContain('Rehearsal: ')
  expect(email?.message).toContain('npm run shop -- doctor')
  const [call] = web.calls
  expect(call?.body).toMatchObject({ type: 'alert.opened', kind: 'buying', rehearsal: true, until: null })
  expect(call?.body.text).toContain('The database can’t take orders')
  const signed = `${call?.headers['webhook-id']}.${call?.headers['webhook-timestamp']}.${call?.text}`
  expect(call?.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)

  proxy.resume()
  await vi.waitFor(() => expect([smtp.received.length, web.calls.length]).toEqual([2, 2]), waiting)
  expect(web.calls[1]?.body).toMatchObject({ type: 'alert.closed', kind: 'buying' })
})

test('of two programs one alerts of a website that does not answer, and the other goes on when it ends', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using smtp = await smtpServer()
  await using web = await receiver()
  const environment = { ALERT_EMAIL: 'off', ALERT_WEBHOOK: `${web.url}/alerts`, ALERT_CHECK_URL: web.url }
  const first = await startWatch(db, db.connectionString, environment, smtp.url)
  await using _ = await startWatch(db, db.connectionString, environment, smtp.url)
  web.state.isReady = false
  await vi.waitFor(() => expect(web.calls).toHaveLength(1), waiting)
  expect(web.calls[0]?.body.text).toContain('The website isn’t responding')
  expect(web.calls[0]?.headers['webhook-signature']).toBeUndefined()
  await first[Symbol.asyncDispose]()
  web.state.isReady = true
  await vi.waitFor(() => expect(web.calls).toHaveLength(2), waiting)
  expect(web.calls[1]?.body).toMatchObject({ type: 'alert.closed' })
  expect(smtp.received).toEqual([])
})

test('a rehearsal without an address of its own alerts of nothing', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using smtp = await smtpServer()
  await db.user({ admin: true })
  await using _ = await startWatch(db, db.connectionString, { ALERT_CHECK_URL: 'http://127.0.0.1:9' }, smtp.url)
  await new Promise((over) => setTimeout(over, 500))
  expect(smtp.received).toEqual([])
})

test('when the text messages of a day are used up, the owner is alerted once, and again when there are some', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using smtp = await smtpServer()
  await using web = await receiver()
  const environment = { ALERT_EMAIL: 'ruth@example.com', ALERT_CHECK_URL: web.url, SMS_PER_DAY: '4' }
  await using _ = await startWatch(db, db.connectionString, environment, smtp.url)
  const count = (messages: number, toNew: number) =>
    db.asService((tx) =>
      sql`update private.text_message_use set day = (public.shop_now() at time zone 'UTC')::date,
        messages = ${messages}, to_new_numbers = ${toNew}`.execute(tx),
    )
  await count(3, 1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(smtp.received).toEqual([])
  await count(3, 2)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), waiting)
  expect(smtp.received[0]?.message).toContain('text messages are used up')
  expect(smtp.received[0]?.message).toContain('2 text messages were sent to new numbers today')
  await count(0, 0)
  await vi.waitFor(() => expect(smtp.received).toHaveLength(2), waiting)
  expect(smtp.received[1]?.message).toContain('Text messages are being sent again')
})
