import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminOrdersApi, startAdminOrdersApi } from '../fixtures/admin-orders-api.ts'

/** Edge cases of the owner's lists: invented cursors, manually written orders, dates at their limits. */
let api: AdminOrdersApi

beforeAll(async () => {
  api = await startAdminOrdersApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: new Date() }

test('an invented cursor is refused, whatever date it contains', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  for (const at of [
    '2026-02-30 00:00:00+00',
    '0000-01-01 00:00:00+00',
    '2026-01-01 24:00:00+00',
    '2026-01-01 23:59:60+00',
    '2026-04-31 00:00:00+00',
  ]) {
    const response = await api.get(`orders?cursor=${encodeURIComponent(`${at}_${id}`)}`)
    expect([at, response.status].join(), at).toMatch(/,(200|400)$/)
  }
  for (const day of ['2026-02-30', '0000-01-01', '2026-13-01']) {
    const place = `${day}_2026-01-01 00:00:00+00_${id}`
    expect((await api.get(`orders?view=to_make&cursor=${encodeURIComponent(place)}`)).status, day).toBe(400)
  }
  const other = `2026-01-01_2026-01-01 00:00:00+00_${id}`
  expect((await api.get(`orders?view=all&cursor=${encodeURIComponent(other)}`)).status).toBe(400)
})

test('a manually inserted order without lines is in the cut list and the export', async () => {
  await api.db.order({
    ...paid,
    order_number: 'H-1',
    product_name: 'Naomi Cape',
    product_size: '12-14',
    customer_email: null,
  })
  const { pieces } = (await (await api.get('cut-list?orders=H-1')).json()) as { pieces: object[] }
  expect(pieces).toMatchObject([{ name: 'Naomi Cape', size: '12-14', order_number: 'H-1' }])
  expect(await (await api.get('export-orders?q=H-1')).text()).toContain('Naomi Cape, 12-14')
})

test('the first tracking number sets the dispatch time, also where the order was shipped before', async () => {
  const { order_number } = await api.db.order({ ...paid, order_status: 'shipped', shipped_at: new Date('2026-01-05') })
  const change = async (changes: object) => {
    const response = await api.post('change-orders', { changes: [{ order_number, ...changes }] })
    return (
      ((await response.json()) as { results: { order: { shipped_at: string } }[] }).results[0]?.order.shipped_at ?? ''
    )
  }
  const left = await change({ version: 1, tracking_number: 'AB 1' })
  expect(Math.abs(Date.parse(left) - Date.now())).toBeLessThan(60_000)
  expect(await change({ version: 2, tracking_number: 'AB 2' })).toBe(left)
})

test('an order set back before it had a tracking number has no dispatch time, whatever its statuses in between', async () => {
  const { id, order_number } = await api.db.order(paid)
  const admin = api.client(api.admin.token)
  const left: (string | null)[] = []
  for (const order_status of ['shipped', 'delivered', 'processing', 'shipped', 'cancelled', 'pending']) {
    await admin.from('pre_orders').update({ order_status }).eq('order_number', order_number).throwOnError()
    const { data } = await admin.from('pre_orders').select('shipped_at').eq('id', id).single().throwOnError()
    left.push(data?.shipped_at ?? null)
  }
  expect(left.map((at) => at !== null)).toEqual([true, true, false, true, true, false])
})

test('a role that may read all columns except one can count, change and delete orders through the table', async () => {
  const { id: userId, claims } = await api.db.user()
  const { id } = await api.db.order({ ...paid, user_id: userId })
  const gone = await api.db.order({ provider_state: 'expired' })
  const [customer, admin] = [api.client(await api.token(claims)), api.client(api.admin.token)]
  const { count } = await customer.from('pre_orders').select('*', { count: 'exact', head: true }).throwOnError()
  expect(count).toBe(1)
  expect((await customer.from('order_lines').select('*').eq('order_id', id)).error).toBeNull()
  await admin.from('pre_orders').update({ order_status: 'processing' }).eq('id', id).throwOnError()
  expect((await admin.from('pre_orders').delete().eq('id', gone.id).select().throwOnError()).data).toHaveLength(1)
  expect((await customer.from('pre_orders').update({ notes: 'mine' }).eq('id', id).select()).data ?? []).toEqual([])
})

test('a filter’s days are in shop time, also on the days of clock changes', { tags: ['N11'] }, async () => {
  const made = ['2025-03-29T23:59:59Z', '2025-03-30T00:00:00Z', '2025-03-30T22:59:59Z', '2025-03-30T23:00:00Z']
  const later = ['2025-10-25T22:59:59Z', '2025-10-25T23:00:00Z', '2025-10-26T23:59:59Z', '2025-10-27T00:00:00Z']
  for (const at of [...made, ...later]) await api.db.order({ ...paid, order_number: at, created_at: new Date(at) })
  const on = async (day: string) => {
    const { orders } = (await (await api.get(`orders?from=${day}&to=${day}`)).json()) as {
      orders: { order_number: string }[]
    }
    return orders.map(({ order_number }) => order_number).sort()
  }
  expect(await on('2025-03-30')).toEqual(made.slice(1, 3))
  expect(await on('2025-10-26')).toEqual(later.slice(1, 3))
})

test('a fully refunded order is not to make, not on the cut list and not late, although it is not cancelled', async () => {
  const back = { ...paid, provider_state: 'refunded', refunded_amount: 89, dispatch_by: '2020-01-01' }
  await api.db.order({ ...back, order_number: 'BACK-1' })
  await api.db.order({ ...back, order_number: 'BACK-2', order_status: 'processing' })
  await api.db.order({ ...back, order_number: 'PART-1', provider_state: 'partly_refunded', refunded_amount: 5 })
  for (const view of ['to_make', 'late', 'in_progress', 'to_dispatch']) {
    const text = await (await api.get(`orders?view=${view}`)).text()
    expect(text.includes('BACK-'), view).toBe(false)
    expect(text.includes('PART-1'), view).toBe(view === 'to_make' || view === 'late')
    expect(await (await api.get(`cut-list?view=${view}`)).text()).not.toContain('BACK-')
  }
  expect(await (await api.get('orders?q=BACK-&view=cancelled')).text()).toContain('BACK-2')
})
