import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sharingShop } from '#tests/fixtures/sharing-shop.ts'
import { findMoved } from './find-moved.ts'

let shop: Awaited<ReturnType<typeof sharingShop>>

beforeAll(async () => {
  shop = await sharingShop()
})
afterEach(async () => {
  await shop.db.asService((tx) => tx.deleteFrom('products').execute())
})
afterAll(() => shop[Symbol.asyncDispose]())

async function change(id: string, columns: { slug?: string; active?: boolean }): Promise<void> {
  await shop.db.asService((tx) => tx.updateTable('products').set(columns).where('id', '=', id).execute())
}

async function moved() {
  const { data } = await shop.backend().functions.invoke('moved-slugs', { method: 'GET' })
  return data.moved
}

test('a former slug of a product redirects directly to its current one, however often it moved', async () => {
  const { id } = await shop.db.product({ slug: 'first' })
  await change(id, { slug: 'second' })
  await change(id, { slug: 'third' })
  expect(await moved()).toEqual({ first: 'third', second: 'third' })
  await expect.poll(() => findMoved(shop.backend(), 'first')).toBe('third')
  expect(await findMoved(shop.backend(), 'never-there')).toBeNull()
  expect(await findMoved(shop.backend(), '__proto__')).toBeNull()
  // The product gets its first slug back.
  await change(id, { slug: 'first' })
  expect(await moved()).toEqual({ second: 'first', third: 'first' })
  await shop.db.asService((tx) => tx.deleteFrom('products').where('id', '=', id).execute())
  expect(await moved()).toEqual({})
})

test('a product that was never public leaves no redirect, and an inactive one redirects again once it is active', async () => {
  const draft = await shop.db.product({ slug: 'draft', active: false })
  await change(draft.id, { slug: 'better-draft' })
  await change(draft.id, { slug: 'named', active: true })
  expect(await moved()).toEqual({})
  await change(draft.id, { active: false })
  await change(draft.id, { slug: 'resting' })
  expect(await moved()).toEqual({})
  await change(draft.id, { active: true })
  expect(await moved()).toEqual({ named: 'resting' })
})

test('a product’s current slug has priority, and a product keeps its last twenty', async () => {
  const one = await shop.db.product({ slug: 'sought' })
  await change(one.id, { slug: 'elsewhere' })
  const other = await shop.db.product({ slug: 'sought', active: false })
  expect(await moved()).toEqual({ sought: 'elsewhere' })
  await change(other.id, { active: true })
  expect(await moved()).toEqual({})
  for (let turn = 0; turn < 25; turn += 1) await change(one.id, { slug: `turn-${turn}` })
  const left = Object.keys(await moved())
  expect(left).toHaveLength(20)
  expect(left).toContain('turn-23')
  expect(left).not.toContain('turn-1')
})
