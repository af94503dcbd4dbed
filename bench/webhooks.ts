import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { signBody } from '#platform/payments/event-signature.ts'
import type { Figures } from './figures.ts'
import { type Load, load, medianRun } from './load.ts'
import { databaseOf, openShop, type Shop } from './shop.ts'

const connections = 50
const webhookSecret = `whsec_${'bench'.padEnd(32, '0')}`

/**
 * Payment events per second that are verified, stored durably and answered, each with its job, compared with a server
 * that only inserts a row. The jobs are not measured: Stripe's rate limits them.
 */
export async function webhooks({ add }: Figures): Promise<void> {
  await using shop = await openShop({
    STRIPE_SECRET_KEY: `sk_test_${'bench'.padEnd(24, '0')}`,
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    WORKER: 'off',
  })
  const pool = new pg.Pool({ connectionString: await databaseOf(shop), max: 10 })
  await using _ = { [Symbol.asyncDispose]: () => pool.end() }
  const settings = `name in ('fsync', 'synchronous_commit', 'full_page_writes')`
  const { rowCount } = await pool.query(`select from pg_settings where ${settings} and setting <> 'on'`)
  if (rowCount) throw new Error('This database would not keep what it answers')

  await using bare = await startBare(pool)
  const theirs = await medianKept(shop, pool, urlOf(bare), 'bench_events')
  const ours = await medianKept(shop, pool, `${shop.url}/webhooks/stripe`, 'private.payment_events')
  add('rows of a bare insert', theirs.requestsPerSecond, '/s', {}, theirs.errors)
  add('a bare insert, p99', theirs.p99Ms, 'ms')
  add('payment events kept and answered', ours.requestsPerSecond, '/s', { atLeast: 1_000 }, ours.errors)
  add('a payment event, p99', ours.p99Ms, 'ms', { atMost: 100 })
  add('payment events ÷ bare inserts', ours.requestsPerSecond / theirs.requestsPerSecond, '×')
}

/** The upper bound for an endpoint that stores: it reads the body, inserts a row and answers 200. */
async function startBare(pool: pg.Pool) {
  await pool.query('create table bench_events (id text primary key); grant select on bench_events to service_role')
  const server = createServer(async (incoming, response) => {
    const { id } = (await json(incoming)) as { id: string }
    await pool.query('insert into bench_events (id) values ($1) on conflict do nothing', [id])
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The median of three by stored rows, after a short warm-up. An answered event that is not in the table is an error. */
async function medianKept({ folder }: Shop, pool: pg.Pool, url: string, table: string): Promise<Load> {
  const runs: Load[] = []
  for (const seconds of [3, 8, 8, 8]) {
    const script = await writeScript(folder, `${table}_${runs.length}`, seconds * 15_000)
    const before = await count(pool, table)
    const measured = await load(url, { connections, seconds, script })
    await rm(script)
    const stored = (await count(pool, table)) - before
    // Requests in progress at the end are stored and not counted.
    const missing = Math.max(0, Math.round(measured.requestsPerSecond * seconds) - stored - connections)
    runs.push({ ...measured, requestsPerSecond: stored / seconds, errors: measured.errors + missing })
  }
  return medianRun(runs.slice(1))
}

async function count(pool: pg.Pool, table: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local role service_role')
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table}`)
    await client.query('rollback')
    return Number(rows[0]?.n)
  } finally {
    client.release()
  }
}

/** Separate signed events for the two threads of one wrk run: comments of its script, which it reads itself. */
async function writeScript(folder: string, name: string, events: number): Promise<string> {
  const path = join(folder, `${name}.lua`)
  const at = new Date()
  const [head = '', tail = ''] = JSON.stringify(eventOf('<id>')).split('<id>')
  const lines = Array.from({ length: events }, (_, index) => {
    const id = `evt_${name}_${index}`
    return `-- ${index % 2} ${id} ${signBody(head + id + tail, webhookSecret, at)}`
  })
  const script = `local threads = 0
function setup(thread) thread:set('own', threads) threads = threads + 1 end
function init()
  events, place = {}, 0
  for line in io.lines(${JSON.stringify(path)}) do
    local event = line:match('^%-%- ' .. own .. ' (.+)')
    if event then events[#events + 1] = event end
  end
end
function request()
  place = place % #events + 1
  local id, signature = events[place]:match('(%S+) (%S+)')
  local headers = { ['Content-Type'] = 'application/json', ['Stripe-Signature'] = signature }
  return wrk.format('POST', nil, headers, [==[${head}]==] .. id .. [==[${tail}]==])
end`
  await writeFile(path, [script, ...lines].join('\n'))
  return path
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
