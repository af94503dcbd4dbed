import { expect, test } from 'vitest'
import { moneyLabel } from './money-history.ts'

type Entry = Parameters<typeof moneyLabel>[0]

function labelOf(entry: Partial<Entry>): string | null {
  return moneyLabel({ table_name: 'pre_orders', action: 'update', before: null, after: null, ...entry })
}

test('changes of an order’s money have labels, and other changes have none', () => {
  expect(labelOf({ action: 'insert', after: { id: 'x' } })).toBe('The order was placed.')
  expect(labelOf({ before: { payment_state: 'open' }, after: { payment_state: 'paid', refunded_amount: 0 } })).toBe(
    'The order was paid.',
  )
  expect(labelOf({ after: { payment_state: 'partly_refunded', refunded_amount: 20 } })).toBe('£20.00 refunded in all.')
  expect(labelOf({ after: { payment_state: 'refunded', refunded_amount: 93.5 } })).toBe(
    'The payment was refunded in full.',
  )
  expect(labelOf({ after: { order_status: 'processing' } })).toBe('The order was set to ‘processing’.')
  expect(labelOf({ before: { payment_status: 'pending' }, after: { payment_status: 'paid' } })).toBe(
    'The payment was marked ‘paid’.',
  )
  expect(labelOf({ before: { payment_state: 'open' }, after: { payment_state: 'paid', payment_status: 'paid' } })).toBe(
    'The order was paid.',
  )
  expect(labelOf({ after: { tracking_number: 'AB 1' } })).toBeNull()
  expect(labelOf({ action: 'cancel', after: { reason: 'She rang', refund: true } })).toBe(
    'The order was cancelled with its refund. ‘She rang’',
  )
})

test('a refund that failed after it was booked is subtracted again', () => {
  const after = { payment_state: 'paid', refunded_amount: 0 }
  expect(labelOf({ before: { payment_state: 'refunded', refunded_amount: 93.5 }, after })).toBe(
    'The payment is yours again.',
  )
})

test('a refund is listed from its request to its end', () => {
  const refund = (action: string, after: object, before: object = {}) =>
    labelOf({ table_name: 'refunds', action, before: { ...before }, after: { ...after } })
  expect(refund('insert', { amount: 20, source: 'shop' })).toBe('A refund of £20.00 was requested.')
  expect(refund('insert', { amount: 20, source: 'provider' })).toMatch(/payment provider’s dashboard/)
  expect(refund('update', { state: 'pending' })).toBe('The payment provider accepted the refund.')
  expect(refund('update', { state: 'failed', failure: 'The card is lost.' })).toBe(
    'The refund failed. The card is lost.',
  )
  expect(refund('update', { state: 'failed', failure: 'expired_or_canceled_card' })).toBe(
    'The refund failed. The card has expired or was cancelled.',
  )
  expect(refund('update', { amount: 10 }, { amount: 20 })).toMatch(/became £10\.00 instead of £20\.00/)
  expect(refund('update', { attempts: 3 })).toBeNull()
})
