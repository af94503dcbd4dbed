import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CatalogueApi, startCatalogueApi } from '#tests/fixtures/catalogue-api.ts'

/**
 * /rest/v1 through an unmodified supabase-js: every kind of read, and the format of every response. Raw requests are in
 * rest-http.test.ts.
 */
let api: CatalogueApi
let anon: CatalogueApi['anon']
let customer: CatalogueApi['customer']

beforeAll(async () => {
  api = await startCatalogueApi()
  ;({ anon, customer } = api)
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

  test('every filter returns the matching rows', async () => {
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

  test('columns are returned in the requested order, quoted or not, and as PostgreSQL writes them', async () => {
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

  test('a count is returned with or without the rows', async () => {
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

  test('a range past the end is empty without a count and 416 with one', async () => {
    expect(await anon.from('products').select('name').range(10, 19)).toMatchObject({ status: 200, data: [] })
    const counted = await anon.from('products').select('name', { count: 'exact' }).range(10, 19)
    expect(counted).toMatchObject({
      status: 416,
      error: { code: 'PGRST103', message: 'Requested range not satisfiable' },
    })
  })

  test('single returns one row or PGRST116, maybeSingle one row or null', async () => {
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
