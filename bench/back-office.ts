import { cpus } from 'node:os'
import { join } from 'node:path'
import { orderViews } from '#features/orders/admin/api/order-views.ts'
import { findEmbedded } from '#platform/database/embedded/find-embedded.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { makeBigShop, type ShopSize } from './big-shop.ts'
import { collectFigures } from './figures.ts'

/**
 * The back office with a thousand orders and with a million, over HTTP: views, searches, next pages, counts, details,
 * lists of products and of subscribers, the money page, a deep page of /rest/v1, and an export of two hundred thousand
 * orders: `npm run bench -- back-office`. Run it on a quiet machine; about fifteen minutes, 3 GB. `npm run bench --
 * back-office 100000` runs it with fewer.
 */
const port = 23_780
const many = Number(process.argv[2] ?? 1_000_000)
const few = 1_000
const times = 60
const account = { email: 'owner@example.com', password: 'a password of the bench' }
const { add, note, print } = collectFigures()

type Times = { p50: number; p95: number }
type Measured = Map<string, Times>

const small = await measure({ orders: few, products: 2_000, subscribers: 200_000 }, async () => undefined)
const big = await measure({ orders: many, products: 2_000, subscribers: 200_000 }, benchExport)
for (const [what, { p50, p95 }] of big) {
  const before = small.get(what)
  note(`${what}: p50 with ${words(many)}`, p50, 'ms')
  add(`${what}: p95 with ${words(many)}`, p95, 'ms', { atMost: 50 })
  // With few orders there may be no next page.
  if (!before) continue
  note(`${what}: p50 with ${words(few)}`, before.p50, 'ms')
  add(`${what}: p50 with many ÷ with few`, p50 / before.p50, '×', { atMost: 1.5 })
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)

function words(count: number): string {
  return count.toLocaleString('en-GB')
}

async function measure(size: ShopSize, more: (shop: Running, ask: Ask) => Promise<void>): Promise<Measured> {
  await using data = await dataFolder()
  const shop = await startShop(data.path, port, {
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    RATE_LIMITS: 'false',
    WORKER: 'off',
  })
  try {
    const connectionString = await findEmbedded({ dataDir: join(data.path, 'postgres') })
    if (!connectionString) throw new Error('the shop runs without a database of its own: unset DATABASE_URL')
    const before = performance.now()
    await makeBigShop(connectionString, size)
    note(`a shop of ${words(size.orders)} orders made`, (performance.now() - before) / 1_000, 's')
    const ask = await asAdministrator(shop)
    const measured = await measurePages(ask)
    await more(shop, ask)
    return measured
  } finally {
    await shop.stop()
  }
}

async function measurePages(ask: Ask): Promise<Measured> {
  const measured: Measured = new Map()
  async function timed(what: string, path: string): Promise<void> {
    for (let warm = 0; warm < 5; warm += 1) await ask(path)
    const found: number[] = []
    for (let time = 0; time < times; time += 1) {
      const before = performance.now()
      await ask(path)
      found.push(performance.now() - before)
    }
    found.sort((one, other) => one - other)
    measured.set(what, { p50: found[Math.floor(times / 2)] ?? 0, p95: found[Math.ceil(times * 0.95) - 1] ?? 0 })
  }
  async function paged(what: string, path: string): Promise<void> {
    await timed(what, path)
    const { next } = (await (await ask(path)).json()) as { next: string | null }
    if (next) await timed(`${what}, next page`, `${path}&cursor=${encodeURIComponent(next)}`)
  }
  const views = orderViews.map(({ id }) => id)
  for (const view of views) await paged(`view ${view}`, `/functions/v1/orders?view=${view}`)
  const newest = (await (await ask('/functions/v1/orders?view=all')).json()) as {
    orders: { order_number: string; shipping_postcode: string; customer_email: string }[]
  }
  const [order] = newest.orders
  if (!order) throw new Error('a shop without orders')
  const searches = {
    'a number': order.order_number,
    'a common name': 'Sarah',
    'a part of a name': 'ackso',
    'a rare name': 'quixwood',
    'a common part of addresses': 'gmail.com',
    'one address': order.customer_email,
    'a postcode': order.shipping_postcode,
    'two letters': 'sa',
    'a name nobody has': 'wilhelmina',
  }
  for (const [what, q] of Object.entries(searches)) {
    await paged(`search for ${what}`, `/functions/v1/orders?q=${encodeURIComponent(q)}`)
  }
  await paged('view shipped, search for a common name', '/functions/v1/orders?view=shipped&q=Sarah')
  await paged('cancelled orders, search for a common name', '/functions/v1/orders?status=cancelled&q=Sarah')
  await timed('counts', '/functions/v1/order-counts')
  await timed('details', `/functions/v1/order-details?order_number=${order.order_number}`)
  await timed('cut list', '/functions/v1/cut-list?view=to_make')
  await timed('garments', '/rest/v1/products?select=*&order=created_at.asc,id.asc&offset=0&limit=60')
  await timed('money', '/functions/v1/money')
  await timed('problems', '/functions/v1/problems')
  await timed('subscribers', '/functions/v1/subscribers')
  await timed('subscribers, search', '/functions/v1/subscribers?q=khadija199')
  return measured
}

/** Exports the newest two hundred thousand orders, read without pause and then slowly. */
async function benchExport({ rssMib }: Running, ask: Ask): Promise<void> {
  const wanted = Math.min(200_000, many)
  const from = new Date(Date.now() - wanted * 1.2 * 150_000).toISOString().slice(0, 10)
  const before = rssMib()
  const startedMs = performance.now()
  let [bytes, lines, mostMib] = [0, 0, before]
  const { body } = await ask(`/functions/v1/export-orders?from=${from}`)
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
    mostMib = Math.max(mostMib, rssMib())
  }
  note('orders written to a file', lines - 1, '')
  note('its size', bytes / 1_048_576, 'MiB')
  add('the file took', (performance.now() - startedMs) / 1_000, 's', { atMost: 15 })
  note('memory before', before, 'MiB')
  add('memory more while it is written', mostMib - before, 'MiB', { atMost: 60 })
}

type Ask = (path: string) => Promise<Response>

async function asAdministrator({ url }: Running): Promise<Ask> {
  const page = await (await fetch(`${url}/shop`)).text()
  const apikey = /name="backend-key" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  return async (path) => {
    const response = await fetch(url + path, {
      headers: { apikey, Authorization: `Bearer ${token}`, Prefer: 'count=exact' },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    if (!path.includes('/export-orders')) await response.clone().arrayBuffer()
    return response
  }
}
