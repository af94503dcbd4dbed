import { expect, test } from 'vitest'
import { changeLabel } from './timeline-labels.ts'

const noneListed = { isCancelListed: false, isDelayListed: false }
const changed = (before: object, after: object, listed = noneListed) =>
  changeLabel({ table_name: 'pre_orders', action: 'update', before: { ...before }, after: { ...after } }, listed)

test('a change names the old and the new value, and changes without interest are left out', () => {
  expect(changed({ order_status: 'pending' }, { order_status: 'processing' })).toEqual({
    title: 'In progress',
    detail: 'Status from ‘Pending’ to ‘Processing’.',
    by: 'The shop',
  })
  expect(changed({ shipping_city: 'Leed' }, { shipping_city: 'Leeds' })).toMatchObject({
    title: 'Town changed',
    detail: 'From ‘Leed’ to ‘Leeds’.',
  })
  expect(changed({ notes: null }, { notes: 'Ring twice' })).toMatchObject({ detail: 'Now ‘Ring twice’.' })
  expect(changed({ dispatch_by: '2026-12-04' }, { dispatch_by: '2026-12-11' })?.detail).toMatch(/^From .*4 .* to .*11 /)
  expect(changed({ tracking_number: 'A' }, { tracking_number: null })?.detail).toBe('It was ‘A’ and is now empty.')
  expect(changed({ payment_session_url: null }, { payment_session_url: 'x', payment_state: 'open' })).toBeNull()
  const cancelled = [{ order_status: 'pending' }, { order_status: 'cancelled' }] as const
  expect(changed(...cancelled, { ...noneListed, isCancelListed: true })).toBeNull()
})

test('a payment is one entry with its amount, without the columns that it sets', () => {
  const paid = {
    payment_state: 'paid',
    payment_status: 'paid',
    final_amount: 93.5,
    customer_name: 'Ruth',
    paid_at: 'x',
  }
  expect(changed({ payment_state: 'open', payment_status: 'pending' }, paid)).toEqual({
    title: 'Paid',
    detail: '£93.50.',
    by: 'The payment provider',
  })
  const part = { payment_state: 'partly_refunded', refunded_amount: 20 }
  expect(changed({ payment_state: 'paid' }, part)).toMatchObject({ title: 'Partly refunded', detail: '£20.00 in all.' })
  expect(changed({ payment_state: 'disputed' }, { payment_state: 'paid' })?.title).toBe('The payment is yours again')
  expect(changed({ payment_status: 'pending' }, { payment_status: 'paid' })?.detail).toBe('From ‘Pending’ to ‘Paid’.')
})

test('a delay and its choice have labels, for each actor', () => {
  const delay = (action: string, before: object | null, after: object) =>
    changeLabel({ table_name: 'order_delays', action, before: { ...before }, after: { ...after } }, noneListed)
  const announced = { previous_dispatch_by: '2026-12-04', dispatch_by: '2026-12-11', reason: 'No linen' }
  expect(delay('insert', null, announced)?.detail).toMatch(/^From .* to .*\. ‘No linen’$/)
  expect(delay('update', { answer: null }, { answer: 'keep' })).toMatchObject({ by: 'Customer' })
  expect(delay('update', { reason: 'a' }, { reason: 'b' })).toBeNull()
})
