import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { type JobsShop, startJobsShop } from '#tests/fixtures/jobs-shop.ts'

let shop: JobsShop
let admin: { id: string; token: string }

beforeAll(async () => {
  shop = await startJobsShop()
  admin = await shop.user({ admin: true })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  shop.smtp.answer = () => undefined
  shop.chores.works = false
})

async function ask(path: string, { body, token = admin.token }: { body?: unknown; token?: string | null } = {}) {
  const response = await fetchFunction(shop, { path, token, body })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: await response.json() }
}

async function jobs() {
  return (await ask('jobs')).body
}

/** An e-mail that the mail server refused for good. */
async function refusedLetter(recipient: string, orderId?: string) {
  shop.smtp.answer = (stage) => (stage === 'rcpt' ? '550 no such mailbox' : undefined)
  const id = await shop.email(recipient, orderId)
  await expect.poll(() => shop.letterState(id)).toBe('failed')
  shop.smtp.answer = () => undefined
  return id
}

const failedIds = async () => (await jobs()).failed_emails.map(({ id }: { id: string }) => id)

describe('administrators only', () => {
  const calls: [string, unknown?][] = [
    ['jobs'],
    ['job-alerts'],
    ['retry-email', { id: crypto.randomUUID() }],
    ['dismiss-email', { id: crypto.randomUUID() }],
    ['retry-job', { id: crypto.randomUUID() }],
  ]

  test.each(calls)('calls %s', async (path, body) => {
    const former = await shop.user({ admin: true })
    await shop.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', former.id).execute())
    const customer = await shop.user()
    const statusFor = async (token: string | null) => (await ask(path, { body, token })).status
    expect(await statusFor(null)).toBe(401)
    expect(await statusFor(shop.anonKey)).toBe(401)
    expect(await statusFor(shop.serviceRoleKey)).toBe(401)
    expect(await statusFor(customer.token)).toBe(403)
    expect(await statusFor(former.token)).toBe(403)
    expect(await statusFor(admin.token)).toBe(body === undefined ? 200 : 404)
  })

  test.each(['retry-email', 'dismiss-email', 'retry-job'])('%s refuses an invalid id', async (path) => {
    for (const body of [{}, [], null, '{', { id: 1 }, { id: "' or 1=1" }, { id: '\0' }]) {
      expect((await ask(path, { body })).status).toBe(400)
    }
  })
})

test('a refused e-mail is listed with its reason and recipient, and is sent when retried', async () => {
  const id = await refusedLetter('ruth@example.com')
  const { data, error } = await shop.client(admin.token).functions.invoke('jobs', { method: 'GET' })
  expect(error).toBeNull()
  expect(data.emails).toMatchObject({ waiting: 0, sending: 0, failed: 1 })
  expect(data.failed_emails).toEqual([
    {
      id,
      kind: 'greeting',
      title: 'greeting',
      recipient: 'ruth@example.com',
      order_number: null,
      last_error: expect.stringContaining('550 no such mailbox'),
      attempts: 1,
      created_at: expect.any(String),
    },
  ])
  expect((await ask('job-alerts')).body).toMatchObject({ failed_emails: 1 })
  const sentBefore = data.emails.sent_today

  const again = await ask('retry-email', { body: { id } })
  expect(again).toEqual({ status: 200, body: { id, state: 'waiting' } })
  await expect.poll(() => shop.letterState(id)).toBe('sent')
  expect(shop.smtp.received.filter(({ to }) => to.includes('ruth@example.com'))).toHaveLength(1)
  expect((await jobs()).emails).toMatchObject({ failed: 0, sent_today: sentBefore + 1 })
  expect(await shop.actions()).toContainEqual({ action: 'send_again', row_id: id, actor: admin.id })

  expect((await ask('retry-email', { body: { id } })).body).toMatchObject({
    code: 'conflict',
    message: 'This e-mail has already been sent.',
  })
})

test('ten requests at once retry an e-mail once', async () => {
  const id = await refusedLetter('naomi@example.com')
  const responses = await Promise.all(Array.from({ length: 10 }, () => ask('retry-email', { body: { id } })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  await expect.poll(() => shop.letterState(id)).toBe('sent')
  expect(shop.smtp.received.filter(({ to }) => to.includes('naomi@example.com'))).toHaveLength(1)
})

test('an order’s e-mail is retried to the current address, and the refused one is resolved', async () => {
  const order = await shop.db.order({ customer_email: 'wrong@example.com' })
  const id = await refusedLetter('wrong@example.com', order.id)
  const [listed] = (await jobs()).failed_emails
  expect(listed).toMatchObject({ id, title: 'Order confirmation', order_number: order.order_number })
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ customer_email: 'right@example.com' }).where('id', '=', order.id).execute(),
  )
  const { status, body } = await ask('retry-email', { body: { id } })
  expect(status).toBe(200)
  expect(body.id).not.toBe(id)
  await expect.poll(() => shop.letterState(body.id)).toBe('sent')
  expect(shop.smtp.received.at(-1)?.to).toEqual(['right@example.com'])
  expect(await failedIds()).toEqual([])
  // The request of an outdated page.
  expect((await ask('retry-email', { body: { id } })).status).toBe(409)
})

test('a retry while the order is being changed does not block either', async () => {
  const order = await shop.db.order({ customer_email: 'hannah@example.com' })
  const id = await refusedLetter('hannah@example.com', order.id)
  let retried: ReturnType<typeof ask> | undefined
  await shop.db.asService(async (tx) => {
    await tx.updateTable('pre_orders').set({ notes: 'x' }).where('id', '=', order.id).execute()
    retried = ask('retry-email', { body: { id } })
    await expect.poll(waitingForLocks).toBe(1)
    // The same lock as the trigger that queues an existing e-mail again.
    await sql`select from private.outbox where id = ${id} for update`.execute(tx)
  })
  const response = await retried
  expect(response?.status).toBe(200)
  await expect.poll(() => shop.letterState(response?.body.id)).toBe('sent')
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db.owner)
  return rows[0]?.waiting ?? 0
}

test('a dismissed e-mail is no longer counted, and an outdated page cannot retry it', async () => {
  const id = await refusedLetter('esther@example.com')
  expect(await ask('dismiss-email', { body: { id } })).toEqual({ status: 200, body: { id, state: 'dropped' } })
  expect(await failedIds()).toEqual([])
  expect((await ask('retry-email', { body: { id } })).body.code).toBe('conflict')
  expect((await ask('dismiss-email', { body: { id } })).body.code).toBe('conflict')
  expect(await shop.actions()).toContainEqual({ action: 'dismiss', row_id: id, actor: admin.id })
})

test('a job without attempts left is listed with its last error, and succeeds when retried', async () => {
  await shop.chore('sweeping')
  await expect.poll(async () => (await jobs()).dead.length, { timeout: 10_000 }).toBe(1)
  const { dead, queues } = await jobs()
  expect(dead).toEqual([
    {
      id: expect.any(String),
      job: 'tests.chore',
      of: 'sweeping',
      last_error: 'no hands for sweeping',
      at: expect.any(String),
      times: 1,
    },
  ])
  expect(queues).toContainEqual({ name: 'tests.chore', waiting: 0, active: 0, retrying: 0, failed: 1 })
  expect(queues.map(({ name }: { name: string }) => name)).not.toContain('jobs.check-dead')
  expect((await ask('job-alerts')).body).toEqual({ failed_emails: 0, dead: 1, not_running_since: null })

  shop.chores.works = true
  const id = dead[0].id
  const responses = await Promise.all([1, 2, 3].map(() => ask('retry-job', { body: { id } })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  await expect.poll(() => shop.chores.done, { timeout: 10_000 }).toEqual(['sweeping'])
  expect((await jobs()).dead).toEqual([])
  expect((await ask('retry-job', { body: { id } })).status).toBe(404)
  expect(await shop.actions()).toContainEqual({ action: 'retry', row_id: id, actor: admin.id })
})

test('jobs without a worker are reported with the time since when they are due', async () => {
  const { db } = shop
  // A queue without a worker in this shop.
  await sql`select pgboss.create_queue('tests.unattended', '{"policy":"standard"}'::jsonb)`.execute(db.owner)
  const since = new Date(Date.now() - 600_000)
  await sql`insert into pgboss.job (name, start_after) values ('tests.unattended', ${since})`.execute(db.owner)
  expect((await ask('job-alerts')).body).toMatchObject({ not_running_since: since.toISOString() })
  expect((await jobs()).not_running_since).toBe(since.toISOString())
  await sql`delete from pgboss.job where name = 'tests.unattended'`.execute(db.owner)
  expect((await ask('job-alerts')).body).toMatchObject({ not_running_since: null })
})
