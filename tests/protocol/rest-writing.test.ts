import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CatalogueApi, startCatalogueApi } from '#tests/fixtures/catalogue-api.ts'

/**
 * /rest/v1 through an unmodified supabase-js: every kind of write, and its response. Raw requests are in
 * rest-http.test.ts.
 */
let api: CatalogueApi
let anon: CatalogueApi['anon']
let admin: CatalogueApi['admin']
let customer: CatalogueApi['customer']

beforeAll(async () => {
  api = await startCatalogueApi()
  ;({ anon, admin, customer } = api)
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

describe('writing', () => {
  const dress = (slug: string, more = {}) => ({ name: 'New Dress', slug, description: 'New.', price: 45.5, ...more })

  test('an insert returns nothing, or the rows on request', async () => {
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

  test('a missing key in a row becomes null, or the default if that is preferred', async () => {
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

  test('an update or delete without matching rows succeeds', async () => {
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

  test('an update and a delete return their rows', async () => {
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

  test('a single-object write that does not affect one row is rolled back', async () => {
    await admin.from('products').insert([dress('s-one'), dress('s-two')])
    const both = await admin.from('products').update({ price: 99 }).like('slug', 's-*').select().single()
    expect(both).toMatchObject({ status: 406, error: { code: 'PGRST116', details: 'The result contains 2 rows' } })
    const remaining = await admin.from('products').select('price').like('slug', 's-*')
    expect(remaining.data).toEqual([{ price: 45.5 }, { price: 45.5 }])
    const gone = await admin.from('products').delete().like('slug', 's-*').select().single()
    expect(gone.error).toMatchObject({ code: 'PGRST116' })
    expect((await admin.from('products').select('id').like('slug', 's-*')).data).toHaveLength(2)
  })

  test('an upsert inserts, updates or ignores', async () => {
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
