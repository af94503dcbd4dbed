import { orderViews } from '#features/orders/admin/api/order-views.ts'
import { makeBigShop } from './big-shop.ts'
import { type Figures, inWords, median, percentile, timeEach } from './figures.ts'
import { type Ask, askAsOwner, databaseOf, openShop, type Shop } from './shop.ts'

/** The back office with a thousand orders and with many, over HTTP, and an export of two hundred thousand of them. */
export async function backOffice(figures: Figures, size = '1000000'): Promise<void> {
  const [few, many] = [1_000, Number(size)]
  const before = await measureShop(figures, few, async () => undefined)
  const times = await measureShop(figures, many, (shop, ask) =>
    measureExport(figures, shop, ask, Math.min(200_000, many)),
  )
  for (const [what, taken] of times) {
    figures.note(`${what}: p50 with ${inWords(many)}`, median(taken), 'ms')
    figures.add(`${what}: p95 with ${inWords(many)}`, percentile(taken, 0.95), 'ms', { atMost: 50 })
    const withFew = before.get(what)
    // With few orders there may be no next page.
    if (!withFew) continue
    figures.note(`${what}: p50 with ${inWords(few)}`, median(withFew), 'ms')
    figures.add(`${what}: p50 with many ÷ with few`, median(taken) / median(withFew), '×', { atMost: 1.5 })
  }
}

type Times = Map<string, number[]>

async function measureShop(
  { note }: Figures,
  orders: number,
  more: (shop: Shop, ask: Ask) => Promise<void>,
): Promise<Times> {
  await using shop = await openShop({ RATE_LIMITS: 'false', WORKER: 'off' })
  const connectionString = await databaseOf(shop)
  const [madeMs = 0] = await timeEach(1, () =>
    makeBigShop(connectionString, { orders, products: 2_000, subscribers: 200_000 }),
  )
  note(`a shop of ${inWords(orders)} orders made`, madeMs / 1_000, 's')
  const ask = await askAsOwner(shop)
  const measured = await measurePages(ask)
  await more(shop, ask)
  return measured
}

async function measurePages(ask: Ask): Promise<Times> {
  const times: Times = new Map()
  const read = async (path: string) => (await ask(path)).json()
  const newest = (await read('/functions/v1/orders?view=all')) as {
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
  const lists = Object.entries(searches).map(
    ([what, q]) => [`search for ${what}`, `q=${encodeURIComponent(q)}`] as const,
  )
  const pages = {
    ...Object.fromEntries(orderViews.map(({ id }) => [`view ${id}`, `orders?view=${id}`])),
    ...Object.fromEntries(lists.map(([what, query]) => [what, `orders?${query}`])),
    'view shipped, search for a common name': 'orders?view=shipped&q=Sarah',
    'cancelled orders, search for a common name': 'orders?status=cancelled&q=Sarah',
    'all, cancelled': 'orders?view=all&status=cancelled',
    'all, to be made': 'orders?view=all&status=pending',
    'all, not paid': 'orders?view=all&payment=pending',
    'view shipped, still on the way': 'orders?view=shipped&status=shipped',
    'view shipped, not paid': 'orders?view=shipped&payment=pending',
    'view cancelled, refunded in full': 'orders?view=cancelled&status=pending',
    counts: 'order-counts',
    details: `order-details?order_number=${order.order_number}`,
    'cut list': 'cut-list?view=to_make',
    garments: '../../rest/v1/products?select=*&order=created_at.asc,id.asc&offset=0&limit=60',
    money: 'money',
    problems: 'problems',
    subscribers: 'subscribers',
    'subscribers, search': 'subscribers?q=khadija199',
  }
  for (const [what, name] of Object.entries(pages)) {
    const path = `/functions/v1/${name}`
    const time = async (row: string, each: string) => times.set(row, (await timeEach(65, () => read(each))).slice(5))
    await time(what, path)
    const { next } = (name.startsWith('orders?') ? await read(path) : {}) as { next?: string | null }
    if (next) await time(`${what}, next page`, `${path}&cursor=${encodeURIComponent(next)}`)
  }
  return times
}

/** Exports the newest orders, read without pause. */
async function measureExport({ add, note }: Figures, { rssMib }: Shop, ask: Ask, wanted: number): Promise<void> {
  const from = new Date(Date.now() - wanted * 1.2 * 150_000).toISOString().slice(0, 10)
  const before = rssMib()
  const beganMs = performance.now()
  let [bytes, lines, mostMib] = [0, 0, before]
  const { body } = await ask(`/functions/v1/export-orders?from=${from}`)
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
    mostMib = Math.max(mostMib, rssMib())
  }
  note('orders written to a file', lines - 1, '')
  note('its size', bytes / 1_048_576, 'MiB')
  add('the file took', (performance.now() - beganMs) / 1_000, 's', { atMost: 15 })
  note('memory before', before, 'MiB')
  add('memory more while it is written', mostMib - before, 'MiB', { atMost: 60 })
}
