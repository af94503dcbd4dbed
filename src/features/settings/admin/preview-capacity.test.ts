import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatDay, isoDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type SettingsShop, startSettingsShop } from '#tests/fixtures/settings-shop.ts'
import { dispatchBy } from '../dispatch-and-arrival.ts'
import { capacityAnswer } from './capacity-answer.ts'
import type { CapacityPreview } from './settings.contract.ts'

let shop: SettingsShop
let token: string

beforeAll(async () => {
  shop = await startSettingsShop()
  token = (await shop.user({ admin: true })).token
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.db.asService((tx) => tx.deleteFrom('pre_orders').execute())
  await shop.db.asService((tx) => tx.deleteFrom('private.settings').execute())
})

const today = shopDate(new Date())
/** The dispatch day of an order that is placed now and takes this many working days. */
const dayAfter = (days: number) =>
  isoDay(dispatchBy({ orderedAt: new Date(), productionDays: days }, { productionDays: 10, daysOff: [] }))

test('a first number answers with the day of an order placed now and the orders that would be late', async () => {
  for (let number = 0; number < 30; number += 1) await order(`P-${String(number).padStart(2, '0')}`, dayAfter(10))
  await order('UNPAID', dayAfter(10), { payment_status: 'pending', provider_state: 'open', paid_at: null })
  await order('READY', dayAfter(10), { order_status: 'processing', ready_at: new Date() })
  await order('SENT', dayAfter(10), { order_status: 'shipped' })
  const ten = await preview({ from: today, pieces: '10' })
  expect(ten.before).toEqual({ leaves: dayAfter(10), late: 0 })
  // 2 a working day: 20 by the tenth, and 22 with today, unless today is none; the 32nd piece leaves on the sixteenth.
  expect(ten.after.leaves).toBe(dayAfter(16))
  expect([8, 10]).toContain(ten.after.late)
  expect(ten.orders).toHaveLength(Math.min(ten.after.late, 10))
  expect(ten.orders.at(-1)).toEqual({ order_number: 'P-29', dispatch_by: dayAfter(10) })
  const plenty = await preview({ from: today, pieces: '100' })
  expect(plenty.after).toEqual({ leaves: dayAfter(10), late: 0 })
  // From a later day on, nothing before it is limited.
  expect((await preview({ from: dayAfter(10), pieces: '1' })).after.late).toBeGreaterThan(0)
  expect((await preview({ from: dayAfter(12), pieces: '1' })).after.late).toBe(0)
})

test('a number replaces that of its day, and no limit ends it', async () => {
  for (let number = 0; number < 15; number += 1) await order(`P-${number}`, dayAfter(10))
  await change([{ from: today, pieces: 5 }])
  const lower = await preview({ from: today, pieces: '3' })
  expect(lower.before.leaves).toBe(dayAfter(16))
  expect(lower.after.leaves > lower.before.leaves).toBe(true)
  const none = await preview({ from: today, pieces: '' })
  expect(none.after).toEqual({ leaves: dayAfter(10), late: 0 })
})

test('a list is stored in order, and one with two numbers for a day, a part of a piece or nothing is refused', async () => {
  const saved = await change([
    { from: '2030-02-01', pieces: 8 },
    { from: '2030-01-01', pieces: null },
  ])
  expect(saved.body.capacity.value.map(({ from }: { from: string }) => from)).toEqual(['2030-01-01', '2030-02-01'])
  const { version } = saved.body.capacity
  for (const value of [
    [
      { from: '2030-01-01', pieces: 8 },
      { from: '2030-01-01', pieces: 9 },
    ],
    [{ from: '2030-01-01', pieces: 2.5 }],
    [{ from: '2030-01-01', pieces: 0 }],
    [{ from: '2030-01-01', pieces: 501 }],
    [{ from: 'Monday', pieces: 8 }],
    [{ pieces: 8 }],
    'twelve',
  ]) {
    expect((await change(value, version)).status, JSON.stringify(value)).toBe(400)
  }
  for (const query of [
    { from: 'soon', pieces: '3' },
    { from: today, pieces: '0' },
    { from: today, pieces: '2.5' },
  ]) {
    await expect(preview(query)).rejects.toThrow('400')
  }
})

test('the answer is one sentence', () => {
  const now = new Date('2026-12-08T10:00:00Z')
  const effect = (leaves: string, late: number) => ({ leaves, late })
  const [before, after] = [effect('2026-12-22', 0), effect('2027-01-08', 7)]
  expect(capacityAnswer({ before, after, numbers: [], orders: [] }, { pieces: '10', from: '2026-12-08' }, now)).toBe(
    'With 10 a week a garment ordered today leaves by Friday 8 January instead of Tuesday 22 December; 7 orders already promised would be late.',
  )
  expect(
    capacityAnswer({ before, after: before, numbers: [], orders: [] }, { pieces: '20', from: '2027-01-04' }, now),
  ).toBe(
    `With 20 a week from ${formatDay(new Date('2027-01-04'), now)} a garment ordered today still leaves by Tuesday 22 December; every order already promised can be kept.`,
  )
  const one = { before: effect('2026-12-22', 3), after: effect('2026-12-18', 1), numbers: [], orders: [] }
  expect(capacityAnswer(one, { pieces: '', from: '2026-12-08' }, now)).toBe(
    'Without a limit a garment ordered today leaves by Friday 18 December instead of Tuesday 22 December; 1 order already promised would be late instead of 3 now.',
  )
})

async function preview(query: { from: string; pieces: string }): Promise<CapacityPreview> {
  const response = await fetch(`${shop.url}/functions/v1/capacity-preview?${new URLSearchParams(query)}`, {
    headers: { apikey: shop.anonKey, authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(String(response.status))
  return (await response.json()) as CapacityPreview
}

async function change(value: unknown, version: string | null = null) {
  const response = await fetch(`${shop.url}/functions/v1/settings`, {
    method: 'POST',
    headers: { apikey: shop.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'capacity', value, version }),
  })
  return { status: response.status, body: await response.json() }
}

async function order(number: string, dispatch_by: string, columns: object = {}): Promise<void> {
  const { id } = await shop.db.order({
    order_number: number,
    dispatch_by,
    payment_status: 'paid',
    provider_state: 'paid',
    paid_at: new Date(),
    ...columns,
  })
  const line = { slug: 'mary-dress', name: 'Mary Dress', size: '10-12', unit_price: pounds(89), quantity: 1 }
  await shop.db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({ order_id: id, position: 0, product_id: crypto.randomUUID(), dispatch_by, ...line })
      .execute(),
  )
}
