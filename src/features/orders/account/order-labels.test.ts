import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { orderStatus, trackingOf } from './order-labels.ts'

const order = {
  status: 'pending' as const,
  providerState: 'paid' as const,
  total: pence(9350),
  refunded: pence(0),
  orderedAt: '2026-11-21T10:00:00Z',
  dispatchBy: '2026-12-04',
  arriveBy: '2026-12-09',
  shippedAt: null,
  readyAt: null,
}

test('an order that has not shipped names its dispatch day', () => {
  expect(orderStatus(order)).toEqual({
    word: 'Received',
    sentence:
      'We have your order and haven’t started making it yet. We’ll dispatch it by Friday 4 December and it should be with you by Wednesday 9 December.',
  })
  const begun = { ...order, status: 'processing' as const }
  expect(orderStatus(begun)).toMatchObject({
    word: 'Being made',
    sentence: expect.stringContaining('cutting and sewing it'),
  })
  expect(orderStatus({ ...begun, readyAt: '2026-12-01T10:00:00Z' })).toEqual({
    word: 'Ready to post',
    sentence:
      'It’s made and waiting to be posted. We’ll dispatch it by Friday 4 December and it should be with you by Wednesday 9 December.',
  })
  // Paid before arrival days were kept.
  expect(orderStatus({ ...order, arriveBy: null }).sentence).toMatch(/We’ll dispatch it by Friday 4 December\.$/)
})

test('a shipped order names its dispatch day in shop time', () => {
  const sent = orderStatus({ ...order, status: 'shipped', shippedAt: '2026-06-02T23:30:00Z' })
  expect(sent.sentence).toBe('It left our workroom on 3 June 2026.')
  expect(orderStatus({ ...order, status: 'shipped' }).sentence).toBe('It has left our workroom.')
})

test('a cancelled order says that its payment is refunded', () => {
  expect(orderStatus({ ...order, status: 'cancelled' }).sentence).toBe(
    'This order is cancelled and nothing will be sent. We’re refunding everything you paid, £93.50, to the card or account you paid with.',
  )
  expect(orderStatus({ ...order, status: 'cancelled', total: pence(0) }).sentence).not.toContain('£')
})

test('a refund is named with every order status', () => {
  expect(orderStatus({ ...order, status: 'cancelled', providerState: 'refunded' }).sentence).toBe(
    'This order is cancelled and nothing will be sent. We’ve refunded your payment in full.',
  )
  expect(orderStatus({ ...order, providerState: 'partly_refunded', refunded: pence(1250) }).sentence).toContain(
    '£12.50',
  )
})

test('the tracking link leads to the carrier, whatever the tracking number contains', () => {
  expect(trackingOf({ carrier: 'royal mail', trackingNumber: 'AB 12/3?' })).toEqual({
    label: 'royal mail AB 12/3?',
    url: 'https://www.royalmail.com/track-your-item#/tracking-results/AB12%2F3%3F',
  })
  expect(trackingOf({ carrier: 'A friend', trackingNumber: '7' })).toEqual({ label: 'A friend 7', url: null })
  expect(trackingOf({ carrier: 'Royal Mail', trackingNumber: null })).toBeNull()
})
