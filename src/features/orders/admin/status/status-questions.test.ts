import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { type OrderStatus, orderStatuses } from '#features/orders/order-state.ts'
import { makeOrderRow } from '#tests/fixtures/order-row.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import type { OrderFacts } from '../api/admin-orders.contract.ts'
import { questionForMany } from '../bulk/bulk-status.tsx'
import type { OrderRow } from '../order.ts'
import { consequencesOf, needsFacts, questionForOne, revivalOf } from './status-questions.ts'

const facts: OrderFacts = {
  order_number: 'TKW-AB12C3',
  refunded_pence: pence(0),
  refund_held_pence: pence(0),
  refund_waiting_pence: pence(0),
  preorders: [],
  discount_use: null,
  has_withdrawn: false,
  is_part_sent: false,
  parcels_sent: 0,
  emails_sent: [],
}
const byHand = { paid_at: null, provider_state: 'expired' } as const
const cancelled = makeOrderRow({ order_status: 'cancelled', order_view: 'cancelled' })

test('setting a payment to pending asks, and names the provider’s payment', () => {
  const question = questionForOne(makeOrderRow({}), { payment_status: 'pending' }, null)
  expect(question?.title).toBe('Set the payment of TKW-AB12C3 to Pending?')
  expect(question?.body.join(' ')).toContain('The payment provider holds £66.50')
  const partly = makeOrderRow({ provider_state: 'partly_refunded', refunded_amount: pounds(10.1) })
  expect(questionForOne(partly, { payment_status: 'pending' }, null)?.body.join(' ')).toContain(
    'The payment provider holds £56.40',
  )
  const unpaid = questionForOne(makeOrderRow(byHand), { payment_status: 'pending' }, null)
  expect(unpaid?.body.join(' ')).toContain('It moves to Unpaid')
  // Not a contradiction after a full refund; and the present status is not a change.
  expect(questionForOne(makeOrderRow({ provider_state: 'refunded' }), { payment_status: 'pending' }, null)).toBeNull()
  expect(questionForOne(makeOrderRow({}), { payment_status: 'paid' }, null)).toBeNull()
})

test('setting a payment to paid asks where no payment arrived', () => {
  const pending = { payment_status: 'pending' } as const
  expect(
    questionForOne(makeOrderRow({ ...byHand, ...pending }), { payment_status: 'paid' }, null)?.body.join(' '),
  ).toContain('No card payment has come in')
  expect(questionForOne(makeOrderRow(pending), { payment_status: 'paid' }, null)).toBeNull()
})

test('a parcel without a number asks whether to e-mail the customer, where an e-mail is possible', () => {
  const shipped = { order_status: 'shipped' } as const
  expect(questionForOne(makeOrderRow({}), shipped, facts)?.choices.map(({ id }) => id)).toEqual(['email', 'silent'])
  const notified = { ...facts, emails_sent: ['order_dispatched'] }
  expect(questionForOne(makeOrderRow({}), shipped, notified)?.choices.map(({ id }) => id)).toEqual(['yes'])
  expect(questionForOne(makeOrderRow({ customer_email: null }), shipped, facts)?.choices).toHaveLength(1)
  expect(questionForOne(makeOrderRow({ tracking_number: 'AB 1' }), shipped, null)).toBeNull()
  expect(needsFacts(makeOrderRow({}), shipped)).toBe(true)
  expect(needsFacts(makeOrderRow({}), { order_status: 'processing' })).toBe(false)
  expect(questionForOne(makeOrderRow({}), { order_status: 'processing' }, null)).toBeNull()
})

test('setting an order of which a part has left, or that left in several parcels, to pending asks first', () => {
  const pending = { order_status: 'pending' } as const
  const begun = makeOrderRow({ order_status: 'processing' })
  expect(needsFacts(begun, pending)).toBe(true)
  expect(questionForOne(begun, pending, facts)).toBeNull()
  const question = questionForOne(begun, pending, { ...facts, is_part_sent: true, parcels_sent: 1 })
  expect(question?.title).toBe('Set TKW-AB12C3 to Pending?')
  expect(question?.body.join(' ')).toContain('A parcel of it has left. Setting it to Pending takes it back')
  expect(question?.choices).toEqual([{ id: 'yes', label: 'Set to Pending' }])
  const shipped = makeOrderRow({ order_status: 'shipped' })
  expect(questionForOne(shipped, pending, { ...facts, parcels_sent: 1 })).toBeNull()
  expect(questionForOne(shipped, pending, { ...facts, parcels_sent: 2 })?.body.join(' ')).toContain(
    '2 parcels of it have left. Setting it to Pending takes them back',
  )
  expect(questionForOne(cancelled, pending, { ...facts, parcels_sent: 1 })?.body.join(' ')).toContain(
    'A parcel of it has left.',
  )
  expect(questionForOne(begun, { order_status: 'processing' }, { ...facts, parcels_sent: 1 })).toBeNull()
  const many = questionForMany(
    [begun, shipped],
    'pending',
    new Map([[begun.order_number, { ...facts, parcels_sent: 1 }]]),
  )
  expect(many.body.join(' ')).toContain('1 order has parcels that have left. They are taken back')
})

test('cancelling an order of which a part has left says so, and refunds nothing at once', () => {
  const question = questionForOne(makeOrderRow({}), { order_status: 'cancelled' }, { ...facts, is_part_sent: true })
  expect(question?.body.join(' ')).toContain('A part of it has been posted.')
  expect(question?.choices).toEqual([{ id: 'yes', label: 'Cancel the order' }])
})

test('cancelling a paid order names its e-mail, and asks whether to refund now or later', () => {
  const cancel = (order = makeOrderRow({}), more: Partial<OrderFacts> = {}) =>
    questionForOne(order, { order_status: 'cancelled' }, { ...facts, ...more })
  expect(cancel()).toEqual({
    title: 'Cancel TKW-AB12C3?',
    body: [
      'miriam@example.com gets the e-mail “Your order TKW-AB12C3 is cancelled” in a minute, or at once if you refund now.',
      'Refund £66.50 now, or later, within 14 days. Until you do, the order shows “Refund owed”. A refund can’t be undone.',
    ],
    choices: [
      { id: 'yes', label: 'Cancel, refund later' },
      { id: 'refund', label: 'Cancel and refund £66.50 now' },
    ],
  })
  const posted = makeOrderRow({ order_status: 'shipped', shipped_at: '2026-11-12T09:00:00.000Z' })
  expect(cancel(posted)?.body).toContain('It has already been posted.')
  expect(
    cancel(posted, { refunded_pence: pence(1000), refund_waiting_pence: pence(650) })?.choices.map(
      ({ label }) => label,
    ),
  ).toEqual(['Cancel, refund later', 'Cancel and refund £50.00 now'])
  expect(cancel(makeOrderRow({}), { emails_sent: ['order_cancelled'] })?.body[0]).toBe(
    'The customer has already had the e-mail that it is cancelled, so no other is sent.',
  )
  const only = (order: Parameters<typeof cancel>[0], more?: Partial<OrderFacts>) => {
    const question = cancel(order, more)
    return [question?.body.at(-1), question?.choices.map(({ label }) => label).join()]
  }
  expect(only(makeOrderRow({ final_amount: pounds(0) }))).toEqual([
    'There was nothing to pay, so nothing is refunded.',
    'Cancel the order',
  ])
  expect(only(makeOrderRow({ ...byHand, customer_email: null }))).toEqual([
    'It was paid by hand, so please return the £66.50 yourself within 14 days.',
    'Cancel the order',
  ])
  expect(only(makeOrderRow({ provider_state: 'disputed' }))[0]).toContain('their bank decides')
  expect(only(makeOrderRow({ provider_state: 'refunded', refunded_amount: pounds(66.5) }))[0]).toContain(
    'refunded in full',
  )
  expect(only(makeOrderRow({}), { refund_waiting_pence: pence(6650) })[0]).toContain('already being refunded')
  const unpaid = makeOrderRow({ ...byHand, payment_status: 'pending' })
  expect(questionForOne(unpaid, { order_status: 'cancelled' }, null)).toBeNull()
})

test('reviving a cancelled order names its refund, its pre-order place, its discount and its e-mails', () => {
  const revival = (more: Partial<OrderFacts>, order = cancelled) => revivalOf(order, { ...facts, ...more })
  expect(revival({})).toEqual(['A refund of £66.50 is owed. It will no longer be owed, and you keep the money.'])
  expect(revival({ refunded_pence: pence(6650) })).toEqual([
    'All £66.50 has been refunded and isn’t charged again. To make it after all, ask the customer to place a new order.',
  ])
  expect(revival({ refunded_pence: pence(1000), refund_held_pence: pence(5650) })).toEqual([
    '£10.00 has been refunded and isn’t charged again.',
    'A refund of £56.50 has not been sent yet. It won’t be sent unless you cancel the order again.',
  ])
  expect(revival({ refund_waiting_pence: pence(6650) })).toEqual([
    'A refund of £66.50 is already being sent and can’t be stopped.',
  ])
  const preorder = { name: 'Mary Dress', units: 1, taken: 20, limit: 20 }
  const free = makeOrderRow({ order_status: 'cancelled', final_amount: pounds(0) })
  expect(revival({ preorders: [preorder] }, free)).toEqual([
    'It takes its place in the Mary Dress pre-order again: 20 of 20 are taken, so this makes 1 more than the limit.',
  ])
  expect(revival({ preorders: [{ ...preorder, taken: 3, units: 2 }] }, free)).toEqual([
    'It takes its 2 places in the Mary Dress pre-order again: 3 of 20 are taken.',
  ])
  expect(revival({ discount_use: 'counted' }, free)[0]).toMatch(/still counts as used/)
  expect(revival({ discount_use: 'given_back' }, free)[0]).toMatch(/not counted again/)
  expect(revival({ emails_sent: ['order_cancelled'] }, free)[0]).toMatch(/tell them that it goes ahead/)
  expect(revival({ has_withdrawn: true }, free)).toEqual([
    'The customer withdrew from it or a part of it, and has in writing that this is cancelled. Please ask them before you make it after all.',
  ])
  expect(questionForOne(cancelled, { order_status: 'processing' }, facts)?.title).toBe(
    'Set TKW-AB12C3 from Cancelled to Processing?',
  )
  expect(questionForOne(free, { order_status: 'pending' }, { ...facts })?.choices).toHaveLength(1)
})

test('a bulk change asks once, with the numbers of changes, e-mails and refunds owed', () => {
  const number = (at: number) => `TKW-${at}`
  const orders = [
    makeOrderRow({ order_number: number(1) }),
    makeOrderRow({ order_number: number(2), customer_email: null }),
    makeOrderRow({ order_number: number(3), order_status: 'cancelled' }),
    makeOrderRow({ order_number: number(4), order_status: 'shipped' }),
  ]
  const known = new Map(orders.map(({ order_number }) => [order_number, { ...facts, order_number }]))
  known.set(number(3), { ...facts, refunded_pence: pence(1000), emails_sent: ['order_cancelled'] })
  const shipped = questionForMany(orders, 'shipped', known)
  expect(shipped.title).toBe('Set 3 orders to Shipped?')
  expect(shipped.body).toEqual([
    '1 order is Shipped already.',
    '2 orders have no tracking number. E-mail those customers that they are on the way?',
    '1 of them is cancelled now.',
    'Refunds of £56.50 will no longer be owed, and you keep the money.',
    '£10.00 has been refunded and isn’t charged again.',
    '1 customer has been e-mailed that it is cancelled. Please tell them that it goes ahead.',
  ])
  expect(shipped.choices.map(({ label }) => label)).toEqual(['Set 3 and e-mail 2', 'Set 3, no e-mail'])
  const off = questionForMany(orders.slice(0, 2), 'cancelled', known)
  expect(off.body).toEqual([
    '1 customer gets the e-mail “Your order is cancelled” in a minute, or at once if you refund now.',
    'You will owe refunds of £133.00 on 2 orders. Refund them now, or later: until then they show “Refund owed”. A refund can’t be undone.',
  ])
  expect(off.choices).toEqual([
    { id: 'yes', label: 'Cancel 2, refund later' },
    { id: 'refund', label: 'Cancel 2 and refund £133.00 now' },
  ])
  const unrefundable = questionForMany([makeOrderRow(byHand)], 'cancelled', known)
  expect(unrefundable.body).toContain('1 order was paid by hand: please return that money yourself.')
  expect(unrefundable.choices).toEqual([{ id: 'yes', label: 'Set 1 to Cancelled' }])
  expect(questionForMany(orders.slice(0, 1), 'pending', known)).toMatchObject({
    title: '1 order is Pending already',
    choices: [],
  })
})

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
    // Whether parcels of it have left is a fact too.
    expect(needsFacts(order, { order_status: to }), name).toBe(question !== null || (isChange && to === 'pending'))
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
