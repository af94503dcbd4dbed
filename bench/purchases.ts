import { randomUUID } from 'node:crypto'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#platform/database/migrate.ts'
import { withClient } from '#platform/database/with-client.ts'
import { buyer } from '#tests/fixtures/buyer.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { lineOf, readGarments } from '#tests/fixtures/public-garments.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { makeBigShop } from './big-shop.ts'
import { type Figures, percentile, timeEach } from './figures.ts'
import { atIntervals, browse } from './load.ts'
import { databaseOf, openShop, request, type Shop } from './shop.ts'

/**
 * The minute of the launch: a thousand customers press checkout within ten seconds, while others browse cached and
 * uncached pages and Stripe takes 300 ms for each response. Each gets a page or an honest message.
 */
export async function checkoutBurst({ add }: Figures): Promise<void> {
  await using stripe = await startStripe()
  stripe.faults.next({ kind: 'slow', ms: 300, times: Number.MAX_SAFE_INTEGER })
  await using shop = await openShop({
    RATE_LIMITS: 'false',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  })
  const { garments } = await readGarments(shop.url)
  const pageOf = (n: number) => shop.url + (n % 2 ? '/shop' : `/product/${garments[0].slug}?each=${n}`)
  const quiet = await browse(pageOf, sleep(5_000))
  const begun = atIntervals(10, sleep(10_000), async () => {
    const beganMs = performance.now()
    const response = await pressCheckout(shop, lineOf(garments[0]))
    const { url, message } = (await response.json()) as { url?: string; message?: string }
    const isPage = response.status === 200 && url?.startsWith(stripe.url)
    const isHonest = response.status === 503 && message
    return { ms: performance.now() - beganMs, got: isPage ? 'page' : isHonest ? 'message' : 'other' }
  })
  const busy = await browse(pageOf, begun)
  const answers = await begun
  const count = (what: string) => answers.filter(({ got }) => got === what).length
  add('clicks on checkout that ended with a page', count('page'), `of ${answers.length}`)
  add('clicks that ended with an honest message', count('message'), `of ${answers.length}`)
  add('clicks that ended otherwise', count('other'), '', { atMost: 0 })
  add('longest wait for either', Math.max(...answers.map(({ ms }) => ms)) / 1_000, 's', { atMost: 20 })
  // Averaged over some seconds, since a busy process records the arrivals.
  const times = stripe.ledger.requests().map(({ at }) => at)
  const perSecond = times.map((from) => times.filter((at) => at >= from && at < from + 3_000).length / 3)
  add('requests to Stripe a second, in its busiest three', Math.max(...perSecond), '', { atMost: 20 })
  add('browsing before, p99', quiet.p99Ms, 'ms', {}, quiet.errors)
  add('browsing meanwhile, p99', busy.p99Ms, 'ms', { atMost: 200 }, busy.errors)
}

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

/**
 * Migrations while the shop sells: many orders, `shop backup` and reports that keep their snapshots, two new columns and
 * two new concurrent indexes on the table of orders, and four purchases a second, each paid and confirmed. No purchase
 * may take more than two seconds.
 */
export async function migrations({ add }: Figures, orders = '240000'): Promise<void> {
  // The first start makes the database, for which a busy machine may need more than its minute.
  const open = () => openShop({ RATE_LIMITS: 'false' })
  await using shop = await open().catch(open)
  const connectionString = await databaseOf(shop)
  await makeBigShop(connectionString, { orders: Number(orders), products: 200, subscribers: 1_000 })
  const { garments } = await readGarments(shop.url)
  const sell = (over: Promise<unknown>) => atIntervals(250, over, () => buy(shop, lineOf(garments[0])))
  const quiet = await sell(sleep(20_000))
  const folder = join(shop.folder, 'bench-migrations')
  await cp('db/migrations', folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'public', name), text)

  const waits: string[] = []
  const copies = join(shop.folder, 'copies')
  const backup = runCommand('scripts/shop.ts', ['backup', '--to', copies], { DATA_DIR: shop.folder })
  // The columns wait for the transaction that read the orders, each index for every open snapshot.
  const reports = [
    holdSnapshot(connectionString, 'public.pre_orders', 35_000),
    holdSnapshot(connectionString, 'public.products', 70_000),
  ]
  const migrated = timeEach(1, async () => {
    // All have their snapshots first.
    await sleep(3_000)
    await migrate(connectionString, folder, { onWait: (message) => waits.push(message) })
  })
  const busy = await sell(Promise.all([migrated, backup, ...reports]))
  const { code, err } = await backup
  if (code !== 0) throw new Error(`the backup failed: ${err}`)

  const failures = (purchases: Purchase[]) => purchases.filter(({ error }) => error !== null).length
  const paid = (purchases: Purchase[], share: number) =>
    percentile(
      purchases.map(({ paidMs }) => paidMs),
      share,
    )
  add('purchases before', quiet.length, '', {}, failures(quiet))
  add('p99 of a purchase before', paid(quiet, 0.99), 'ms')
  add('purchases meanwhile', busy.length, '', { atLeast: 1 }, failures(busy))
  add('p50 of a purchase meanwhile', paid(busy, 0.5), 'ms')
  add('p99 of a purchase meanwhile', paid(busy, 0.99), 'ms')
  add('longest purchase meanwhile', paid(busy, 1), 'ms', { atMost: 2_000 })
  add('longest wait for the payment page', Math.max(...busy.map(({ pressMs }) => pressMs)), 'ms')
  add('until indexes and columns were there', ((await migrated)[0] ?? 0) / 1_000, 's')
  add('connections the migrations waited for', waits.length, '')
  const errors = [...quiet, ...busy].flatMap(({ error }) => error ?? [])
  for (const line of [...new Set(errors), ...waits]) console.error(line)
}

type Purchase = { pressMs: number; paidMs: number; error: string | null }

/** From the press on checkout to the page that says the order is paid, without the customer's typing. */
async function buy(shop: Shop, item: object): Promise<Purchase> {
  const beganMs = performance.now()
  let [pressMs, error] = [Number.NaN, null as string | null]
  try {
    const response = await pressCheckout(shop, item)
    pressMs = performance.now() - beganMs
    const { sessionId } = (await response.json()) as { sessionId: string }
    const paying = await fetch(`${shop.url}/test-payment/${sessionId}`, {
      method: 'POST',
      headers: { origin: shop.url },
      body: new URLSearchParams(buyer),
      redirect: 'manual',
    })
    if (paying.status >= 400) throw new Error(`the payment page answered ${paying.status}`)
    while ((await statusOf(shop, sessionId)) !== 'paid') {
      if (performance.now() - beganMs > 30_000) throw new Error('after 30 s the order is not paid')
      await sleep(50)
    }
  } catch (thrown) {
    error = (thrown as Error).message
  }
  return { pressMs, paidMs: performance.now() - beganMs, error }
}

function pressCheckout(shop: Shop, item: object): Promise<Response> {
  const body = { items: [item], cartId: randomUUID() }
  return request(shop, '/functions/v1/create-stripe-checkout', { body, status: 'any' })
}

async function statusOf(shop: Shop, sessionId: string): Promise<string | undefined> {
  const response = await request(shop, `/functions/v1/checkout-status?session_id=${sessionId}`, { status: 'any' })
  return ((await response.json()) as { status?: string }).status
}

/** Reads a table in one snapshot, as a report does, and keeps the snapshot. */
async function holdSnapshot(connectionString: string, table: string, ms: number): Promise<void> {
  await withClient({ connectionString, application_name: 'a-report' }, async (client) => {
    await client.query('begin isolation level repeatable read; set local role service_role')
    await client.query(`select count(*) from ${table}`)
    await sleep(ms)
    await client.query('commit')
  })
}
