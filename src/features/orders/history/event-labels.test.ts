import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type Listed, moneyLabel, timelineLabel } from './event-labels.ts'
import type { OrderEvent } from './order-event.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

const noneListed = { isCancelListed: false, isDelayListed: false }

type Row = { table?: string; action?: string; before?: object; after?: object }

/** The events of a changed row, as the triggers write them. */
async function eventsOf({ table = 'pre_orders', action = 'update', before = {}, after = {} }: Row) {
  const { rows } = await sql<OrderEvent & { party: string }>`
    select * from private.order_events_of(${table}, ${action}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`.execute(
    db.owner,
  )
  return rows
}

async function labelOf(row: Row, listed: Listed = noneListed) {
  const events = await eventsOf(row)
  const label = timelineLabel(events, listed)
  return label && { ...label, by: events[0]?.party }
}

const changed = (before: object, after: object, listed?: Listed) => labelOf({ before, after }, listed)
const moneyOf = async (row: Row) => moneyLabel(await eventsOf(row))

test('a change names the old and the new value, and changes without interest are left out', async () => {
  expect(await changed({ order_status: 'pending' }, { order_status: 'processing' })).toEqual({
    title: 'In progress',
    detail: 'Status from ‘Pending’ to ‘Processing’.',
    by: 'shop',
  })
  expect(await changed({ shipping_city: 'Leed' }, { shipping_city: 'Leeds' })).toMatchObject({
    title: 'Town changed',
    detail: 'From ‘Leed’ to ‘Leeds’.',
  })
  expect(await changed({ notes: null }, { notes: 'Ring twice' })).toMatchObject({ detail: 'Now ‘Ring twice’.' })
  expect((await changed({ dispatch_by: '2026-12-04' }, { dispatch_by: '2026-12-11' }))?.detail).toMatch(
    /^From .*4 .* to .*11 /,
  )
  expect((await changed({ tracking_number: 'A' }, { tracking_number: null }))?.detail).toBe(
    'It was ‘A’ and is now empty.',
  )
  expect(await changed({ payment_session_url: null }, { payment_session_url: 'x', provider_state: 'open' })).toBeNull()
  const cancelled = [{ order_status: 'pending' }, { order_status: 'cancelled' }] as const
  expect(await changed(...cancelled, { ...noneListed, isCancelListed: true })).toBeNull()
})

test('a payment is one entry with its amount, without the columns that it sets', async () => {
  const paid = {
    provider_state: 'paid',
    payment_status: 'paid',
    final_amount: 93.5,
    customer_name: 'Ruth',
    paid_at: 'x',
  }
  expect(await changed({ provider_state: 'open', payment_status: 'pending' }, paid)).toEqual({
    title: 'Paid',
    detail: '£93.50.',
    by: 'provider',
  })
  const part = { provider_state: 'partly_refunded', refunded_amount: 20 }
  expect(await changed({ provider_state: 'paid' }, part)).toMatchObject({
    title: 'Partly refunded',
    detail: '£20.00 in all.',
  })
  expect((await changed({ provider_state: 'disputed' }, { provider_state: 'paid' }))?.title).toBe(
    'The payment is yours again',
  )
  expect((await changed({ payment_status: 'pending' }, { payment_status: 'paid' }))?.detail).toBe(
    'From ‘Pending’ to ‘Paid’.',
  )
})

test('a delay and its choice have labels, for each actor', async () => {
  const delay = (action: string, before: object, after: object) =>
    labelOf({ table: 'order_delays', action, before, after })
  const announced = { previous_dispatch_by: '2026-12-04', dispatch_by: '2026-12-11', reason: 'No linen' }
  expect((await delay('insert', {}, announced))?.detail).toMatch(/^From .* to .*\. ‘No linen’$/)
  expect(await delay('update', { answer: null }, { answer: 'keep' })).toMatchObject({ by: 'customer' })
  expect(await delay('update', { reason: 'a' }, { reason: 'b' })).toBeNull()
})

test('changes of an order’s money have labels, and other changes have none', async () => {
  expect(await moneyOf({ action: 'insert', after: { id: 'x' } })).toBe('The order was placed.')
  expect(
    await moneyOf({ before: { provider_state: 'open' }, after: { provider_state: 'paid', refunded_amount: 0 } }),
  ).toBe('The order was paid.')
  expect(await moneyOf({ after: { provider_state: 'partly_refunded', refunded_amount: 20 } })).toBe(
    '£20.00 refunded in all.',
  )
  expect(await moneyOf({ after: { provider_state: 'refunded', refunded_amount: 93.5 } })).toBe(
    'The payment was refunded in full.',
  )
  expect(await moneyOf({ after: { order_status: 'processing' } })).toBe('The order was set to ‘processing’.')
  expect(await moneyOf({ before: { payment_status: 'pending' }, after: { payment_status: 'paid' } })).toBe(
    'The payment was marked ‘paid’.',
  )
  expect(
    await moneyOf({ before: { provider_state: 'open' }, after: { provider_state: 'paid', payment_status: 'paid' } }),
  ).toBe('The order was paid.')
  const both = { provider_state: 'refunded', order_status: 'cancelled' }
  expect(await moneyOf({ before: { provider_state: 'paid', order_status: 'pending' }, after: both })).toBe(
    'The order was set to ‘cancelled’. The payment was refunded in full.',
  )
  expect(await moneyOf({ after: { tracking_number: 'AB 1' } })).toBeNull()
  expect(moneyLabel([{ kind: 'cancelled', facts: { reason: 'She rang', withRefund: true } }])).toBe(
    'The order was cancelled with its refund. ‘She rang’',
  )
})

test('a refund that failed after it was booked is subtracted again', async () => {
  const after = { provider_state: 'paid', refunded_amount: 0 }
  expect(await moneyOf({ before: { provider_state: 'refunded', refunded_amount: 93.5 }, after })).toBe(
    'The payment is yours again.',
  )
})

test('a refund is listed from its request to its end', async () => {
  const refund = (action: string, after: object, before: object = {}) =>
    moneyOf({ table: 'refunds', action, before, after })
  expect(await refund('insert', { amount: 20, source: 'shop' })).toBe('A refund of £20.00 was requested.')
  expect(await refund('insert', { amount: 20, source: 'provider' })).toMatch(/payment provider’s dashboard/)
  expect(await refund('update', { state: 'pending' })).toBe('The payment provider accepted the refund.')
  expect(await refund('update', { state: 'failed', failure: 'The card is lost.' })).toBe(
    'The refund failed. The card is lost.',
  )
  expect(await refund('update', { state: 'failed', failure: 'expired_or_canceled_card' })).toBe(
    'The refund failed. The card has expired or was cancelled.',
  )
  expect(await refund('update', { amount: 10 }, { amount: 20 })).toMatch(/became £10\.00 instead of £20\.00/)
  expect(await refund('update', { attempts: 3 })).toBeNull()
})
