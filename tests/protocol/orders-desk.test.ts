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
    const reading = [
      'orders',
      'order-counts',
      'order-reviews?ids=x',
      'order-details?order_number=x',
      'cut-list',
      'packing-slips',
      'export-orders',
    ]
    for (const path of reading) {
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
  const known = [
    'TKW-000000',
    'tkw 00000o',
    'OOO ooo',
    'oonagh',
    'NAGH O’HA',
    'hara-swift',
    'oonagh_50%@example',
    '%',
    '_',
  ]
  for (const q of [...known, 'sw1a1aa', 'SW1A 1AA', 'sw1a 1', 'oo', 'o’']) {
    expect(await numbers(`q=${encodeURIComponent(q)}`), q).toEqual([order_number])
  }
  for (const q of [
    'oonaghx',
    'oonagh_50%@example.org',
    'Oonagh O’Hara-Swiss',
    'agh_51',
    '%%',
    '__',
    '€',
    'xy',
    'q@',
    '\\',
    'TKW-000001',
    '\ud800',
  ]) {
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

test('of two who give fifty parcels different numbers at once, one number of each stays and the other hears of it', async () => {
  const orders = await Promise.all(
    Array.from({ length: 50 }, () => api.db.order({ ...paid, customer_email: 'a@b.example' })),
  )
  const numbered = (letter: string) =>
    change(orders.map(({ order_number }, at) => ({ order_number, version: 1, tracking_number: `${letter}${at}` })))
  const [ones, others] = await Promise.all([numbered('A'), numbered('B')])
  for (const [at, one] of ones.entries()) {
    const both = [one, others[at]]
    expect(both.map((result) => result?.code ?? 'ok').sort()).toEqual(['conflict', 'ok'])
    const kept = both.find((result) => result?.ok)?.order?.tracking_number
    expect(both.find((result) => !result?.ok)?.message).toContain(` ${kept}.`)
  }
  const ids = orders.map(({ id }) => id)
  const letters = await api.db.asService((tx) =>
    tx.selectFrom('private.outbox').select(['order_id', 'kind']).where('order_id', 'in', ids).execute(),
  )
  expect(letters).toHaveLength(50)
  expect(new Set(letters.map(({ order_id }) => order_id)).size).toBe(50)
})

test('one order is told with its lines and all that happened to it, by whom', async () => {
  const { id, order_number } = await api.db.order({ ...paid, customer_email: 'buyer@example.com', user_id: null })
  await line(id, { position: 1, name: 'Ruth Skirt', quantity: 2 })
  await change([{ order_number, order_status: 'processing' }])
  await change([{ order_number, tracking_number: 'AB 1', shipping_carrier: 'Evri' }])
  const answer = await api.get(`order-details?order_number=${order_number}`)
  const { order, lines, timeline } = (await answer.json()) as {
    order: object
    lines: object[]
    timeline: { title: string; who: string; detail: string | null }[]
  }
  expect(order).toMatchObject({
    order_number,
    version: 3,
    deliver_to: 'GB',
    payment_provider: 'test',
    dispatch_by: '2030-01-15',
  })
  expect(lines).toMatchObject([{ name: 'Ruth Skirt', quantity: 2, unit_price: 89, dispatch_by: '2030-01-15' }])
  expect(timeline.find(({ title }) => title === 'Sent')).toMatchObject({
    who: api.admin.email,
    detail:
      'Status from ‘processing’ to ‘shipped’. Tracking number added. AB 1. Carrier changed. From ‘Royal Mail’ to ‘Evri’.',
  })
  expect(timeline.find(({ title }) => title === 'Letter: On its way')).toMatchObject({ who: 'The shop' })
  expect(timeline.at(-1)).toMatchObject({ title: 'Order placed', who: 'Customer' })
  expect((await api.get('order-details?order_number=NOBODY')).status).toBe(404)
})

test('the cut list adds up garments and sizes, the first to leave at the top; slips hold what is in each parcel', async () => {
  const [first, second] = [
    await api.db.order({ ...paid, order_number: 'C-1', dispatch_by: '2029-05-02', notes: 'longer' }),
    await api.db.order({ ...paid, order_number: 'C-2', dispatch_by: '2029-05-01' }),
  ]
  await line(first.id, { position: 1, name: 'Mary Dress', size: '8-10', quantity: 2 })
  await line(first.id, { position: 2, name: 'Aida Coat', size: '8-10' })
  await line(second.id, { position: 1, name: 'Mary Dress', size: '8-10' })
  const { rows } = (await (await api.get('cut-list?orders=C-1,C-2')).json()) as { rows: object[] }
  expect(rows).toEqual([
    {
      name: 'Mary Dress',
      size: '8-10',
      quantity: 3,
      dispatch_by: '2029-05-01',
      orders: [
        { order_number: 'C-1', quantity: 2, dispatch_by: '2029-05-02', notes: 'longer' },
        { order_number: 'C-2', quantity: 1, dispatch_by: '2029-05-01', notes: null },
      ],
    },
    expect.objectContaining({ name: 'Aida Coat', dispatch_by: '2029-05-02' }),
  ])
  const { slips } = (await (await api.get('packing-slips?view=to_make')).json()) as {
    slips: { order: Row; lines: [] }[]
  }
  expect(slips.slice(0, 2).map(({ order, lines }) => [order.order_number, lines.length])).toEqual([
    ['A-SOON', 0],
    ['A-LATER', 0],
  ])
  const wrong = ['cut-list', 'cut-list?view=all', 'packing-slips?orders=,', `packing-slips?orders=${'A,'.repeat(900)}B`]
  for (const path of wrong) expect((await api.get(path)).status === 400, path).toBe(!path.includes('A,'))
})

test('a file for spreadsheets holds exactly the orders of the filter, runs nothing, and is written down without a name', async () => {
  const odd = { ...paid, customer_name: '=HYPERLINK("http://x")', notes: 'a,"b"\nc', customer_email: 'csv@example.com' }
  const { id } = await api.db.order({ ...odd, order_number: 'E-1' })
  await line(id, { position: 1, name: '+Dress', size: '8-10', quantity: 2 })
  await api.db.order({ ...paid, customer_email: 'csv@example.com', order_number: 'E-2', order_status: 'cancelled' })
  const answer = await api.get('export-orders?q=csv@example&status=pending')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/filename="tkw-orders-all-\d{4}-\d\d-\d\d\.csv"/)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...records] = bytes.toString().slice(1).trimEnd().split('\r\n')
  expect(head).toMatch(/^order_number,created_at,paid_at,.*,lines,.*,notes$/)
  expect(records).toHaveLength(1)
  expect(records[0]).toContain(',"\'=HYPERLINK(""http://x"")",csv@example.com,')
  expect(records[0]).toContain(',"\'+Dress, 8-10 × 2",89.00,')
  expect(records[0]).toContain(',"a,""b""\nc"')
  await expect
    .poll(() => exportsNoted())
    .toEqual([
      {
        actor: api.admin.id,
        action: 'export',
        after: expect.objectContaining({ view: 'all', status: 'pending', searched: true }),
      },
      { actor: api.admin.id, action: 'exported', after: { rows: 1, whole: true } },
    ])
  expect(JSON.stringify(await exportsNoted())).not.toContain('csv@')
})

test('why somebody must look at an order is nothing its customer can read, and * is all the rest', async () => {
  const { id: userId, claims } = await api.db.user()
  const { id } = await api.db.order({ ...paid, user_id: userId, needs_review: 'Paid a second time' })
  const [customer, admin] = [api.client(await api.token(claims)), api.client(api.admin.token)]
  const service = api.client(api.serviceRoleKey)
  const { data: own } = await customer.from('pre_orders').select('*').eq('id', id).single().throwOnError()
  expect(own).toMatchObject({ id, final_amount: 89 })
  expect(own).not.toHaveProperty('needs_review')
  const changed = await admin
    .from('pre_orders')
    .update({ notes: 'x' })
    .eq('id', id)
    .eq('version', 1)
    .select()
    .throwOnError()
  expect(changed.data).toMatchObject([{ id, notes: 'x', version: 2 }])
  const reviews = await api.get(`order-reviews?ids=${id},${crypto.randomUUID()}`)
  expect(await reviews.json()).toEqual({ reviews: { [id]: 'Paid a second time' } })
  expect((await api.get('order-reviews?ids=x')).status).toBe(400)
  for (const client of [customer, admin]) {
    expect((await client.from('pre_orders').select('id, needs_review')).error?.code).toBe('42501')
    expect((await client.from('pre_orders').select('id').not('needs_review', 'is', null)).error?.code).toBe('42501')
    expect((await client.from('pre_orders').select('id').order('needs_review')).error?.code).toBe('42501')
  }
  const { data: whole } = await service.from('pre_orders').select('*').eq('id', id).single().throwOnError()
  expect(whole).toMatchObject({ needs_review: 'Paid a second time' })
})

async function line(orderId: string, columns: object): Promise<void> {
  const { error } = await api
    .client(api.serviceRoleKey)
    .from('order_lines')
    .insert({
      order_id: orderId,
      product_id: '00000000-0000-4000-8000-000000000000',
      slug: 'garment',
      name: 'Garment',
      size: '10-12',
      unit_price: 89,
      quantity: 1,
      dispatch_by: '2030-01-15',
      ...columns,
    })
  expect(error).toBeNull()
}

function exportsNoted() {
  return api.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select(['actor', 'action', 'after'])
      .where('action', 'in', ['export', 'exported'])
      .orderBy('id')
      .execute(),
  )
}
