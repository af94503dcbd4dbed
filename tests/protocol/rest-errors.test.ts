import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CatalogueApi, startCatalogueApi } from '#tests/fixtures/catalogue-api.ts'

/**
 * /rest/v1 through an unmodified supabase-js: its errors, and the shop's own calls. Raw requests are in
 * rest-http.test.ts.
 */
let api: CatalogueApi
let anon: CatalogueApi['anon']
let admin: CatalogueApi['admin']
let customer: CatalogueApi['customer']
let customerId: CatalogueApi['customerId']

beforeAll(async () => {
  api = await startCatalogueApi()
  ;({ anon, admin, customer, customerId } = api)
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

describe('refusals', () => {
  test('unknown names and invalid values have the codes of PostgREST', { tags: ['S7'] }, async () => {
    const of = async (query: PromiseLike<{ status: number; error: { code?: string } | null }>) => {
      const { status, error } = await query
      return `${status} ${error?.code}`
    }
    expect(await of(anon.from('no_such_table').select())).toBe('404 PGRST205')
    expect(await of(anon.from('products').select('no_such_column'))).toBe('400 42703')
    expect(await of(anon.from('products').select().eq('ctid', '(0,1)'))).toBe('400 42703')
    expect(await of(anon.from('products').select().order('no_such_column'))).toBe('400 42703')
    expect(await of(admin.from('products').insert({ no_such_column: 1 }))).toBe('400 PGRST204')
    expect(await of(admin.from('products').update({ no_such_column: 1 }).eq('slug', 'x'))).toBe('400 PGRST204')
    expect(await of(anon.from('products').select('*,order_lines(*)'))).toBe('400 PGRST200')
    expect(await of(anon.from('products').select('name:slug'))).toBe('400 PGRST100')
    expect(await of(anon.from('products').select().textSearch('name', 'dress'))).toBe('400 PGRST100')
    expect(await of(anon.from('products').select().contains('sizes', ['8-10']))).toBe('400 PGRST100')
    expect(await of(anon.from('products').select().or('name.eq.a)'))).toBe('400 PGRST100')
    expect(await of(anon.from('products').select().eq('id', 'abc'))).toBe('400 22P02')
    expect(await of(anon.from('products').select().in('price', ['1', 'two']))).toBe('400 22P02')
    expect(await of(anon.from('products').select().eq('version', '99999999999'))).toBe('400 22003')
    expect(await of(anon.from('products').select().gt('created_at', 'yesterdayish'))).toBe('400 22007')
    expect(await of(anon.from('products').select().gt('created_at', '2024-13-45'))).toBe('400 22008')
    expect(await of(anon.from('products').select().like('id', '*'))).toBe('404 42883')
    expect(await of(anon.from('products').select().csv())).toBe('406 PGRST107')
    expect(await of(anon.schema('auth').from('users').select())).toBe('406 PGRST106')
    expect(await of(anon.rpc('is_admin'))).toBe('404 PGRST202')
    const price = (value: unknown) => admin.from('products').insert({ name: 'N', slug: 'n', price: value })
    expect(await of(price('abc'))).toBe('400 22P02')
    expect(await of(price(1e12))).toBe('400 22003')
    expect(await of(price(0))).toBe('400 23514')
    expect(await of(price(null))).toBe('400 23502')
    const odd = (columns: object) => admin.from('products').insert({ name: 'N', slug: 'n', price: 1, ...columns })
    expect(await of(odd({ preorder_end_date: 'infinity' }))).toBe('400 23514')
    expect(await of(odd({ preorder_end_date: '9999-01-01' }))).toBe('400 23514')
    expect(await of(odd({ sizes: ['8-10', ''] }))).toBe('400 23514')
    expect(await of(odd({ sizes: ['8'.repeat(1_300)] }))).toBe('400 23514')
  })

  test('the hint for a misspelt table is the right name', async () => {
    const { error } = await anon.from('product').select()
    expect(error).toMatchObject({
      code: 'PGRST205',
      message: "Could not find the table 'public.product' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'public.products'",
    })
  })

  test('a missing permission is 401 for a visitor and 403 for a signed-in user', async () => {
    expect(await anon.from('pre_orders').select()).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'permission denied for table pre_orders' },
    })
    expect(await customer.from('user_roles').insert({ user_id: customerId, role: 'admin' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    const policy = await customer.from('products').insert({ name: 'Mine', slug: 'mine', price: 10 })
    expect(policy).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'new row violates row-level security policy for table "products"' },
    })
  })
})

describe("the shop's own calls", () => {
  test('notify me: once, and the second time 23505', async () => {
    const signUp = () => anon.from('email_signups').insert({ email: 'ruth@example.com' })
    expect(await signUp()).toMatchObject({ status: 201, data: null, error: null })
    expect(await signUp()).toMatchObject({
      status: 409,
      error: {
        code: '23505',
        message: 'duplicate key value violates unique constraint "email_signups_email_key"',
        details: 'Key (email)=(ruth@example.com) already exists.',
        hint: null,
      },
    })
    const { error: oneOfTwo } = await admin.from('products').insert([
      { name: 'One', slug: 'twice', price: 1 },
      { name: 'Two', slug: 'twice', price: 1 },
    ])
    expect(oneOfTwo).toMatchObject({ code: '23505', details: null })
    expect(await anon.from('email_signups').insert({ email: 'naomi@example.com' }).select()).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
  })

  test('am I an administrator: the role, or PGRST116', async () => {
    const role = (client: typeof anon, id: string) =>
      client.from('user_roles').select('role').eq('user_id', id).eq('role', 'admin').single()
    const owner = await api.db.user({ admin: true })
    expect(await role(api.client(await api.token(owner.claims)), owner.id)).toMatchObject({
      status: 200,
      data: { role: 'admin' },
    })
    expect(await role(customer, customerId)).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect(await role(customer, owner.id)).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  })

  test('orders: the list, the status, the tracking', async () => {
    const order = await api.db.order()
    const list = await admin.from('pre_orders').select('*').order('created_at', { ascending: false })
    expect(list.data?.map(({ id }) => id)).toContain(order.id)
    expect(await admin.from('pre_orders').update({ order_status: 'processing' }).eq('id', order.id)).toMatchObject({
      status: 204,
    })
    const tracking = {
      tracking_number: 'RM1',
      shipping_carrier: 'Royal Mail',
      shipped_at: new Date().toISOString(),
      order_status: 'shipped',
    }
    expect(await admin.from('pre_orders').update(tracking).eq('id', order.id)).toMatchObject({ status: 204 })
    const { data } = await admin.from('pre_orders').select('*').eq('id', order.id).single()
    expect(data).toMatchObject({ order_status: 'shipped', tracking_number: 'RM1', product_price: 89 })
    expect(await admin.from('pre_orders').update({ final_amount: 1 }).eq('id', order.id)).toMatchObject({ status: 403 })
  })

  test('products: all, active ones, new, changed, deleted', async () => {
    const active = await anon.from('products').select('*').eq('active', true).order('created_at', { ascending: true })
    expect(active.data?.every(({ active: shown }) => shown)).toBe(true)
    const all = await admin.from('products').select('*').order('created_at', { ascending: true })
    expect(all.data?.some(({ name }) => name === 'Eve Coat')).toBe(true)
    expect((await anon.from('products').select('*').eq('name', 'Eve Coat')).data).toEqual([])
    const product = {
      name: 'Form Dress',
      slug: 'form-dress',
      description: 'As the form sends it.',
      price: 79.99,
      image_url: null,
      sizes: ['8-10', '10-12'],
      active: true,
      is_preorder: true,
      preorder_end_date: '2031-01-02T03:04:05.678Z',
    }
    expect(await admin.from('products').insert([product])).toMatchObject({ status: 201, error: null })
    const { data } = await admin.from('products').select('*').eq('slug', 'form-dress').single()
    expect(data).toMatchObject({ ...product, preorder_end_date: '2031-01-02T03:04:05.678+00:00' })
    expect(
      await admin
        .from('products')
        .update({ ...product, price: 80 })
        .eq('id', data.id),
    ).toMatchObject({ status: 204 })
    expect(await admin.from('products').delete().eq('id', data.id)).toMatchObject({ status: 204 })
    expect((await admin.from('products').select().eq('id', data.id)).data).toEqual([])
  })
})
