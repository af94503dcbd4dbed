import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { createLog } from '#platform/log.ts'
import { signBody } from '#platform/payments/event-signature.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'
import { collectFigures } from './figures.ts'
import { type Load, load } from './load.ts'

/**
 * Payment events per second that are verified, stored durably and answered, each with its job, compared with a
 * program that only inserts a row: `npm run bench -- webhooks`. Run it on a quiet machine; about a minute and
 * a half. The jobs are not measured: Stripe's rate limits them.
 */
const port = 22_940
const connections = 50
const seconds = 8
const webhookSecret = `whsec_${'bench'.padEnd(32, '0')}`
const { add, note, print } = collectFigures()
let made = 0

await using data = await dataFolder()
// The shop's setting: an answered event is on the disk.
const database = await startEmbedded({ dataDir: join(data.path, 'postgres'), log: createLog({ level: 'warn' }) })
const pool = new pg.Pool({ connectionString: database.connectionString, max: 2 })
const service = new pg.Pool({ connectionString: database.connectionString, max: 1, options: '-c role=service_role' })
try {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
  )
  if (rows.some(({ setting }) => setting !== 'on')) throw new Error('This database would not keep what it answers')
  const bare = await benchBare()
  const ours = await benchShop()
  note('rows of a bare insert', bare.perSecond, '/s', bare.errors)
  note('a bare insert, p99', bare.p99Ms, 'ms')
  add('payment events kept and answered', ours.perSecond, '/s', { atLeast: 1_000 }, ours.errors)
  add('a payment event, p99', ours.p99Ms, 'ms', { atMost: 100 })
  note('payment events ÷ bare inserts', ours.perSecond / bare.perSecond, '×')
} finally {
  await service.end()
  await pool.end()
  await database.stop()
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)

async function benchBare(): Promise<Kept> {
  await pool.query('create table bench_events (id text primary key)')
  const args = ['bench/bare-insert.ts', database.connectionString, String(port + 1)]
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(program.stdout, 'data')
    return await medianKept(`http://127.0.0.1:${port + 1}/`, () => count(pool, 'bench_events'))
  } finally {
    program.kill()
    await once(program, 'exit')
    await pool.query('drop table bench_events')
  }
}

async function benchShop(): Promise<Kept> {
  const shop = await startShop(data.path, port, {
    DATABASE_URL: database.connectionString,
    STRIPE_SECRET_KEY: `sk_test_${'bench'.padEnd(24, '0')}`,
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    WORKER: 'off',
  })
  try {
    return await medianKept(`${shop.url}/webhooks/stripe`, () => count(service, 'private.payment_events'))
  } finally {
    await shop.stop()
  }
}

type Kept = { perSecond: number; p99Ms: number; errors: number }

/** The median of three by stored rows, after a short warm-up. */
async function medianKept(url: string, rows: () => Promise<number>): Promise<Kept> {
  await keep(url, rows, 3)
  const runs = [await keep(url, rows, seconds), await keep(url, rows, seconds), await keep(url, rows, seconds)]
  runs.sort((one, other) => one.perSecond - other.perSecond)
  const [, median] = runs
  if (!median) throw new Error('no run')
  return { ...median, errors: runs.reduce((sum, run) => sum + run.errors, 0) }
}

/** An answered event that is not in the table counts as an error, and so does every refusal. */
async function keep(url: string, rows: () => Promise<number>, during: number): Promise<Kept> {
  const script = await writeScript(during * 6_000)
  try {
    const before = await rows()
    const measured: Load = await load(url, { connections, seconds: during, script: script.path })
    const stored = (await rows()) - before
    // Requests in progress at the end are stored and not counted.
    const missing = Math.max(0, Math.round(measured.requestsPerSecond * during) - stored - connections)
    return { perSecond: stored / during, p99Ms: measured.p99Ms, errors: measured.errors + missing }
  } finally {
    await script.remove()
  }
}

async function count(from: pg.Pool, table: string): Promise<number> {
  const { rows } = await from.query<{ n: string }>(`select count(*) as n from ${table}`)
  return Number(rows[0]?.n)
}

/** Separate signed events for the two threads of one wrk run. */
async function writeScript(events: number): Promise<{ path: string; remove(): Promise<void> }> {
  made += 1
  const [path, list] = [join(data.path, `events-${made}.lua`), join(data.path, `events-${made}.txt`)]
  const at = new Date()
  const [head = '', tail = ''] = JSON.stringify(eventOf('<id>')).split('<id>')
  const lines = Array.from({ length: events }, (_, index) => {
    const id = `evt_${made}_${index}`
    return `${id} ${signBody(head + id + tail, webhookSecret, at)}`
  })
  await writeFile(list, lines.join('\n'))
  await writeFile(
    path,
    `local threads = 0
function setup(thread) thread:set('own', threads) threads = threads + 1 end
function init()
  events, place = {}, 0
  local line_number = 0
  for line in io.lines(${JSON.stringify(list)}) do
    if line_number % 2 == own then events[#events + 1] = line end
    line_number = line_number + 1
  end
end
function request()
  place = place % #events + 1
  local id, signature = events[place]:match('(%S+) (%S+)')
  local headers = { ['Content-Type'] = 'application/json', ['Stripe-Signature'] = signature }
  return wrk.format('POST', nil, headers, [==[${head}]==] .. id .. [==[${tail}]==])
end
`,
  )
  return { path, remove: async () => void (await Promise.all([rm(path), rm(list)])) }
}

/** As large as Stripe's own events of this type. */
function eventOf(id: string) {
  const object = {
    id: 'cs_test_a1bench',
    object: 'checkout.session',
    client_reference_id: '3f0b7b1e-4c38-4a0e-9a52-0c1f5a7f1a11',
    metadata: { order_id: '3f0b7b1e-4c38-4a0e-9a52-0c1f5a7f1a11' },
    payment_intent: 'pi_bench',
    payment_status: 'paid',
    status: 'complete',
    custom_text: { submit: { message: 'x'.repeat(2_500) } },
  }
  return { id, object: 'event', type: 'checkout.session.completed', livemode: false, created: 1, data: { object } }
}
