import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withClient } from '#platform/database/with-client.ts'
import { buyer } from '#tests/fixtures/buyer.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { lineOf, readGarments } from '#tests/fixtures/public-garments.ts'
import { makeBigShop } from './big-shop.ts'
import { collectFigures } from './figures.ts'

/**
 * Migrations while the shop sells: 240,000 orders, `shop backup` and reports that keep their snapshots, two new columns
 * and two new concurrent indexes on the table of orders, and four purchases a second, each paid and confirmed. No
 * purchase may take more than two seconds: `npm run bench -- migrations`, about five minutes; `-- migrations 20000`
 * with fewer orders.
 */
const port = 23_960
const orders = Number(process.argv[2] ?? 240_000)
const everyMs = 250
const quietMs = 20_000
const ordersReportMs = 35_000
const longReportMs = 70_000

const files = {
  '9001_columns.sql': `alter table public.pre_orders add column bench_note text, add column bench_flag boolean not null default false;
grant select (bench_note, bench_flag) on public.pre_orders to authenticated;`,
  '9002_postcodes.sql': `-- outside a transaction
create index concurrently if not exists pre_orders_bench_idx on public.pre_orders (shipping_postcode, created_at);`,
  // Like public/0031_paid_index.sql.
  '9003_paid.sql': `-- outside a transaction
create index concurrently if not exists pre_orders_bench_paid_idx on public.pre_orders (paid_at) include (final_amount)
  where paid_at is not null;`,
}

type Purchase = { beganMs: number; pressMs: number; paidMs: number; error: string | null }

const { add, note, print } = collectFigures()
await using data = await dataFolder()
const open = () => startShop(data.path, port, { RATE_LIMITS: 'false' })
// The first start makes the database, for which a busy machine may need more than its minute.
const shop = await open().catch(open)
try {
  const connectionString = await findEmbedded({ dataDir: join(data.path, 'postgres') })
  if (!connectionString) throw new Error('the shop runs without a database of its own: unset DATABASE_URL')
  await makeBigShop(connectionString, { orders, products: 200, subscribers: 1_000 })
  await benchMigrations(shop, connectionString)
} finally {
  await shop.stop()
}
const load = loadavg()[0]?.toFixed(1)
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${load}; ${orders} orders`)

async function benchMigrations({ url }: Running, connectionString: string): Promise<void> {
  const quiet = await sell(url, pause(quietMs))
  await using folder = await withMore(files)
  const began = performance.now()
  const waits: string[] = []
  const backup = runCommand('scripts/shop.ts', ['backup', '--to', join(data.path, 'copies')], { DATA_DIR: data.path })
  // The columns wait for the transaction that read the orders, each index for every open snapshot.
  const reports = Promise.all([
    holdSnapshot(connectionString, 'public.pre_orders', ordersReportMs),
    holdSnapshot(connectionString, 'public.products', longReportMs),
  ])
  // All have their snapshots first.
  await pause(3_000)
  const migrated = migrate(connectionString, folder.path, { onWait: (message) => waits.push(message) }).then(
    () => performance.now() - began,
  )
  const busy = await sell(url, Promise.all([migrated, backup, reports]))
  const { code, err } = await backup
  if (code !== 0) throw new Error(`the backup failed: ${err}`)
  note('purchases before', quiet.length, '', failures(quiet))
  note('p99 of a purchase before', p(quiet, 0.99), 'ms')
  add('purchases meanwhile', busy.length, '', { atLeast: 1 }, failures(busy))
  note('p50 of a purchase meanwhile', p(busy, 0.5), 'ms')
  note('p99 of a purchase meanwhile', p(busy, 0.99), 'ms')
  add('longest purchase meanwhile', p(busy, 1), 'ms', { atMost: 2_000 })
  note('longest wait for the payment page', Math.max(...busy.map(({ pressMs }) => pressMs)), 'ms')
  note('until indexes and columns were there', (await migrated) / 1_000, 's')
  note('connections the migrations waited for', waits.length, '')
  for (const error of new Set([...quiet, ...busy].flatMap((each) => each.error ?? []))) console.error(error)
  for (const wait of waits) console.error(wait)
}

/** Starts a purchase every `everyMs` until `over`, and waits for the last. */
async function sell(url: string, over: Promise<unknown>): Promise<Purchase[]> {
  const { key, garments } = await readGarments(url)
  const item = lineOf(garments[0])
  const purchases: Promise<Purchase>[] = []
  let isOver = false
  void over.finally(() => {
    isOver = true
  })
  while (!isOver) {
    purchases.push(buy(url, key, item))
    await pause(everyMs)
  }
  await over
  return Promise.all(purchases)
}

/** From the press on checkout to the page that says the order is paid, without the customer's typing. */
async function buy(url: string, key: string, item: object): Promise<Purchase> {
  const beganMs = performance.now()
  let pressMs = Number.NaN
  try {
    const response = await fetch(`${url}/functions/v1/create-stripe-checkout`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [item], cartId: randomUUID() }),
    })
    const page = (await response.json()) as { url?: string; sessionId?: string; message?: string }
    pressMs = performance.now() - beganMs
    if (!page.sessionId) throw new Error(`checkout answered ${response.status}: ${page.message}`)
    const paying = await fetch(`${url}/test-payment/${page.sessionId}`, {
      method: 'POST',
      headers: { origin: url },
      body: new URLSearchParams(buyer),
      redirect: 'manual',
    })
    if (paying.status >= 400) throw new Error(`the payment page answered ${paying.status}`)
    const status = `${url}/functions/v1/checkout-status?session_id=${page.sessionId}`
    for (;;) {
      const answer = await fetch(status, { headers: { apikey: key } })
      const { status: state } = (await answer.json()) as { status?: string }
      if (state === 'paid') break
      if (performance.now() - beganMs > 30_000) throw new Error(`after 30 s the order is ${state}`)
      await pause(50)
    }
    return { beganMs, pressMs, paidMs: performance.now() - beganMs, error: null }
  } catch (error) {
    return { beganMs, pressMs, paidMs: performance.now() - beganMs, error: (error as Error).message }
  }
}

/** Reads a table in one snapshot, as a report does, and keeps the snapshot. */
async function holdSnapshot(connectionString: string, table: string, ms: number): Promise<void> {
  await withClient({ connectionString, application_name: 'a-report' }, async (client) => {
    await client.query('begin isolation level repeatable read; set local role service_role')
    await client.query(`select count(*) from ${table}`)
    await pause(ms)
    await client.query('commit')
  })
}

/** A copy of the migrations with more files. */
async function withMore(added: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'bench-migrations-'))
  await cp('db/migrations', path, { recursive: true })
  for (const [name, text] of Object.entries(added)) await writeFile(join(path, 'public', name), text)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

function failures(purchases: readonly Purchase[]): number {
  return purchases.filter(({ error }) => error !== null).length
}

function p(purchases: readonly Purchase[], part: number): number {
  const times = purchases.map(({ paidMs }) => paidMs).toSorted((one, other) => one - other)
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
}
