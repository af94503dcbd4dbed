import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskApi, startDeskApi } from '#tests/fixtures/desk-api.ts'

/** The owner's orders: who may ask, which orders a view and a search hold, pages, changes that meet, files. */
let api: DeskApi

type Page = { orders: Row[]; next: string | null }
type Row = { order_number: string; version: number; order_status: string; tracking_number: string | null }

beforeAll(async () => {
  api = await startDeskApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const paid = { payment_status: 'paid', payment_state: 'paid', paid_at: new Date() }

async function page(query: string): Promise<Page> {
  const answer = await api.get(`orders?${query}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return (await answer.json()) as Page
}

async function numbers(query: string): Promise<string[]> {
  return (await page(query)).orders.map(({ order_number }) => order_number)
}

async function change(changes: object[]): Promise<{ ok: boolean; code?: string; message?: string; order?: Row }[]> {
  const answer = await api.post('change-orders', { changes })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { results: [] }).results
}

test('nobody but an administrator reads or changes an order', async () => {
  const { claims } = await api.db.user()
  const customer = await api.token(claims)
  for (const [token, status] of [[api.anonKey, 401] as const, [customer, 403] as const]) {
    for (const path of ['orders', 'order-counts', 'order-details?order_number=x']) {
      expect((await api.get(path, token)).status, path).toBe(status)
    }
    expect((await api.post('change-orders', { changes: [{ order_number: 'x' }] }, token)).status).toBe(status)
  }
})

test('each view holds its orders in its order, and counts what waits', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const make = (name: string, columns: object) => api.db.order({ order_number: name, ...columns })
  await make('A-SOON', { ...paid, dispatch_by: day(3) })
  await make('A-LATER', { ...paid, dispatch_by: day(9) })
  await make('A-LATE', { ...paid, dispatch_by: day(-3), order_status: 'processing' })
  await make('A-SENT', { ...paid, order_status: 'shipped', shipped_at: new Date() })
  await make('A-THERE', { ...paid, order_status: 'delivered', shipped_at: new Date(Date.now() - 9e8) })
  await make('A-OFF', { ...paid, order_status: 'cancelled' })
  await make('A-OPEN', { payment_state: 'open' })
  await make('A-GONE', { payment_state: 'expired' })
  expect(await numbers('view=all')).toEqual(['A-OFF', 'A-THERE', 'A-SENT', 'A-LATE', 'A-LATER', 'A-SOON'])
  expect(await numbers('view=to_make')).toEqual(['A-SOON', 'A-LATER'])
  expect(await numbers('view=late')).toEqual(['A-LATE'])
  expect(await numbers('view=to_dispatch')).toEqual(['A-LATE'])
  expect(await numbers('view=shipped')).toEqual(['A-SENT', 'A-THERE'])
  expect(await numbers('view=unpaid')).toEqual(['A-GONE', 'A-OPEN'])
  expect(await numbers('view=all&status=cancelled&payment=paid')).toEqual(['A-OFF'])
  expect(await numbers('view=all&payment=pending')).toEqual([])
  expect(await numbers('view=to_make&status=shipped')).toEqual([])
  expect(await numbers(`view=unpaid&from=${day(0)}&to=${day(1)}`)).toEqual(['A-GONE', 'A-OPEN'])
  expect(await numbers(`view=all&to=${day(-2)}`)).toEqual([])
  const counts = await (await api.get('order-counts')).json()
  expect(counts).toEqual({ to_make: 2, late: 1, to_dispatch: 1, unpaid_open: 1 })
  expect((await api.get('orders?view=mine')).status).toBe(400)
  expect((await api.get('orders?from=2026-02-30')).status).toBe(400)
  expect((await api.get('orders?cursor=2026-01-01')).status).toBe(400)
})

test('an order is found by its number, by parts of name and address, and by its postcode, however it is written', async () => {
  const order_number = 'TKW-000000'
  await api.db.order({
    ...paid,
    order_number,
    customer_name: 'Oonagh O’Hara-Swift',
    customer_email: 'Oonagh_50%@Example.com',
    shipping_postcode: 'SW1A 1AA',
  })
  const known = ['TKW-000000', 'tkw 00000o', 'OOO ooo', 'oonagh', 'NAGH O’HA', 'hara-swift', 'oonagh_50%@example']
  for (const q of [...known, 'sw1a1aa', 'SW1A 1AA', 'sw1a 1', 'oo', 'o’']) {
    expect(await numbers(`q=${encodeURIComponent(q)}`), q).toEqual([order_number])
  }
  for (const q of ['oonaghx', 'agh_51', '%', '_', '€', 'xy', 'q@', '\\', 'TKW-000001', '\ud800']) {
    expect(await numbers(`q=${encodeURIComponent(q.toWellFormed())}`), q).toEqual([])
  }
  expect(await numbers('q=oonagh&view=unpaid')).toEqual([])
  expect(await numbers('q=oonagh&status=delivered')).toEqual([])
})

test('pages go on where the one before ended, whatever comes in meanwhile', async () => {
  const at = Date.now() - 1e9
  // Many at one moment: the id decides.
  const made = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      api.db.order({ ...paid, customer_name: 'Paula Page', created_at: new Date(at + Math.floor(index / 30)) }),
    ),
  )
  for (const query of ['view=all', 'view=all&q=paula', 'view=to_make&q=paula']) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { orders, next }: Page = await page(`${query}&cursor=${encodeURIComponent(cursor)}`)
      seen.push(...orders.map(({ order_number }) => order_number))
      cursor = next
      await api.db.order({ ...paid, customer_name: 'Newcomer', dispatch_by: '2031-01-01' })
    }
    expect(new Set(seen).size, query).toBe(seen.length)
    for (const { order_number } of made) expect(seen, query).toContain(order_number)
  }
})

test('a number to track makes the order shipped; what is stale, missing or blank is said of that order alone', async () => {
  const [one, two] = [await api.db.order(paid), await api.db.order(paid)]
  const [tracked, missing, blank, stale] = await change([
    { order_number: one.order_number, version: 1, tracking_number: ' AB 123 ' },
    { order_number: 'NOBODY', order_status: 'shipped' },
    { order_number: two.order_number, tracking_number: '  ' },
    { order_number: one.order_number, version: 1, tracking_number: 'CD 456' },
  ])
  expect(tracked?.order).toMatchObject({ order_status: 'shipped', tracking_number: 'AB 123', version: 2 })
  expect(tracked?.order).toMatchObject({ shipping_carrier: 'Royal Mail', shipped_at: expect.any(String) })
  expect(missing).toMatchObject({ ok: false, code: 'not_found' })
  expect(blank).toMatchObject({ ok: false, code: 'refused', message: 'Please enter a tracking number.' })
  expect(stale).toMatchObject({ ok: false, code: 'conflict', message: expect.stringContaining('AB 123') })
  const again = [{ order_number: one.order_number, tracking_number: 'ab123' }]
  expect(await change(again)).toMatchObject([{ ok: true, order: { version: 2 } }])
  const other = [{ order_number: one.order_number, tracking_number: 'CD 456' }]
  expect(await change(other)).toMatchObject([{ ok: false, code: 'conflict' }])
  const both = { order_status: 'cancelled', payment_status: 'pending' }
  expect(await change([{ order_number: two.order_number, ...both }])).toMatchObject([{ ok: true, order: both }])
  expect((await api.post('change-orders', { changes: [{ order_number: 'X', order_status: 'lost' }] })).status).toBe(400)
})
