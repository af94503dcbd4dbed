import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { productsApi } from './products.api.ts'

let api: ShopApi

beforeAll(async () => {
  api = await startShopApi({
    rateLimits: false,
    routes: () => (app) =>
      app.route('/functions/v1', productsApi({ rehearsal: () => ({ payments: 'simulated', emails: 'mailbox' }) })),
  })
})
afterAll(() => api[Symbol.asyncDispose]())

test('administrators read the shop’s clock, also a rehearsal’s', async () => {
  const { token } = await tokenOf({ admin: true })
  await api.db.asService((tx) => tx.updateTable('private.clock').set({ ahead: '3 days' }).execute())
  const response = await ask('shop-time', token)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { now, rehearsal } = (await response.json()) as { now: string; rehearsal: unknown }
  expect(rehearsal).toEqual({ payments: 'simulated', emails: 'mailbox' })
  expect(Math.abs(Date.parse(now) - Date.now() - 3 * 86_400_000)).toBeLessThan(60_000)
  await api.db.asService((tx) => tx.updateTable('private.clock').set({ ahead: '0' }).execute())
})

test('paid orders count as sold and open payment pages as reserved, without cancelled and refunded ones', async () => {
  const { token } = await tokenOf({ admin: true })
  const product = await api.db.product()
  const states = [
    ['paid', 'pending', 2],
    ['open', 'pending', 3],
    ['expired', 'pending', 5],
    ['paid', 'cancelled', 7],
    ['refunded', 'pending', 11],
  ] as const
  for (const [provider_state, order_status, quantity] of states) {
    const order = await api.db.order({ provider_state, order_status })
    await api.db.asService((tx) =>
      tx
        .insertInto('order_lines')
        .values({
          order_id: order.id,
          position: 9,
          product_id: product.id,
          slug: 'mary-dress',
          name: 'Mary Dress',
          size: '10-12',
          unit_price: pounds(89),
          quantity,
          is_preorder: true,
          dispatch_by: '2030-01-15',
        })
        .execute(),
    )
  }
  expect(await (await ask(`preorder-units?product_id=${product.id}`, token)).json()).toEqual({ sold: 2, reserved: 3 })
  expect(await (await ask(`preorder-units?product_id=${randomUUID()}`, token)).json()).toEqual({ sold: 0, reserved: 0 })
  expect((await ask('preorder-units?product_id=all', token)).status).toBe(400)
})

test('other callers read neither products, the clock nor the pieces', async () => {
  const customer = await tokenOf({ admin: false })
  for (const path of ['shop-time', 'listed-products', `preorder-units?product_id=${randomUUID()}`]) {
    for (const [token, status] of [
      [undefined, 401],
      [api.anonKey, 401],
      [customer.token, 403],
    ] as const) {
      expect((await ask(path, token)).status).toBe(status)
    }
  }
})

test('a search finds products by name or slug however they are typed, and takes signs literally', async () => {
  const { token } = await tokenOf({ admin: true })
  const names = ['50% Wool "Coat", long', '500 Wool Coats', 'back\\slash (a) b', 'Élodie’s  Dress', 'Ruth\u00a0Skirt']
  for (const name of names) await api.db.product({ name, active: false })
  const found = async (q: string) => {
    const response = await ask(`listed-products?${new URLSearchParams({ part: 'inactive', q })}`, token)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { rows, total } = (await response.json()) as { rows: { name: string }[]; total: number }
    expect(total).toBe(rows.length)
    return rows.map(({ name }) => name)
  }
  expect(await found('50% wool "coat", l')).toEqual([names[0]])
  expect(await found('k\\s')).toEqual([names[2]])
  expect(await found('(a)')).toEqual([names[2]])
  expect(await found('wool_coat')).toEqual([])
  for (const q of ['Elodie', "Élodie's", 'ELODIES DRESS', 'e\u0301lodie`s'])
    expect(await found(q), q).toEqual([names[3]])
  expect(await found('Ruth  Skirt')).toEqual([names[4]])
  expect(await found("'")).toEqual(names)
})

test('the products of a part come page by page, as the table has them', async () => {
  const { token } = await tokenOf({ admin: true })
  const read = async (query: string) => (await ask(`listed-products?${query}`, token)).json()
  const { data } = await api
    .client(token)
    .from('products')
    .select('*')
    .eq('active', false)
    .order('created_at')
    .order('id')
  expect(data?.length).toBeGreaterThan(1)
  expect(await read('part=inactive')).toEqual({ rows: data, total: data?.length })
  expect(await read('part=inactive&from=1')).toEqual({ rows: data?.slice(1), total: data?.length })
  const end = new Date(Date.now() + 86_400_000).toISOString()
  const { id } = await api.db.product({ is_preorder: true, preorder_end_date: end })
  expect((await read('part=pre-order')).rows).toEqual([expect.objectContaining({ id })])
  expect((await ask('listed-products?part=archived', token)).status).toBe(400)
})

function ask(path: string, token?: string): Promise<Response> {
  return fetch(`${api.url}/functions/v1/${path}`, { headers: token ? { Authorization: `Bearer ${token}` } : {} })
}

async function tokenOf({ admin }: { admin: boolean }): Promise<{ token: string }> {
  const { id } = await api.db.user({ admin })
  return { token: await api.token({ role: 'authenticated', sub: id, aal: 'aal1' }) }
}
