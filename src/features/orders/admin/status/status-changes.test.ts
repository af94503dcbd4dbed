import { expect, test } from 'vitest'
import { type OrderStatus, orderStatuses } from '#features/orders/order-state.ts'
import { makeOrderRow } from '#tests/fixtures/order-row.ts'
import type { OrderFacts } from '../api/admin-orders.contract.ts'
import type { OrderRow } from '../order.ts'
import { consequencesOf } from './status-changes.ts'
import { needsFacts, questionForOne } from './status-questions.ts'

const facts: OrderFacts = {
  order_number: 'TKW-AB12C3',
  refunded: 0,
  refund_held: 0,
  refund_waiting: 0,
  preorders: [],
  discount_use: null,
  emails_sent: [],
}
const payments: Partial<OrderRow>[] = [
  { payment_status: 'paid' },
  { payment_status: 'pending' },
  { payment_status: 'paid', paid_at: null, provider_state: 'expired' },
  { payment_status: 'pending', paid_at: null, provider_state: 'open' },
]
const parcels: Partial<OrderRow>[] = [
  { tracking_number: null, shipped_at: null },
  { tracking_number: null, shipped_at: '2026-11-12T09:00:00.000Z' },
  { tracking_number: 'AA123456785GB', shipped_at: '2026-11-12T09:00:00.000Z' },
]

/** Every change of status, for every payment and parcel. */
function* changes(): Generator<{ order: OrderRow; to: OrderStatus; isPaid: boolean }> {
  for (const { id: from } of orderStatuses)
    for (const { id: to } of orderStatuses)
      for (const payment of payments)
        for (const parcel of parcels)
          yield {
            order: makeOrderRow({ ...payment, ...parcel, order_status: from }),
            to,
            isPaid: payment.payment_status === 'paid' || payment.paid_at === undefined,
          }
}

test('every change of status asks what its order needs, and nothing else', () => {
  for (const { order, to, isPaid } of changes()) {
    const from = order.order_status
    const isChange = from !== to
    const name = `${from} → ${to}, ${order.payment_status}, ${order.tracking_number ?? order.shipped_at}`
    const asked = consequencesOf(order, to)
    expect(asked.includes('cancellation'), name).toBe(isChange && to === 'cancelled' && isPaid)
    expect(asked.includes('parcel'), name).toBe(isChange && to === 'shipped' && order.tracking_number === null)
    expect(asked.includes('revival'), name).toBe(isChange && from === 'cancelled')
    const question = questionForOne(order, { order_status: to }, facts)
    expect(question !== null, name).toBe(asked.length > 0)
    expect(needsFacts(order, { order_status: to }), name).toBe(question !== null)
    // The first answer sets the status, as the specification says.
    if (question) expect(['yes', 'email'], name).toContain(question.choices[0]?.id)
  }
})

test('work on an order that is not cancelled asks nothing: processing, pending and delivered', () => {
  for (const { order, to } of changes()) {
    if (order.order_status === 'cancelled' || to === 'shipped' || to === 'cancelled') continue
    expect(questionForOne(order, { order_status: to }, null)).toBeNull()
  }
})
