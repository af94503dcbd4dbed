import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { buyer } from '#tests/fixtures/buyer.ts'
import { itemOf } from '#tests/fixtures/checkout-shop.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { dataFolder, startShop, startWorker } from '#tests/fixtures/program.ts'
import { programEnvironment } from '#tests/fixtures/program-environment.ts'
import { s3Server } from '#tests/fixtures/s3-server.ts'

const port = 24_460
const JWT_SECRET = 'a secret of the tests, long enough to be one'

/** A program that cannot start: its exit code and what it says. */
async function failedStart(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['build/server/server.js'], {
    env: programEnvironment({ NODE_ENV: 'production', PORT: String(port + 5), JWT_SECRET, ...env }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

test('a shop that is moved while customers buy loses and doubles no paid order', { timeout: 180_000 }, async () => {
  await using first = await testDatabase({ withQueue: true })
  await using second = await emptyDatabase()
  await using data = await dataFolder()
  const product = await first.product()
  const env = { JWT_SECRET, RATE_LIMITS: 'false', DATA_DIR: data.path }
  await using shop = await startShop(data.path, port, { ...env, DATABASE_URL: first.connectionString, WORKER: 'off' })
  await using _worker = await startWorker(data.path, port + 1, { ...env, DATABASE_URL: first.connectionString })

  const paid: string[] = []
  const refused: number[] = []
  let isOver = false
  async function customer() {
    while (!isOver) {
      const session = await buy(shop.url, product).catch(() => null)
      if (typeof session === 'string') paid.push(session)
      else if (session !== null) refused.push(session)
      await pause(150)
    }
  }
  const customers = [customer(), customer(), customer()]
  await pause(3_000)
  const moved = await runCommand('scripts/shop.ts', ['move', 'database', '--to', second.connectionString, '--yes'], {
    ...env,
    DATABASE_URL: first.connectionString,
  })
  expect(moved).toMatchObject({ code: 0, err: '' })
  const page = await fetch(`${shop.url}/shop`, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await page.text()).toContain('closed for a moment')
  const webhook = await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', body: '{}' })
  expect([webhook.status, await webhook.json()]).toEqual([503, expect.objectContaining({ code: 'closed' })])
  expect((await fetch(`${shop.url}/health/ready`)).status).toBe(503)
  isOver = true
  await Promise.all(customers)
  expect(paid.length).toBeGreaterThan(5)
  expect(refused.every((status) => status === 503)).toBe(true)

  const again = await failedStart({ ...env, DATABASE_URL: first.connectionString })
  expect(again).toEqual({ code: 78, said: expect.stringContaining('was moved to postgresql://') })

  await using _moved = await startShop(data.path, port + 2, { ...env, DATABASE_URL: second.connectionString })
  await expect
    .poll(() => ordersOf(second.connectionString, paid), { timeout: 60_000, interval: 500 })
    .toEqual({ distinct: paid.length, all: paid.length })
})

test('programs that use the old picture store stay closed, and do not start', { timeout: 180_000 }, async () => {
  await using db = await testDatabase({ withQueue: true })
  await using server = await s3Server()
  await using data = await dataFolder()
  const env = { JWT_SECRET, DATA_DIR: data.path, DATABASE_URL: db.connectionString }
  await using shop = await startShop(data.path, port + 3, env)
  const moved = await runCommand('scripts/shop.ts', ['move', 'pictures', '--to', 's3', '--yes'], {
    ...env,
    ...server.access,
  })
  expect(moved).toMatchObject({ code: 0, err: '' })
  await expect.poll(async () => (await fetch(`${shop.url}/shop`)).status).toBe(503)
  expect(await failedStart(env)).toEqual({ code: 78, said: expect.stringContaining('were moved to s3://shop') })
  await using _bucket = await startShop(data.path, port + 4, { ...env, ...server.access })
})

/** The session of an order that the shop said was paid; the status of the response that refused it otherwise. */
async function buy(url: string, product: Parameters<typeof itemOf>[0]): Promise<string | number> {
  const cart = { cartId: randomUUID(), items: [itemOf(product)], discountCode: null, country: 'GB' }
  const pressed = await fetch(`${url}/functions/v1/create-stripe-checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(cart),
  })
  if (!pressed.ok) return pressed.status
  const { sessionId } = (await pressed.json()) as { sessionId: string }
  const body = new URLSearchParams(buyer)
  const done = await fetch(`${url}/test-payment/${sessionId}`, { method: 'POST', body, redirect: 'manual' })
  return done.status === 303 ? sessionId : done.status
}

async function ordersOf(connectionString: string, sessions: string[]): Promise<{ distinct: number; all: number }> {
  const db = openDb({ connectionString, log: createLog({ level: 'silent' }), maxConnections: 1 })
  const rows = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('payment_status', '=', 'paid')
      .where('payment_session_id', 'in', sessions)
      .execute(),
  )
  await db.close()
  return { distinct: new Set(rows.map((row) => row.payment_session_id)).size, all: rows.length }
}
