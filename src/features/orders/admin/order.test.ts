import { expect, test } from 'vitest'
import { shopToday } from '#admin/shop-now.ts'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatOrderDate, formatOrderTime } from '#base/shop-time.ts'
import { makeOrderRow } from '#tests/fixtures/order-row.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { canResend } from './details/order-emails.tsx'
import {
  addressLines,
  isLate,
  isPaidByHand,
  mergeOrders,
  needsMoneyDecision,
  owesRefund,
  refundedLabel,
} from './order.ts'
import { isConflict } from './status/change-order.ts'
import { trackingMessage } from './tracking/tracking-form.tsx'

test('dates have the form MMM dd, yyyy in shop time, with HH:mm in the details', () => {
  expect(formatOrderDate('2026-06-02T23:30:00Z')).toBe('Jun 03, 2026')
  expect(formatOrderTime('2026-06-02T23:05:00+00:00')).toBe('Jun 03, 2026 00:05')
  expect(formatShortWeekday('2026-12-04')).toBe('Fri 4 Dec')
  expect(shopToday(new Date('2026-06-02T23:30:00Z'))).toBe('2026-06-03')
})

test('an order is late from the day after its dispatch day until it ships', () => {
  expect(isLate(makeOrderRow({ dispatch_by: '2026-11-20' }), '2026-11-20')).toBe(false)
  expect(isLate(makeOrderRow({ dispatch_by: '2026-11-20' }), '2026-11-21')).toBe(true)
  expect(isLate(makeOrderRow({ dispatch_by: '2026-11-20', order_view: 'shipped' }), '2026-11-21')).toBe(false)
  expect(isLate(makeOrderRow({ dispatch_by: '2026-11-20', order_view: 'unpaid' }), '2026-12-01')).toBe(false)
})

test('a cancelled order owes the payment that the provider still holds', () => {
  expect(owesRefund(makeOrderRow({ order_status: 'cancelled' }))).toBe(true)
  expect(owesRefund(makeOrderRow({ order_status: 'cancelled', provider_state: 'refunded' }))).toBe(false)
  expect(owesRefund(makeOrderRow({ order_status: 'cancelled', final_amount: pounds(0) }))).toBe(false)
  expect(owesRefund(makeOrderRow({ order_status: 'cancelled', paid_at: null, provider_state: 'expired' }))).toBe(false)
  expect(isPaidByHand(makeOrderRow({ paid_at: null }))).toBe(true)
})

test('the lines of a label leave out empty fields', () => {
  expect(addressLines(makeOrderRow({ shipping_address: '7 Chapel Lane\nTop flat', shipping_city: ' ' }))).toEqual([
    'Miriam Okafor',
    '7 Chapel Lane',
    'Top flat',
    'LS1 4AP',
    'United Kingdom',
  ])
  const nowhere = { shipping_address: null, shipping_city: null, shipping_postcode: null, shipping_country: null }
  expect(addressLines(makeOrderRow(nowhere))).toEqual([])
})

test('the message promises an e-mail only where one with the number is queued', () => {
  const before = makeOrderRow({})
  const shipped = makeOrderRow({ order_status: 'shipped', tracking_number: 'AB 1' })
  expect(trackingMessage(before, shipped)).toBe('Tracking number added and customer notified by email.')
  const unpaid = makeOrderRow({ ...shipped, payment_status: 'pending', paid_at: null })
  expect(trackingMessage(before, unpaid)).toBe(
    'The tracking number is saved. The order is not paid, so no e-mail is sent.',
  )
  expect(trackingMessage(before, { ...shipped, customer_email: null })).toMatch(/has no e-mail address/)
  // The same parcel with other case and spaces; and a delivered parcel.
  expect(trackingMessage(before, shipped, false)).toMatch(/No e-mail is sent/)
  expect(trackingMessage(shipped, { ...shipped, tracking_number: 'ab1' })).toMatch(/No e-mail is sent/)
  expect(trackingMessage(before, { ...shipped, order_status: 'delivered' })).toMatch(/No e-mail is sent/)
})

test('a number is not added to an order that was cancelled or got a number meanwhile', () => {
  const seen = makeOrderRow({})
  expect(isConflict(seen, makeOrderRow({ order_status: 'processing' }))).toBe(false)
  expect(isConflict(seen, makeOrderRow({ tracking_number: 'AB 1' }))).toBe(true)
  expect(isConflict(seen, makeOrderRow({ order_status: 'cancelled' }))).toBe(true)
  const cancelled = makeOrderRow({ order_status: 'cancelled' })
  expect(isConflict(cancelled, cancelled)).toBe(false)
})

test('the money section opens where a refund is owed or failed, or a dispute needs evidence', () => {
  const paid = { provider_state: 'paid', paid_at: '2026-11-21T14:30:00Z' } as const
  expect(needsMoneyDecision(makeOrderRow(paid))).toBe(false)
  expect(needsMoneyDecision(makeOrderRow({ ...paid, order_status: 'cancelled' }))).toBe(true)
  expect(needsMoneyDecision(makeOrderRow({ ...paid, provider_state: 'disputed' }))).toBe(true)
  expect(
    needsMoneyDecision(makeOrderRow({ ...paid, review_notes: [{ kind: 'refund_failed', amountPence: 500 }] })),
  ).toBe(true)
})

test('the list names a refund, in full or its amount', () => {
  expect(refundedLabel(makeOrderRow({}))).toBeNull()
  expect(refundedLabel(makeOrderRow({ provider_state: 'partly_refunded', refunded_amount: pounds(10) }))).toBe(
    '£10.00 refunded',
  )
  expect(refundedLabel(makeOrderRow({ provider_state: 'refunded', refunded_amount: pounds(66.5) }))).toBe('Refunded')
})

test('sent and failed e-mails can be sent again, queued and dropped ones cannot', () => {
  const states = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const
  expect(states.filter((state) => canResend({ state }))).toEqual(['sent', 'failed'])
})

const [ruth, naomi, esther] = ['ruth', 'naomi', 'esther'].map((id) => makeOrderRow({ id, customer_name: id }))
if (!ruth || !naomi || !esther) throw new Error('three orders')

test('shown rows keep their places and take newer values', () => {
  const shipped = { ...naomi, order_status: 'shipped' as const, version: 2 }
  const { orders, added, missing } = mergeOrders([ruth, naomi], [shipped, ruth])
  expect(orders).toEqual([ruth, shipped])
  expect({ added, missing }).toEqual({ added: 0, missing: [] })
})

test('an outdated response changes nothing', () => {
  const changed = { ...ruth, order_status: 'processing' as const, version: 3 }
  expect(mergeOrders([changed], [{ ...ruth, version: 2 }]).orders).toEqual([changed])
  // The table grants its readers no review notes.
  const { review_notes: _, ...row } = ruth
  const [merged] = mergeOrders([{ ...ruth, review_notes: [{ kind: 'rebuilt' }] }], [row]).orders
  expect(merged?.review_notes).toEqual([{ kind: 'rebuilt' }])
})

test('new orders are counted but not added, and missing orders are listed but stay', () => {
  const { orders, added, missing } = mergeOrders([ruth, naomi], [esther, ruth])
  expect(orders).toEqual([ruth, naomi])
  expect({ added, missing }).toEqual({ added: 1, missing: ['naomi'] })
})
