import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { trackingUrl, usualCarriers } from '#features/settings/carriers.ts'
import type { Parcel } from '../parcels/parcel.ts'
import type { CustomerReturn } from '../returns/return.ts'
import { orderStatus, refundOfStopped, trackingLabel } from './order-labels.ts'

const order = {
  status: 'pending' as const,
  providerState: 'paid' as const,
  total: pence(9350),
  refunded: pence(0),
  orderedAt: '2026-11-21T10:00:00Z',
  dispatchBy: '2026-12-04',
  arriveBy: '2026-12-09',
  shippedAt: null as string | null,
  deliveredAt: null as string | null,
  readyAt: null as string | null,
  lines: [{ size: '10-12', quantity: 1, cancelled: 0, withdrawn: 0 }],
  returns: [] as CustomerReturn[],
  parcels: [] as Parcel[],
}
const now = new Date('2026-11-22T10:00:00Z')
const withdrawal: CustomerReturn = {
  id: 'a',
  kind: 'withdrawal',
  state: 'requested',
  requested_at: '2026-11-28T10:00:00Z',
  lines: [{ id: 1, quantity: 1 }],
  photographs: 0,
  answer: null,
  stopped: false,
  refund: null,
}

/** The order, withdrawn from as a whole. */
function withdrawn(status: 'processing' | 'shipped' | 'delivered', more: Partial<CustomerReturn> = {}) {
  return {
    ...order,
    status,
    lines: [{ size: '10-12', quantity: 1, cancelled: 0, withdrawn: 1 }],
    returns: [{ ...withdrawal, ...more }],
  }
}

test('an order that has not shipped names its dispatch day', () => {
  expect(orderStatus(order, now)).toEqual({
    word: 'Received',
    sentence:
      'We have your order and haven’t started making it yet. We’ll dispatch it by Friday 4 December and it should be with you by Wednesday 9 December.',
  })
  const begun = { ...order, status: 'processing' as const }
  expect(orderStatus(begun, now)).toMatchObject({
    word: 'Being made',
    sentence: expect.stringContaining('cutting and sewing it'),
  })
  expect(orderStatus({ ...begun, readyAt: '2026-12-01T10:00:00Z' }, now)).toEqual({
    word: 'Ready to post',
    sentence:
      'It’s made and waiting to be posted. We’ll dispatch it by Friday 4 December and it should be with you by Wednesday 9 December.',
  })
  // Paid before arrival days were kept.
  expect(orderStatus({ ...order, arriveBy: null }, now).sentence).toMatch(/We’ll dispatch it by Friday 4 December\.$/)
})

test('a late order names no day that it can no longer keep', () => {
  const { sentence } = orderStatus(order, new Date('2026-12-05T10:00:00Z'))
  expect(sentence).toContain('It should have left us by Friday 4 December. We’re sorry it’s late.')
  expect(sentence).not.toContain('9 December')
})

test('a shipped order names its dispatch day in shop time, and its arrival for as long as that is ahead', () => {
  const shipped = { ...order, status: 'shipped' as const, shippedAt: '2026-06-02T23:30:00Z' }
  expect(orderStatus(shipped, now).sentence).toBe(
    'It left our workroom on 3 June 2026 and should be with you by Wednesday 9 December.',
  )
  expect(orderStatus(shipped, new Date('2026-12-10T10:00:00Z')).sentence).toMatch(
    /and should have been with you by Wednesday 9 December\. If you don’t have it, write to us/,
  )
  expect(orderStatus({ ...shipped, shippedAt: null, arriveBy: null }, now).sentence).toBe('It has left our workroom.')
})

test('a delivered order names its day', () => {
  const arrived = { ...order, status: 'delivered' as const }
  expect(orderStatus({ ...arrived, deliveredAt: '2026-12-08T10:00:00Z' }, now).sentence).toMatch(
    /^It arrived on 8 December 2026\./,
  )
  expect(orderStatus(arrived, now).sentence).toMatch(/^It has arrived\./)
})

test('an order that was withdrawn from says what happens next instead of what was promised', () => {
  const unsent = orderStatus(withdrawn('processing'), now)
  expect(unsent).toEqual({
    word: 'Withdrawn',
    sentence:
      'You withdrew from this order on 28 November 2026. It hasn’t left us. You’ll have your refund by Saturday 12 December at the latest.',
  })
  expect(orderStatus(withdrawn('shipped'), now).sentence).toMatch(
    /Once it reaches you, please send it back unworn within 14 days\.$/,
  )
  const delivered = { ...withdrawn('delivered'), deliveredAt: '2026-11-25T10:00:00Z' }
  expect(orderStatus(delivered, now).sentence).toMatch(/Please send it back unworn by Saturday 12 December\.$/)
  expect(orderStatus(withdrawn('delivered', { state: 'received' }), now).word).toBe('Back with us')
  const refund = { pence: pence(8900), state: 'requested' } as const
  expect(orderStatus(withdrawn('delivered', { state: 'refunded', refund }), now).sentence).toContain(
    'We’re refunding £89.00',
  )
})

test('a refused withdrawal, and one of a part, leave the order’s own status', () => {
  const refused = { ...withdrawn('processing', { state: 'refused' }), lines: order.lines }
  expect(orderStatus(refused, now).word).toBe('Being made')
  const two = [...withdrawn('processing').lines, ...order.lines]
  expect(orderStatus({ ...withdrawn('processing'), lines: two }, now).word).toBe('Being made')
})

test('a cancelled order says that its payment is refunded', () => {
  expect(orderStatus({ ...order, status: 'cancelled' }, now).sentence).toBe(
    'This order is cancelled and nothing will be sent. We’re refunding everything you paid, £93.50, to the card or account you paid with.',
  )
  expect(orderStatus({ ...order, status: 'cancelled', total: pence(0) }, now).sentence).not.toContain('£')
})

test('a withdrawal from a piece that was refunded before says that nothing more is due', () => {
  const refund = { pence: pence(1950), state: 'succeeded' } as const
  const partly = { ...order, providerState: 'partly_refunded' as const, refunded: pence(1950) }
  expect(refundOfStopped(partly, null)).toBe(
    'An earlier refund already covers what you paid for it, so nothing more is due.',
  )
  expect(refundOfStopped(partly, refund)).toMatch(/^We’ve refunded £19\.50/)
  expect(refundOfStopped({ ...partly, status: 'cancelled' }, null)).toBe('We’ve refunded £19.50 of your payment.')
  expect(refundOfStopped({ ...order, total: pence(0) }, null)).toMatch(/nothing to pay/)
})

test('a refund is named with every order status', () => {
  expect(orderStatus({ ...order, status: 'cancelled', providerState: 'refunded' }, now).sentence).toBe(
    'This order is cancelled and nothing will be sent. We’ve refunded your payment in full.',
  )
  expect(orderStatus({ ...order, providerState: 'partly_refunded', refunded: pence(1250) }, now).sentence).toContain(
    '£12.50',
  )
})

test('the tracking link leads to the carrier, whatever the tracking number contains', () => {
  expect(trackingUrl(usualCarriers, 'royal mail', 'AB 12/3?')).toBe(
    'https://www.royalmail.com/track-your-item#/tracking-results/AB12%2F3%3F',
  )
  expect(trackingUrl(usualCarriers, 'A friend', '7')).toBeNull()
  expect(trackingUrl(usualCarriers, 'Royal Mail', null)).toBeNull()
  expect(trackingLabel({ carrier: 'A friend', tracking_number: '7' })).toBe('A friend 7')
  expect(trackingLabel({ carrier: 'Royal Mail', tracking_number: null })).toBeNull()
})

test('of an order that leaves in parcels, the sentence says which part has left', () => {
  const parcel: Parcel = {
    id: 1,
    carrier: null,
    tracking_number: null,
    tracking_url: null,
    shipped_at: '2026-11-22T09:00:00Z',
    arrive_by: '2026-11-26',
    pieces: [{ position: 0, quantity: 1 }],
  }
  const part = { ...order, status: 'processing' as const, parcels: [parcel] }
  expect(orderStatus(part, now)).toEqual({
    word: 'Partly on its way',
    sentence:
      'A part of it has left our workroom. We’re still making the rest. We’ll dispatch the rest by Friday 4 December and it should be with you by Wednesday 9 December.',
  })
  expect(orderStatus(part, new Date('2026-12-06T10:00:00Z')).sentence).toContain('The rest should have left us by')
  const all = { ...part, status: 'shipped' as const, shippedAt: '2026-12-01T09:00:00Z', parcels: [parcel, parcel] }
  expect(orderStatus(all, now).sentence).toContain('in 2 parcels, the last on 1 December')
  // What has left cannot be kept here: a withdrawal from it is sent back.
  const back = { ...withdrawn('processing'), parcels: [parcel] }
  expect(orderStatus(back, now).sentence).toContain('send it back')
})
