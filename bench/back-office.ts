import { orderViews } from '#features/orders/admin/api/order-views.ts'
import { makeBigShop } from './big-shop.ts'
import { type Figures, inWords, median, percentile, timeEach } from './figures.ts'
import { type Ask, askAsOwner, databaseOf, openShop, type Shop } from './shop.ts'

/** The back office with a thousand orders and with many, over HTTP, and an export of two hundred thousand of them. */
export async function backOffice({ add }: Figures, size = '1000000'): Promise<void> {
  const [few, many] = [1_000, Number(size)]
  const measureShop = async (orders: number, exported: number) => {
    await using shop = await openShop({ RATE_LIMITS: 'false', WORKER: 'off' })
    const connectionString = await databaseOf(shop)
    const fill = () => makeBigShop(connectionString, { orders, products: 2_000, subscribers: 200_000 })
    const [madeMs = 0] = await timeEach(1, fill)
    add(`a shop of ${inWords(orders)} orders made`, madeMs / 1_000, 's')
    const ask = await askAsOwner(shop)
    const times = await measurePages(ask)
    if (exported > 0) await measureExport(add, shop, ask, exported)
    return times
  }
  const before = await measureShop(few, 0)
  for (const [what, taken] of await measureShop(many, Math.min(200_000, many))) {
    add(`${what}: p50 with ${inWords(many)}`, median(taken), 'ms')
    add(`${what}: p95 with ${inWords(many)}`, percentile(taken, 0.95), 'ms', { atMost: 50 })
    const withFew = before.get(what)
    // With few orders there may be no next page.
    if (!withFew) continue
    add(`${what}: p50 with ${inWords(few)}`, median(withFew), 'ms')
    add(`${what}: p50 with many ÷ with few`, median(taken) / median(withFew), '×', { atMost: 1.5 })
  }
}

async function measurePages(ask: Ask): Promise<Map<string, number[]>> {
  const read = async (path: string) => (await ask(`/functions/v1/${path}`)).json()
  const { orders } = (await read('orders?view=all')) as { orders: Record<string, string>[] }
  const { order_number: number = '', shipping_postcode: postcode = '', customer_email: email = '' } = orders[0] ?? {}
  const { garments } = (await read('order-choices')) as { garments: { id: string }[] }
  const garment = garments.at(-1)?.id ?? ''
  const search = (q: string) => `orders?q=${encodeURIComponent(q)}`
  const pages = {
    ...Object.fromEntries(orderViews.map(({ id }) => [`view ${id}`, `orders?view=${id}`])),
    'search for a number': search(number),
    'search for a common name': search('Sarah'),
    'search for a part of a name': search('ackso'),
    'search for a rare name': search('quixwood'),
    'search for a common part of addresses': search('gmail.com'),
    'search for one address': search(email),
    'search for a postcode': search(postcode),
    'search for two letters': search('sa'),
    'search for a name nobody has': search('wilhelmina'),
    'view shipped, search for a common name': 'orders?view=shipped&q=Sarah',
    'cancelled orders, search for a common name': 'orders?status=cancelled&q=Sarah',
    'all, cancelled': 'orders?view=all&status=cancelled',
    'all, to be made': 'orders?view=all&status=pending',
    'all, not paid': 'orders?view=all&payment=pending',
    'view shipped, still on the way': 'orders?view=shipped&status=shipped',
    'view shipped, not paid': 'orders?view=shipped&payment=pending',
    'view cancelled, refunded in full': 'orders?view=cancelled&status=pending',
    'all, of one garment': `orders?garment=${garment}`,
    'all, of one garment and size': `orders?garment=${garment}&size=10-12`,
    'all, of one size': 'orders?size=10-12',
    'view shipped, of one garment': `orders?view=shipped&garment=${garment}`,
    'to make, of one size': 'orders?view=to_make&size=10-12',
    'all, with a pre-order': 'orders?preorder=yes',
    'all, to another country': 'orders?country=DE',
    'of one garment, search for a common name': `orders?garment=${garment}&q=Sarah`,
    'shipped, of one size, search for a common name': 'orders?view=shipped&size=10-12&q=Sarah',
    'unpaid, search for a common part of addresses': 'orders?view=unpaid&q=gmail.com',
    'choices of the filter': 'order-choices',
    'counts of one size': 'order-counts?size=10-12',
    'counts of a garment’s name': 'order-counts?q=mary%20dress',
    customer: `customer?order_number=${number}`,
    messages: 'messages',
    counts: 'order-counts',
    details: `order-details?order_number=${number}`,
    'cut list': 'cut-list?view=to_make',
    board: 'board',
    garments: '../../rest/v1/products?select=*&order=created_at.asc,id.asc&offset=0&limit=60',
    money: 'money',
    problems: 'problems',
    subscribers: 'subscribers',
    'subscribers, search': 'subscribers?q=khadija199',
  }
  const times = new Map<string, number[]>()
  const time = async (what: string, path: string) => times.set(what, (await timeEach(65, () => read(path))).slice(5))
  for (const [what, path] of Object.entries(pages)) {
    await time(what, path)
    const { next } = (path.startsWith('orders?') ? await read(path) : {}) as { next?: string | null }
    if (next) await time(`${what}, next page`, `${path}&cursor=${encodeURIComponent(next)}`)
  }
  return times
}

/** Exports the newest orders, read without pause. */
async function measureExport(add: Figures['add'], { rssMib }: Shop, ask: Ask, wanted: number): Promise<void> {
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
  add('orders written to a file', lines - 1, '')
  add('its size', bytes / 1_048_576, 'MiB')
  add('the file took', (performance.now() - beganMs) / 1_000, 's', { atMost: 15 })
  add('memory before', before, 'MiB')
  add('memory more while it is written', mostMib - before, 'MiB', { atMost: 60 })
}
