import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogueApi, startCatalogueApi } from '#tests/fixtures/catalogue-api.ts'

/** Pages so deep that the rows before them are skipped by their keys. */
let api: CatalogueApi

beforeAll(async () => {
  api = await startCatalogueApi()
  // A hundred prices, so that many rows are equal in the first column of the order.
  for (let from = 1; from <= 1_200; from += 200) {
    await api.db.asService((tx) =>
      sql`insert into public.products (name, slug, price, active)
        select 'Garment ' || i, 'garment-' || i, 1 + i % 100, i % 20 <> 0 from generate_series(${from}::int, ${from + 199}::int) i`.execute(
        tx,
      ),
    )
  }
}, 60_000)

afterAll(() => api[Symbol.asyncDispose]())

const inOrder = (columns: string) =>
  api.anon.from('products').select(columns).gt('price', 3).order('price', { ascending: false }).order('id')

test('deep pages continue where shallow ones end: no row is skipped or repeated, and the filter and the policies hold', async () => {
  const { data: first } = await inOrder('*').range(0, 999)
  const { data: second } = await inOrder('*').range(1_000, 1_999)
  const rows = [...(first ?? []), ...(second ?? [])] as unknown as { id: string; active: boolean }[]
  const { rows: all } = await api.db.asService((tx) =>
    sql<{ id: string }>`select id from public.products where active and price > 3 order by price desc, id`.execute(tx),
  )
  expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(rows.every(({ active }) => active)).toBe(true)
  expect(rows.length).toBeGreaterThan(1_050)
})

test.each(['*', 'id,name', 'name'])('a deep page of %s has the rows and columns of a shallow one', async (columns) => {
  const { data: shallow } = await inOrder(columns).range(0, 999)
  const { data: overlapping } = await inOrder(columns).range(990, 1_009)
  const { data: deep } = await inOrder(columns).range(1_000, 1_009)
  expect(overlapping?.slice(0, 10)).toEqual(shallow?.slice(990))
  expect(deep).toEqual(overlapping?.slice(10))
})

test('beyond the last row a deep page is empty, and 416 where the rows are counted', async () => {
  const { data, status } = await inOrder('*').range(5_000, 5_009)
  expect([data, status]).toEqual([[], 200])
  const counted = await api.anon.from('products').select('*', { count: 'exact' }).order('id').range(5_000, 5_009)
  expect([counted.status, counted.error?.code]).toEqual([416, 'PGRST103'])
})
