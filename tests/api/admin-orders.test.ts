import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminOrdersApi, startAdminOrdersApi } from '../fixtures/admin-orders-api.ts'

/** The owner's orders: permitted callers, the content of views and searches, pages, documents and exports. */
let api: AdminOrdersApi

type Page = { orders: Row[]; next: string | null }
type Row = { order_number: string }

beforeAll(async () => {
  api = await startAdminOrdersApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: new Date() }

async function page(query: string): Promise<Page> {
  const response = await api.get(`orders?${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()) as Page
}

async function numbers(query: string): Promise<string[]> {
  return (await page(query)).orders.map(({ order_number }) => order_number)
}

test('only an administrator reads or changes orders', async () => {
  const { claims } = await api.db.user()
  const customer = await api.token(claims)
  for (const [token, status] of [[api.anonKey, 401] as const, [customer, 403] as const]) {
    const reading = [
      'orders',
      'order-counts',
      'order-reviews?ids=x',
      'order-details?order_number=x',
      'order-facts?orders=x',
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

test('each view has its orders in its own sort order, and counts them', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const make = (name: string, columns: object) => api.db.order({ order_number: name, ...columns })
  await make('A-SOON', { ...paid, dispatch_by: day(3) })
  await make('A-LATER', { ...paid, dispatch_by: day(9) })
  await make('A-LATE', { ...paid, dispatch_by: day(-3), order_status: 'processing', ready_at: new Date() })
  await make('A-BEGUN', { ...paid, dispatch_by: day(5), order_status: 'processing' })
  await make('A-SENT', { ...paid, order_status: 'shipped', shipped_at: new Date() })
  await make('A-THERE', { ...paid, order_status: 'delivered', shipped_at: new Date(Date.now() - 9e8) })
  await make('A-OFF', { ...paid, order_status: 'cancelled' })
  await make('A-OPEN', { provider_state: 'open' })
  await make('A-GONE', { provider_state: 'expired' })
  expect(await numbers('view=all')).toEqual(['A-OFF', 'A-THERE', 'A-SENT', 'A-BEGUN', 'A-LATE', 'A-LATER', 'A-SOON'])
  expect(await numbers('view=to_make')).toEqual(['A-SOON', 'A-LATER'])
  expect(await numbers('view=in_progress')).toEqual(['A-BEGUN'])
  expect(await numbers('view=late')).toEqual(['A-LATE'])
  expect(await numbers('view=to_dispatch')).toEqual(['A-LATE'])
  expect(await numbers('view=shipped')).toEqual(['A-SENT', 'A-THERE'])
  expect(await numbers('view=unpaid')).toEqual(['A-GONE', 'A-OPEN'])
  expect(await numbers('view=cancelled')).toEqual(['A-OFF'])
  expect(await numbers('view=cancelled&status=shipped')).toEqual([])
  expect(await numbers('view=attention')).toEqual([])
  expect(await numbers('view=all&status=cancelled&payment=paid')).toEqual(['A-OFF'])
  expect(await numbers('view=all&payment=pending')).toEqual([])
  expect(await numbers('view=to_make&status=shipped')).toEqual([])
  expect(await numbers(`view=unpaid&from=${day(0)}&to=${day(1)}`)).toEqual(['A-GONE', 'A-OPEN'])
  expect(await numbers(`view=all&to=${day(-2)}`)).toEqual([])
  const counts = await (await api.get('order-counts')).json()
  expect(counts).toEqual({ to_make: 2, in_progress: 1, to_dispatch: 1, late: 1, attention: 0, unpaid_open: 1 })
  expect((await api.get('orders?view=mine')).status).toBe(400)
  expect((await api.get('orders?from=2026-02-30')).status).toBe(400)
  expect((await api.get('orders?cursor=2026-01-01')).status).toBe(400)
})

test('an order is found by its number, by parts of name and address, and by its postcode, in any spelling', async () => {
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

test('an order is found however its name, garment, town, street, phone and tracking number are typed', async () => {
  const order_number = 'TKW-000015'
  const siobhan = {
    order_number,
    customer_name: 'Siobhán  O’Brien Weiß',
    customer_email: 'siobhan@example.com',
    customer_phone: '+447700900123',
    product_name: 'Élodie’s Dress × 2, Ruth Skirt',
    shipping_address: 'Flat 2\n7 Köhlerstraße',
    shipping_city: 'Łódź',
    shipping_postcode: '90-001',
    tracking_number: 'RM 1234 5678 9GB',
  }
  await api.db.order({ ...paid, ...siobhan })
  await api.db.order({ ...paid, order_number: 'TKW-00002A', customer_name: 'Zoe\u0308 Núñez\u00a0Łucja O Connor' })
  await api.db.order({
    ...paid,
    order_number: 'TKW-00003F',
    customer_name: 'Nguyễn IŞIK',
    customer_phone: '07911 123456',
  })
  const searches: [q: string, found: string][] = [
    ...[
      'Siobhan',
      'SIOBHÁN',
      'siobha\u0301n',
      "O'Brien",
      'O’Brien',
      'O`Brien',
      'OBrien',
      'o brien',
      'siobhan o’brien',
      'Siobhan O Brien',
      'weiss',
    ],
    ...[
      'Siobhan\u00a0O\u02bcBrien',
      'Siobhan   OBrien',
      'Sio\u200bbhan',
      'elodies',
      "Élodie's Dress",
      'ruth  skirt',
      'Élodie’s Dress × 2, Ruth Skirt',
      'STRASSE',
    ],
    ...[
      'kohlerstr',
      'lodz',
      'ŁÓDŹ',
      '90–001',
      '90001',
      '07700 900123',
      '+44 7700 900 123',
      '0044 (0)7700-900123',
      '07700/900123',
      '(+44) 7700 900123',
      'tel:+447700900123',
      '7700900',
    ],
    ...[
      'RM123456789GB',
      'rm 1234',
      `#${order_number}`,
      order_number.replace('-', '–'),
      `Order ${order_number}.`,
      '#tkw-00001',
    ],
  ].map((q): [string, string] => [q, order_number])
  searches.push(
    ...['Zoë', 'zoe', 'Nunez Lucja', "O'Connor"].map((q): [string, string] => [q, 'TKW-00002A']),
    ...['nguyen', 'ışık', 'isik', '+447911123456'].map((q): [string, string] => [q, 'TKW-00003F']),
  )
  const wrong: string[] = []
  for (const [q, expected] of searches) {
    const found = await numbers(`q=${encodeURIComponent(q)}`)
    if (found.join() !== expected) wrong.push(`${q}: ${found.join() || 'none'}`)
  }
  expect(wrong).toEqual([])
})

test('pages continue where the previous one ended, whatever orders arrive meanwhile', async () => {
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

test('of one day, garments first in the queue are at the top of the cut list, and numbered pieces have their numbers there and on slips', async () => {
  const [late, early] = [
    await api.db.order({ ...paid, order_number: 'Q-1', dispatch_by: '2029-06-09' }),
    await api.db.order({ ...paid, order_number: 'Q-2', dispatch_by: '2029-06-01' }),
  ]
  const [queued, numbered] = [{ preorder_reason: 'first' }, { preorder_reason: 'numbered', numbered_of: 40 }]
  await api.line(late.id, { position: 1, name: 'Esther Gown', size: '8-10', is_preorder: true, ...queued })
  await api.line(early.id, { position: 1, name: 'Mary Dress', size: '8-10' })
  await api.line(early.id, { position: 2, name: 'Cape', size: '8-10', quantity: 2, ...numbered, piece_numbers: [7, 9] })
  await api.line(early.id, { position: 3, name: 'Zipporah Gown', size: '8-10', is_preorder: true, ...queued })
  const { pieces } = (await (await api.get('cut-list?orders=Q-1,Q-2')).json()) as { pieces: object[] }
  expect(pieces).toMatchObject([
    { name: 'Zipporah Gown', is_first: true },
    { name: 'Cape', numbers: 'No. 7 of 40', number: 1, of: 2 },
    { name: 'Cape', numbers: 'No. 9 of 40', number: 2, of: 2 },
    { name: 'Mary Dress', numbers: null },
    // Of a later day.
    { name: 'Esther Gown', is_first: true },
  ])
  const { slips } = (await (await api.get('packing-slips?orders=Q-2')).json()) as { slips: object[] }
  expect(slips).toMatchObject([
    { lines: [{ piece_numbers: null }, { piece_numbers: [7, 9], numbered_of: 40 }, { piece_numbers: null }] },
  ])
})

test('the cut list has a line a piece, the first to dispatch at the top; slips list each parcel’s contents', async () => {
  const advice = { size: '10-12', ease: 'flowing', bust: 36.5, waist: 30, hips: 39, unit: 'in' }
  const [first, second] = [
    await api.db.order({
      ...paid,
      order_number: 'C-1',
      dispatch_by: '2029-05-02',
      notes: 'longer',
      gift_note: 'For you',
    }),
    await api.db.order({ ...paid, order_number: 'C-2', dispatch_by: '2029-05-01' }),
  ]
  await api.line(first.id, {
    position: 1,
    name: 'Mary Dress',
    size: '8-10',
    quantity: 2,
    size_advice: advice,
    height_cm: 163,
    heel_cm: 5,
  })
  await api.line(first.id, { position: 2, name: 'Aida Coat', size: '8-10' })
  await api.line(second.id, { position: 1, name: 'Mary Dress', size: '8-10' })
  const { pieces } = (await (await api.get('cut-list?orders=C-1,C-2')).json()) as { pieces: object[] }
  const plain = { is_first: false, numbers: null, cloth: null, metres: null, cut_length: null, customer_name: null }
  const unmeasured = { size_advice: null, height_cm: null, heel_cm: null }
  const measured = { size_advice: advice, height_cm: 163, heel_cm: 5 }
  const mary = { ...plain, name: 'Mary Dress', size: '8-10' }
  const later = { order_number: 'C-1', dispatch_by: '2029-05-02', notes: 'longer' }
  expect(pieces).toEqual([
    { ...mary, ...unmeasured, order_number: 'C-2', dispatch_by: '2029-05-01', notes: null, number: 1, of: 1 },
    { ...plain, ...unmeasured, ...later, name: 'Aida Coat', size: '8-10', number: 1, of: 1 },
    { ...mary, ...measured, ...later, number: 1, of: 2 },
    { ...mary, ...measured, ...later, number: 2, of: 2 },
  ])
  const parcel = await (await api.get('packing-slips?orders=C-1')).text()
  expect(JSON.parse(parcel).slips).toMatchObject([
    {
      order: { gift_note: 'For you' },
      lines: [
        { name: 'Mary Dress', height_cm: 163 },
        { name: 'Aida Coat', height_cm: null },
      ],
    },
  ])
  expect(parcel).not.toMatch(/advice|bust/)
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

test('the CSV export has exactly the orders of the filter, contains no formulas, and is logged without search text', {
  tags: ['S50'],
}, async () => {
  const who = {
    customer_name: '=HYPERLINK("http://x")',
    customer_email: 'csv@example.com',
    customer_phone: '+44 (7700) 900-123',
    gift_note: 'With love',
  }
  const odd = { ...paid, ...who, notes: 'a,"b"\nc', delivery_service: 'tracked-24' }
  const { id } = await api.db.order({ ...odd, order_number: 'E-1' })
  await api.line(id, { position: 1, name: '+Dress', size: '8-10', quantity: 2, height_cm: 168 })
  await api.db.order({ ...paid, customer_email: 'csv@example.com', order_number: 'E-2', order_status: 'cancelled' })
  const response = await api.get('export-orders?q=csv@example&status=pending')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /filename="tkw-orders-all-pending-search-\d{4}-\d\d-\d\d\.csv"/,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...records] = bytes.toString().slice(1).trimEnd().split('\r\n')
  expect(head).toMatch(/^order_number,created_at,paid_at,.*,lines,heights,.*,gift_note,notes$/)
  expect(records).toHaveLength(1)
  expect(records[0]).toContain(',"\'=HYPERLINK(""http://x"")",csv@example.com,')
  expect(records[0]).toContain(',Royal Mail Tracked 24,"\'+Dress, 8-10 × 2",\'+Dress 168 cm,89.00,')
  expect(records[0]).toContain(',csv@example.com,+44 7700 900 123,')
  expect(records[0]).toContain(',With love,')
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
