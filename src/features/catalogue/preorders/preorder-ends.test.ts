import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Claims } from '#platform/database/db.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { explainEnd, listEnds } from './preorder-ends.ts'

let db: TestDatabase
let owner: { id: string; claims: Claims }

beforeAll(async () => {
  db = await testDatabase()
  owner = await db.user({ admin: true, email: 'owner@example.com' })
})
afterAll(() => db[Symbol.asyncDispose]())

const inDays = (days: number) => `shop_now() + interval '${days} days'`

/** A garment, as the owner saves it. */
async function garment(columns: string): Promise<string> {
  const { rows } = await db.as(owner.claims, (tx) =>
    sql<{
      id: string
    }>`insert into public.products (name, slug, description, price, active, is_preorder, preorder_end_date)
      select 'Mary Dress', 'mary-' || gen_random_uuid(), 'Long.', 89, ${sql.raw(columns)} returning id`.execute(tx),
  )
  return rows[0]?.id ?? ''
}

const set = (id: string, columns: string) =>
  db.as(owner.claims, (tx) => sql`update public.products set ${sql.raw(columns)} where id = ${id}`.execute(tx))

async function isHeld(id: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select preorder_end_held as held from public.products where id = ${id}`.execute(db.owner)
  return rows[0]?.held === true
}

const endsOf = (id: string) => db.asService((tx) => listEnds(tx, id))

test('the first end that is shown has not moved, whatever was saved before customers saw it', async () => {
  const id = await garment(`false, true, ${inDays(5)}`)
  await set(id, `preorder_end_date = ${inDays(9)}`)
  expect([await isHeld(id), await endsOf(id)]).toEqual([false, []])
  await set(id, 'active = true')
  expect(await isHeld(id)).toBe(true)
  expect(await endsOf(id)).toMatchObject([{ was: null, ordered: 0, by: 'owner@example.com', why: null }])
  // A save of other fields, and hiding the garment for a while, move nothing.
  await set(id, `description = 'Longer.'`)
  await set(id, 'active = false')
  await set(id, 'active = true')
  expect([await isHeld(id), (await endsOf(id)).length]).toEqual([true, 1])
})

test('an end that moved is a row with what it was and how many had ordered, and no move back makes it unmoved', async () => {
  const id = await garment(`true, true, ${inDays(5)}`)
  const [first] = await endsOf(id)
  const order = await db.order({ provider_state: 'paid', payment_status: 'paid' })
  await db.asService((tx) =>
    sql`insert into public.order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by, is_preorder)
      values (${order.id}, 7, ${id}, 'mary', 'Mary Dress', '10-12', 89, 3, '2030-01-01', true)`.execute(tx),
  )
  await set(id, `preorder_end_date = ${inDays(8)}`)
  const [moved] = await endsOf(id)
  expect(moved).toMatchObject({ was: first?.ends_at, ordered: 3 })
  expect(await isHeld(id)).toBe(false)
  await set(id, `preorder_end_date = '${first?.ends_at.toISOString()}'`)
  expect([await isHeld(id), (await endsOf(id)).length]).toEqual([false, 3])
})

test('a pre-order that is opened again after its end, or switched off and on, has moved', async () => {
  const ended = await garment(`true, true, ${inDays(1)}`)
  await sql`update private.preorder_ends set ends_at = shop_now() - interval '1 hour' where product_id = ${ended}`.execute(
    db.owner,
  )
  await set(ended, `preorder_end_date = ${inDays(3)}`)
  expect(await isHeld(ended)).toBe(false)
  const off = await garment(`true, true, ${inDays(2)}`)
  await set(off, 'is_preorder = false, preorder_end_date = null')
  expect(await isHeld(off)).toBe(false)
  await set(off, `is_preorder = true, preorder_end_date = ${inDays(4)}`)
  expect([await isHeld(off), (await endsOf(off)).length]).toEqual([false, 2])
})

test('an end that was shown before there were rows is never said to be unmoved', async () => {
  const id = await garment(`true, true, ${inDays(5)}`)
  await sql`update private.preorder_ends set ordered = null where product_id = ${id}`.execute(db.owner)
  await set(id, `description = 'Longer.'`)
  expect([await isHeld(id), (await endsOf(id)).length]).toEqual([false, 1])
})

test('two saves at once leave one row for each end', async () => {
  const id = await garment(`true, true, ${inDays(5)}`)
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => set(id, `preorder_end_date = '2031-01-0${1 + (at % 2)}T23:59Z'`)),
  )
  const ends = await endsOf(id)
  for (const [at, end] of ends.slice(0, -1).entries()) expect(end.was).toEqual(ends[at + 1]?.ends_at)
  expect(await isHeld(id)).toBe(false)
})

test('only the shop sets whether an end has moved, and the owner explains a move', async () => {
  const id = await garment(`true, true, ${inDays(5)}`)
  await expect(set(id, 'preorder_end_held = false')).rejects.toMatchObject({ code: '42501' })
  const [end] = await endsOf(id)
  expect(await db.asService((tx) => explainEnd(tx, { id: end?.id ?? '', why: 'The linen came late.' }))).toBe(
    'The linen came late.',
  )
  expect(await endsOf(id)).toMatchObject([{ why: 'The linen came late.' }])
  await expect(db.asService((tx) => explainEnd(tx, { id: '999999', why: null }))).rejects.toMatchObject({
    code: 'not_found',
  })
})
