import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/**
 * The data surface as an unmodified supabase-js speaks it: every call of the contract's table of requests, and the
 * shape of every answer. What only a hand-written request can show is in rest-http.test.ts.
 */
let api: ShopApi
let anon: ReturnType<ShopApi['client']>
let admin: ReturnType<ShopApi['client']>
let customer: ReturnType<ShopApi['client']>
let customerId: string

beforeAll(async () => {
  api = await startShopApi()
  const owner = await api.db.user({ admin: true })
  const shopper = await api.db.user()
  customerId = shopper.id
  anon = api.client()
  admin = api.client(await api.token(owner.claims))
  customer = api.client(await api.token(shopper.claims))
  for (const [at, name] of ['Anna Dress', 'Bethany Skirt', 'Clara Blouse', 'Dora Dress', 'Eve Coat'].entries()) {
    await api.db.product({
      name,
      slug: name.toLowerCase().replace(' ', '-'),
      price: 50 + at * 10,
      active: name !== 'Eve Coat',
    })
  }
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

describe('reading', () => {
  const names = async (query: PromiseLike<{ data: Array<{ name: string }> | null; error: unknown }>) => {
    const { data, error } = await query
    expect(error).toBeNull()
    return data?.map(({ name }) => name[0]).join('')
  }
  const products = () => anon.from('products').select('name').order('name')

  test('every filter keeps the rows it says', async () => {
    expect(await names(products().eq('name', 'Anna Dress'))).toBe('A')
    expect(await names(products().neq('name', 'Anna Dress'))).toBe('BCD')
    expect(await names(products().gt('price', 60))).toBe('CD')
    expect(await names(products().gte('price', 60))).toBe('BCD')
    expect(await names(products().lt('price', 60))).toBe('A')
    expect(await names(products().lte('price', 60))).toBe('AB')
    expect(await names(products().gte('price', 60).lt('price', 80))).toBe('BC')
    expect(await names(products().like('name', '%Dress'))).toBe('AD')
    expect(await names(products().like('name', '*dress'))).toBe('')
    expect(await names(products().ilike('name', '*dress'))).toBe('AD')
    expect(await names(products().is('fabric', null))).toBe('ABCD')
    expect(await names(products().is('active', false))).toBe('')
    expect(await names(products().in('name', ['Anna Dress', 'Dora Dress', 'no, (such) one']))).toBe('AD')
    expect(await names(products().in('name', []))).toBe('')
    expect(await names(products().not('name', 'eq', 'Anna Dress'))).toBe('BCD')
    expect(await names(products().not('name', 'in', '("Anna Dress","Clara Blouse")'))).toBe('BD')
    expect(await names(products().or('name.eq.Anna Dress,price.eq.80'))).toBe('AD')
    expect(await names(products().or('and(price.gte.60,price.lte.70),name.eq."Dora Dress"'))).toBe('BCD')
    expect(await names(products().or('name.like.*Dress,name.like.*Skirt').or('price.gt.60,price.eq.50'))).toBe('AD')
    expect(await names(products().eq('name', ''))).toBe('')
    expect(await names(products().eq('sizes', '{8-10,10-12,12-14,14-16,16-18}'))).toBe('ABCD')
    expect(await names(products().match({ name: 'Anna Dress', price: 50 }))).toBe('A')
  })

  test('order, limit and range choose the page', async () => {
    const select = () => anon.from('products').select('name')
    expect(await names(select().order('price', { ascending: false }))).toBe('DCBA')
    expect(await names(select().order('fabric', { nullsFirst: true }).order('name', { ascending: false }))).toBe('DCBA')
    expect(await names(select().order('name').limit(2))).toBe('AB')
    expect(await names(select().order('name').range(1, 2))).toBe('BC')
    expect(await names(select().limit(0))).toBe('')
  })

  test('columns come in the order asked, quoted or not, and as PostgreSQL writes them', async () => {
    const { data } = await anon
      .from('products')
      .select('price, "name", sizes, created_at, preorder_end_date, pictures')
      .eq('slug', 'anna-dress')
    const [row] = data ?? []
    expect(Object.keys(row ?? {})).toEqual(['price', 'name', 'sizes', 'created_at', 'preorder_end_date', 'pictures'])
    expect(row).toMatchObject({ price: 50, name: 'Anna Dress', preorder_end_date: null, pictures: [] })
    expect(row?.sizes).toEqual(['8-10', '10-12', '12-14', '14-16', '16-18'])
    expect(row?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/)
  })

  test('a count is asked with the rows or without them', async () => {
    const page = await anon.from('products').select('name', { count: 'exact' }).order('name').limit(2)
    expect(page).toMatchObject({ status: 206, count: 4, data: [{ name: 'Anna Dress' }, { name: 'Bethany Skirt' }] })
    const all = await anon.from('products').select('name', { count: 'exact' })
    expect(all).toMatchObject({ status: 200, count: 4 })
    const head = await anon.from('products').select('*', { count: 'exact', head: true }).gt('price', 60)
    expect(head).toMatchObject({ status: 200, count: 2, data: null })
    for (const count of ['planned', 'estimated'] as const) {
      expect(await anon.from('products').select('name', { count }).limit(1)).toMatchObject({ status: 206, count: 4 })
    }
    const hidden = await customer.from('pre_orders').select('*', { count: 'exact', head: true })
    expect(hidden).toMatchObject({ status: 200, count: 0 })
  })

  test('past the end is empty without a count and 416 with one', async () => {
    expect(await anon.from('products').select('name').range(10, 19)).toMatchObject({ status: 200, data: [] })
    const counted = await anon.from('products').select('name', { count: 'exact' }).range(10, 19)
    expect(counted).toMatchObject({
      status: 416,
      error: { code: 'PGRST103', message: 'Requested range not satisfiable' },
    })
  })

  test('a single object is one row or PGRST116, a maybe-single one row or null', async () => {
    const one = await anon.from('products').select('name').eq('slug', 'anna-dress').single()
    expect(one).toMatchObject({ status: 200, data: { name: 'Anna Dress' }, error: null })
    const none = await anon.from('products').select('name').eq('slug', 'no-such-dress').single()
    expect(none).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 0 rows',
        hint: null,
      },
    })
    const many = await anon.from('products').select('name').single()
    expect(many.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 4 rows' })
    expect(await anon.from('products').select('name').eq('slug', 'no-such-dress').maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
    expect(await anon.from('products').select('name').eq('slug', 'anna-dress').maybeSingle()).toMatchObject({
      data: { name: 'Anna Dress' },
    })
    expect((await anon.from('products').select('name').maybeSingle()).error).toMatchObject({ code: 'PGRST116' })
  })
})

describe('writing', () => {
  const dress = (slug: string, more = {}) => ({ name: 'New Dress', slug, description: 'New.', price: 45.5, ...more })

  test('an insert answers nothing, or the rows when they are asked back', async () => {
    expect(await admin.from('products').insert(dress('w-one'))).toMatchObject({ status: 201, data: null, error: null })
    const back = await admin
      .from('products')
      .insert([dress('w-two'), dress('w-three')])
      .select('slug,price,active')
    expect(back).toMatchObject({
      status: 201,
      data: [
        { slug: 'w-two', price: 45.5, active: true },
        { slug: 'w-three', price: 45.5, active: true },
      ],
    })
    const single = await admin.from('products').insert(dress('w-four')).select().single()
    expect(single).toMatchObject({ status: 201, data: { slug: 'w-four', version: 1 } })
    expect((await admin.from('products').insert([dress('w-five'), dress('w-six')], { count: 'exact' })).count).toBe(2)
    expect(await admin.from('products').insert([])).toMatchObject({ status: 201, error: null })
  })

  test('a key that a row lacks is null, or the default where that is preferred', async () => {
    const rows = [dress('d-one', { active: false }), dress('d-two')]
    const nulls = await admin.from('products').insert(rows)
    expect(nulls).toMatchObject({ status: 400, error: { code: '23502' } })
    const defaults = await admin
      .from('products')
      .insert(rows, { defaultToNull: false })
      .select('slug,active')
      .order('slug')
    expect(defaults.data).toEqual([
      { slug: 'd-one', active: false },
      { slug: 'd-two', active: true },
    ])
  })

  test('an update or delete of nothing is success', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await admin.from('products').update({ price: 1 }).eq('id', nobody)).toMatchObject({
      status: 204,
      error: null,
    })
    expect(await admin.from('products').update({ price: 1 }).eq('id', nobody).select()).toMatchObject({
      status: 200,
      data: [],
    })
    expect(await admin.from('products').delete().eq('id', nobody)).toMatchObject({ status: 204, error: null })
    expect(await customer.from('products').update({ price: 1 }).eq('slug', 'anna-dress').select()).toMatchObject({
      data: [],
    })
    expect(await customer.from('products').delete().eq('slug', 'anna-dress')).toMatchObject({ status: 204 })
    expect(await admin.from('products').update({}).eq('slug', 'anna-dress')).toMatchObject({ status: 204 })
    expect(await anon.from('products').select('price').eq('slug', 'anna-dress').single()).toMatchObject({
      data: { price: 50 },
    })
  })

  test('an update and a delete report their rows', async () => {
    await admin.from('products').insert([dress('u-one'), dress('u-two')])
    const updated = await admin
      .from('products')
      .update({ price: 46 }, { count: 'exact' })
      .like('slug', 'u-*')
      .select('slug,price')
      .order('slug', { ascending: false })
    expect(updated).toMatchObject({
      status: 200,
      count: 2,
      data: [
        { slug: 'u-two', price: 46 },
        { slug: 'u-one', price: 46 },
      ],
    })
    const deleted = await admin.from('products').delete({ count: 'exact' }).like('slug', 'u-*').select('slug')
    expect(deleted).toMatchObject({ status: 200, count: 2 })
    expect(await admin.from('products').delete().eq('slug', 'w-six')).toMatchObject({ status: 204, data: null })
  })

  test('a write for a single object that is not one row did not happen', async () => {
    await admin.from('products').insert([dress('s-one'), dress('s-two')])
    const both = await admin.from('products').update({ price: 99 }).like('slug', 's-*').select().single()
    expect(both).toMatchObject({ status: 406, error: { code: 'PGRST116', details: 'The result contains 2 rows' } })
    const kept = await admin.from('products').select('price').like('slug', 's-*')
    expect(kept.data).toEqual([{ price: 45.5 }, { price: 45.5 }])
    const gone = await admin.from('products').delete().like('slug', 's-*').select().single()
    expect(gone.error).toMatchObject({ code: 'PGRST116' })
    expect((await admin.from('products').select('id').like('slug', 's-*')).data).toHaveLength(2)
  })

  test('an upsert inserts, updates or leaves alone', async () => {
    const service = api.client(api.serviceRoleKey)
    const first = { code: 'UPSERT', percent: 10 }
    expect(await service.from('discount_codes').upsert(first).select('percent')).toMatchObject({
      status: 201,
      data: [{ percent: 10 }],
    })
    const again = await service
      .from('discount_codes')
      .upsert({ ...first, percent: 20 })
      .select('percent')
    expect(again).toMatchObject({ status: 200, data: [{ percent: 20 }] })
    const mixed = await service
      .from('discount_codes')
      .upsert(
        [
          { ...first, percent: 25 },
          { code: 'UPSERT2', percent: 5 },
        ],
        { onConflict: 'code' },
      )
      .select('percent')
    expect(mixed).toMatchObject({ status: 201, data: [{ percent: 25 }, { percent: 5 }] })
    const ignored = await service
      .from('discount_codes')
      .upsert({ ...first, percent: 30 }, { ignoreDuplicates: true })
      .select()
    expect(ignored).toMatchObject({ data: [] })
    expect((await service.from('discount_codes').select('percent').eq('code', 'UPSERT').single()).data).toEqual({
      percent: 25,
    })
    expect((await service.from('discount_codes').upsert(first, { onConflict: 'percent' })).error).toMatchObject({
      code: '42P10',
    })
    expect((await service.from('discount_codes').upsert(first, { onConflict: 'nothing' })).error).toMatchObject({
      code: '42703',
    })
  })

  test('an update or delete without a filter is refused', async () => {
    expect(await admin.from('products').delete()).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'DELETE requires a WHERE clause' },
    })
    expect(await admin.from('products').update({ price: 1 })).toMatchObject({ status: 400, error: { code: '21000' } })
  })
})

describe('refusals', () => {
  test('names and values that do not fit have the codes of the contract', async () => {
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
  })

  test('a misspelt table is told the right one', async () => {
    const { error } = await anon.from('product').select()
    expect(error).toMatchObject({
      code: 'PGRST205',
      message: "Could not find the table 'public.product' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'public.products'",
    })
  })

  test('a right that is missing is 401 for a visitor, 403 for somebody signed in', async () => {
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
        // PostgreSQL keeps the key to itself where row-level security guards the table.
        details: null,
        hint: null,
      },
    })
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
