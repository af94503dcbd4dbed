import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminOrdersApi, startAdminOrdersApi } from '../fixtures/admin-orders-api.ts'

/** Filters by what was ordered and where it goes, with the views and the search, against a plain reading of the orders. */
let api: AdminOrdersApi
let orders: Sold[]

type Line = { garment: string; size: string; preorder: boolean; kept: boolean }
type Sold = { number: string; name: string; country: string | null; view: string; lines: Line[] }

const garments = ['mary', 'ruth', 'esther', 'rare'].map((name, at) => ({
  name,
  id: `0000000${at}-0000-4000-8000-000000000000`,
}))
const countries = ['GB', 'GB', 'GB', 'DE', null]
const orderCount = 1_400

beforeAll(async () => {
  api = await startAdminOrdersApi()
  orders = Array.from({ length: orderCount }, (_, at) => {
    const line = (of: number): Line => ({
      garment: at % 700 === 699 ? 'rare' : (garments[(at + of) % 3]?.name ?? ''),
      size: `${8 + ((at * 7 + of) % 3) * 2}`,
      preorder: (at + of) % 5 === 0,
      kept: (at * 3 + of) % 7 !== 0,
    })
    return {
      number: `F-${at}`,
      name: at % 9 === 0 ? 'Siobhán Hill' : 'Ruth Moab',
      country: countries[at % 5] ?? null,
      view: at % 4 === 0 ? 'to_make' : at % 4 === 1 ? 'cancelled' : 'shipped',
      lines: [line(0), ...(at % 3 === 0 ? [line(1)] : [])],
    }
  })
  const rows = orders.map(({ number, name, country, view }) => ({
    order_number: number,
    customer_name: name,
    shipping_country: country,
    order_status: { to_make: 'pending', cancelled: 'cancelled' }[view] ?? 'shipped',
  }))
  const lines = orders.flatMap(({ number, lines }) =>
    lines.map(({ garment, size, preorder, kept }, position) => ({
      number,
      position,
      product_id: idOf(garment),
      size,
      is_preorder: preorder,
      cancelled_quantity: kept ? 0 : 1,
    })),
  )
  await api.db.asService(async (tx) => {
    await sql`insert into public.pre_orders (order_number, customer_name, shipping_country, order_status, payment_status, paid_at,
        provider_state, product_name, product_size, product_price, final_amount, dispatch_by, created_at)
      select s.*, 'paid', now(), 'paid', 'Garment', '10', 89, 89, '2020-01-01', now() - row_number() over () * interval '1 minute'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s (order_number text, customer_name text, shipping_country text, order_status text)`.execute(tx)
    await sql`insert into public.order_lines (order_id, position, product_id, size, is_preorder, cancelled_quantity, slug, name,
        unit_price, quantity, dispatch_by)
      select o.id, s.position, s.product_id, s.size, s.is_preorder, s.cancelled_quantity, 'garment', 'Garment', 89, 1, '2020-01-01'
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as s (number text, position int, product_id uuid, size text,
        is_preorder boolean, cancelled_quantity int) join public.pre_orders o on o.order_number = s.number`.execute(tx)
  })
})
afterAll(() => api[Symbol.asyncDispose]())

function idOf(name: string | null): string {
  return garments.find((garment) => garment.name === name)?.id ?? ''
}

type Filter = { view: string; q: string; garment: string; size: string; country: string; preorder: string }
const none: Filter = { view: 'all', q: '', garment: '', size: '', country: '', preorder: '' }

/** The rule, read plainly. */
function isFound({ view, name, country, lines }: Sold, filter: Filter): boolean {
  const kept = lines.filter((line) => line.kept || view === 'cancelled')
  const isWanted = (line: Line) =>
    (!filter.garment || line.garment === filter.garment) &&
    (!filter.size || line.size === filter.size) &&
    (filter.preorder !== 'yes' || line.preorder)
  const isOfLine = filter.garment || filter.size || filter.preorder === 'yes'
  return (
    (filter.view === 'all' || filter.view === view) &&
    (!filter.q || name.startsWith('Siobh')) &&
    (!filter.country || country === filter.country) &&
    (!isOfLine || kept.some(isWanted)) &&
    (filter.preorder !== 'no' || !kept.some((line) => line.preorder))
  )
}

const filters: Filter[] = ['all', 'to_make', 'cancelled', 'shipped'].flatMap((view) => [
  { ...none, view, garment: 'rare' },
  { ...none, view, garment: 'ruth', size: '10' },
  { ...none, view, garment: 'mary', preorder: 'yes' },
  { ...none, view, size: '12', country: 'DE' },
  { ...none, view, country: 'GB', preorder: 'no' },
  { ...none, view, preorder: 'no' },
  { ...none, view, q: 'siobhan hill', garment: 'esther' },
  { ...none, view, q: 'siobhan', garment: 'rare', size: '12' },
  { ...none, view, q: '.', garment: 'rare' },
  { ...none, view, country: 'NZ' },
])

function queryOf(filter: Filter): string {
  return new URLSearchParams({ ...filter, garment: idOf(filter.garment) }).toString()
}

test.each(filters)('the list, page by page, and the export hold what was ordered: %o', async (filter) => {
  const wanted = orders.filter((order) => isFound(order, filter.q === '.' ? { ...filter, q: '' } : filter))
  const numbers = filter.q === '.' ? [] : wanted.map(({ number }) => number).sort()
  const listed: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response = await api.get(`orders?${queryOf(filter)}&cursor=${encodeURIComponent(cursor)}`)
    expect(response.status).toBe(200)
    const page = (await response.json()) as { orders: { order_number: string }[]; next: string | null }
    listed.push(...page.orders.map(({ order_number }) => order_number))
    cursor = page.next
  }
  expect(listed.sort()).toEqual(numbers)
  const csv = await (await api.get(`export-orders?${queryOf(filter)}`)).text()
  const exported = csv
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[0]?.replaceAll('"', '') ?? '')
  expect(exported.filter(Boolean).sort()).toEqual(numbers)
})

test('the counts of the views follow the filter and the search', async () => {
  for (const filter of filters.filter(({ view, q }) => view === 'all' && q !== '.')) {
    const counts = await (await api.get(`order-counts?${queryOf(filter)}`)).json()
    const wanted = orders.filter((order) => isFound(order, { ...filter, view: 'to_make' })).length
    expect(counts, JSON.stringify(filter)).toMatchObject({ to_make: wanted, late: wanted, in_progress: 0 })
  }
})

test('the choices name the garments, sizes and countries, with the orders that wait for each', async () => {
  await api.db.product({ name: 'Rare Coat', sizes: ['8-10', 'One size'] })
  const choices = await (await api.get('order-choices')).json()
  const waiting = orders.filter(({ view }) => view === 'to_make')
  const has = (test: (line: Line) => boolean) =>
    waiting.filter(({ lines }) => lines.some((line) => line.kept && test(line))).length
  expect(choices.garments).toContainEqual({
    id: idOf('ruth'),
    name: 'Garment',
    orders: has(({ garment }) => garment === 'ruth'),
  })
  expect(choices.garments).toContainEqual(expect.objectContaining({ name: 'Rare Coat', orders: 0 }))
  expect(choices.sizes.map(({ name }: { name: string }) => name)).toEqual(['8–10', '8', '10', '12', 'One size'])
  expect(choices.sizes[2]).toEqual({ id: '10', name: '10', orders: has(({ size }) => size === '10') })
  const germans = waiting.filter(({ country, lines }) => country === 'DE' && lines.some(({ kept }) => kept)).length
  expect(choices.countries).toEqual([
    { id: 'DE', name: 'Germany', orders: germans },
    expect.objectContaining({ id: 'GB', name: 'United Kingdom' }),
  ])
})

test('a filter that names no garment or country is refused', async () => {
  for (const query of ['garment=mary', 'country=Germany', 'preorder=perhaps', `size=${'x'.repeat(41)}`]) {
    expect((await api.get(`orders?${query}`)).status, query).toBe(400)
  }
})
