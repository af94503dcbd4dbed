import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type SettingsShop, startSettingsShop } from '#tests/fixtures/settings-shop.ts'

let shop: SettingsShop
let token: string

beforeAll(async () => {
  shop = await startSettingsShop()
  const now = '2030-01-02T12:00:00Z'
  await shop.db.asService((tx) => sql`update private.clock set ahead = ${now}::timestamptz - now()`.execute(tx))
  token = (await shop.user({ admin: true })).token
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.db.asService((tx) => tx.deleteFrom('pre_orders').execute())
  await shop.db.asService((tx) => tx.deleteFrom('private.settings').execute())
})

// Monday to Friday, without a bank holiday near. Production takes ten working days.
const week = { from: '2030-03-11', until: '2030-03-15' }

test('orders promised for the days off are listed, shipped and cancelled ones are not', async () => {
  await order('DUE-1', '2030-03-13')
  await order('DUE-2', '2030-03-11', { order_status: 'processing', ready_at: new Date() })
  await order('SENT', '2030-03-13', { order_status: 'shipped' })
  await order('OFF', '2030-03-13', { order_status: 'cancelled' })
  await order('UNPAID', '2030-03-13', { payment_status: 'pending', provider_state: 'open', paid_at: null })
  await order('BEFORE', '2030-03-08')
  expect(await preview(week)).toEqual({
    due: {
      count: 2,
      numbers: ['DUE-2', 'DUE-1'],
      orders: [
        { order_number: 'DUE-2', dispatch_by: '2030-03-11' },
        { order_number: 'DUE-1', dispatch_by: '2030-03-13' },
      ],
    },
    tight: { count: 0, numbers: [], orders: [] },
  })
})

test('orders that lose production days are listed with the days left', async () => {
  await order('HALF', '2030-03-22')
  await order('SOME', '2030-03-25')
  await order('LATER', '2030-04-05')
  await order('MADE', '2030-03-22', { order_status: 'processing', ready_at: new Date() })
  const { id } = await shop.db.product({ production_days: 30 })
  await order('SLOW', '2030-04-05', {}, id)
  expect(await preview(week)).toEqual({
    due: { count: 0, numbers: [], orders: [] },
    tight: {
      count: 3,
      numbers: ['HALF', 'SOME', 'SLOW'],
      orders: [
        { order_number: 'HALF', dispatch_by: '2030-03-22', days_left: 5, days_before: 10 },
        { order_number: 'SOME', dispatch_by: '2030-03-25', days_left: 6, days_before: 10 },
        { order_number: 'SLOW', dispatch_by: '2030-04-05', days_left: 25, days_before: 30 },
      ],
    },
  })
})

test('a day that is already off, or a weekend, is not lost again', async () => {
  await order('HALF', '2030-03-22')
  expect((await preview({ from: '2030-03-16', until: '2030-03-17' })).tight.count).toBe(0)
  await shop.db.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values({ name: 'days_off', value: JSON.stringify([{ from: '2030-03-12', until: '2030-03-12' }]) })
      .execute(),
  )
  expect((await preview(week)).tight.orders).toEqual([
    { order_number: 'HALF', dispatch_by: '2030-03-22', days_left: 6, days_before: 10 },
  ])
  expect((await preview({ from: '2030-03-12', until: '2030-03-12' })).tight.count).toBe(0)
})

test('all of many orders are counted and the first ten are listed, with the numbers of all for a delay', async () => {
  for (let number = 10; number < 22; number += 1) await order(`DUE-${number}`, '2030-03-13')
  const { due } = await preview(week)
  expect(due.count).toBe(12)
  expect(due.orders.map(({ order_number }: { order_number: string }) => order_number)).toEqual(
    Array.from({ length: 10 }, (_, index) => `DUE-${10 + index}`),
  )
  expect(due.numbers).toEqual(Array.from({ length: 12 }, (_, index) => `DUE-${10 + index}`))
})

test('only administrators may call it, with a range that can be added', async () => {
  const customer = (await shop.user()).token
  expect((await ask(week, null)).status).toBe(401)
  expect((await ask(week, customer)).status).toBe(403)
  expect((await ask({ from: '2030-03-15', until: '2030-03-11' })).status).toBe(400)
  expect((await ask({ from: '2030-03-15', until: '2039-03-11' })).status).toBe(400)
  expect((await ask({ from: 'soon', until: '' })).status).toBe(400)
})

async function order(number: string, dispatch_by: string, columns: object = {}, productId?: string): Promise<void> {
  const { id } = await shop.db.order({
    order_number: number,
    dispatch_by,
    payment_status: 'paid',
    provider_state: 'paid',
    paid_at: new Date(),
    ...columns,
  })
  await shop.db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({
        order_id: id,
        position: 0,
        product_id: productId ?? crypto.randomUUID(),
        slug: 'mary-dress',
        name: 'Mary Dress',
        size: '10-12',
        unit_price: pounds(89),
        quantity: 1,
        dispatch_by,
      })
      .execute(),
  )
}

function ask(range: { from: string; until: string }, who: string | null = token): Promise<Response> {
  const headers = { apikey: shop.anonKey, ...(who && { authorization: `Bearer ${who}` }) }
  return fetch(`${shop.url}/functions/v1/days-off-preview?${new URLSearchParams(range)}`, { headers })
}

async function preview(range: { from: string; until: string }) {
  const response = await ask(range)
  expect(response.status).toBe(200)
  return response.json()
}
