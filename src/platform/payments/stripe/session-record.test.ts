import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { readDispute, readLine, readPayment, readRefund, readSession } from './session-record.ts'

type Session = Stripe.Checkout.Session

// Stripe's published example, in which every nullable field is null.
const published = {
  id: 'cs_test_a1YS1URlnyQCN5fUUduORoQ7Pw41PJqDWkIVQCpJPqkfIhd6tVY8XB1OLY',
  object: 'checkout.session',
  amount_subtotal: null,
  amount_total: null,
  client_reference_id: null,
  collected_information: {
    shipping_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      name: 'name',
    },
  },
  created: 1_234_567_890,
  currency: null,
  customer_details: { address: null, email: 'example@example.com', name: null, phone: null, tax_exempt: 'none' },
  metadata: {},
  payment_intent: 'pi_1PgafyB7WZ01zgkWSjxsAJo3',
  payment_status: 'unpaid',
  shipping_cost: { amount_subtotal: 15, amount_tax: 14, amount_total: 11, shipping_rate: null },
  status: 'open',
  total_details: { amount_discount: 40, amount_shipping: null, amount_tax: 14 },
} as unknown as Session

const address = {
  line1: '1 Barley Row',
  line2: null,
  city: 'Leeds',
  postal_code: 'LS1 4AP',
  state: null,
  country: 'GB',
}

function paid(changes: object = {}): Session {
  return {
    ...published,
    status: 'complete',
    payment_status: 'paid',
    currency: 'gbp',
    amount_subtotal: 8900,
    amount_total: 9310,
    metadata: { order_id: '0b9f5a52-6f0e-4c0a-9a5c-1f2e3d4c5b6a' },
    customer_details: { ...published.customer_details, email: 'ruth@example.com', name: 'R. Moab', phone: '+441' },
    collected_information: { shipping_details: { name: 'Ruth Moab', address } },
    shipping_cost: { amount_total: 450, shipping_rate: { id: 'shr_1', metadata: { service: 'tracked-48' } } },
    ...changes,
  } as unknown as Session
}

function paidTo(changes: object): Session {
  return paid({
    collected_information: { shipping_details: { name: 'Ruth Moab', address: { ...address, ...changes } } },
  })
}

test('the published example is an open page without an order', () => {
  expect(readSession(published)).toEqual({
    id: published.id,
    orderId: null,
    status: 'open',
    paymentStatus: 'unpaid',
    currency: '',
    subtotalPence: 0,
    discountPence: 40,
    deliveryPence: null,
    deliveryService: null,
    totalPence: null,
    refundedPence: 0,
    customer: null,
    paymentId: 'pi_1PgafyB7WZ01zgkWSjxsAJo3',
    refunds: [],
    disputes: [],
    createdAt: new Date(1_234_567_890_000),
  })
})

test('a paid session has the customer and the delivery address', () => {
  expect(readSession(paid())).toMatchObject({
    orderId: '0b9f5a52-6f0e-4c0a-9a5c-1f2e3d4c5b6a',
    status: 'complete',
    paymentStatus: 'paid',
    deliveryPence: 450,
    deliveryService: 'tracked-48',
    totalPence: 9310,
    customer: { name: 'Ruth Moab', email: 'ruth@example.com', phone: '+441' },
  })
})

test('an address abroad keeps its state, and one without a postcode is complete', () => {
  const american = { city: 'Springfield', state: 'IL', postal_code: '62704', country: 'US' }
  expect(readSession(paidTo(american)).customer?.address).toMatchObject({ city: 'Springfield, IL', postcode: '62704' })
  const irish = { city: null, postal_code: null, country: 'IE' }
  expect(readSession(paidTo(irish)).customer?.address).toMatchObject({ city: '', postcode: '' })
})

test('a postcode has its usual form, and one of Jersey, Guernsey or Man under the United Kingdom says its country', () => {
  const place = (postal_code: string, country = 'GB') => readSession(paidTo({ postal_code, country })).customer?.address
  expect(place('nr231ah')).toMatchObject({ postcode: 'NR23 1AH', country: 'GB' })
  expect(place('JE2 3AB')).toMatchObject({ postcode: 'JE2 3AB', country: 'JE' })
  expect(place('gy11aa')).toMatchObject({ postcode: 'GY1 1AA', country: 'GG' })
  expect(place('IM1 2AB')).toMatchObject({ country: 'IM' })
  expect(place('75001 Cedex 07', 'FR')).toMatchObject({ postcode: '75001 CEDEX 07', country: 'FR' })
  expect(place('not one', 'GB')).toMatchObject({ postcode: 'NOT ONE', country: 'GB' })
})

test('without a place or an e-mail address there is no customer', () => {
  expect(readSession(paidTo({ country: null })).customer).toBeNull()
  expect(readSession(paidTo({ line1: null })).customer).toBeNull()
  expect(readSession(paid({ collected_information: null })).customer).toBeNull()
  expect(readSession(paid({ customer_details: null })).customer).toBeNull()
})

test.each([
  ['open', 'unpaid', 'requires_payment_method', 'unpaid'],
  ['complete', 'unpaid', 'processing', 'unpaid'],
  ['complete', 'unpaid', 'requires_action', 'unpaid'],
  ['complete', 'unpaid', 'requires_payment_method', 'failed'],
  ['complete', 'unpaid', 'canceled', 'failed'],
  ['complete', 'paid', 'succeeded', 'paid'],
  ['complete', 'no_payment_required', null, 'no_payment_required'],
  ['complete', 'a status of next year', 'processing', 'unpaid'],
  ['expired', 'unpaid', null, 'unpaid'],
])('%s and %s with its payment in %s is %s', (status, payment_status, state, expected) => {
  const payment_intent = state && { id: 'pi_1', status: state, latest_charge: null }
  expect(readSession(paid({ status, payment_status, payment_intent })).paymentStatus).toBe(expected)
})

const refund = { id: 're_1', amount: 100, created: 1_234_567_890, metadata: {} }

test('a refund counts while it is pending and after it succeeded, and no longer after it failed', () => {
  const refunds = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled', null].map((status, index) => ({
    ...refund,
    id: `re_${index}`,
    status,
  })) as unknown as Stripe.Refund[]
  const record = readSession(paid(), { refunds })
  expect(record.refunds.map(({ status }) => status)).toEqual([
    'pending',
    'pending',
    'succeeded',
    'failed',
    'failed',
    'pending',
  ])
  expect(record.refundedPence).toBe(400)
  expect(record.refunds.map(({ failure }) => failure)).toEqual([null, null, null, 'failed', 'canceled', null])
  const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card', metadata: { reference: 'r1' } }
  expect(readRefund(failed as unknown as Stripe.Refund)).toMatchObject({
    failure: 'lost_or_stolen_card',
    reference: 'r1',
  })
})

test.each([
  ['warning_needs_response', 'warning'],
  ['warning_under_review', 'warning'],
  ['warning_closed', 'closed'],
  ['prevented', 'closed'],
  ['needs_response', 'needs_response'],
  ['appeal_needs_response', 'needs_response'],
  ['under_review', 'under_review'],
  ['appeal_under_review', 'under_review'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['a status of next year', 'needs_response'],
])('a dispute in %s is %s', (status, expected) => {
  const dispute = { id: 'dp_1', amount: 1, currency: 'gbp', reason: 'general', status, evidence_details: { due_by: 0 } }
  const read = readDispute({ ...dispute, payment_intent: null, created: 1 } as unknown as Stripe.Dispute)
  expect([read.status, read.respondBy, read.paymentId]).toEqual([expected, null, null])
})

test('only a captured charge is a payment', () => {
  const charge = { id: 'ch_1', amount: 100, amount_captured: 100, amount_refunded: 0, currency: 'gbp', created: 1 }
  const read = (changes: object) =>
    readPayment({ ...charge, status: 'succeeded', captured: true, payment_intent: null, ...changes } as Stripe.Charge)
  expect(read({ metadata: {} })).toMatchObject({ id: 'ch_1', orderId: null, amountPence: 100 })
  expect(read({ payment_intent: 'pi_1' })?.id).toBe('pi_1')
  expect(read({ status: 'failed' })).toBeNull()
  expect(read({ status: 'pending' })).toBeNull()
  expect(read({ captured: false })).toBeNull()
})

test('a line is read from its product, and without one from its description', () => {
  const product = { id: 'prod_1', name: 'Mary Dress', description: 'Size 10-12' }
  const line = { description: 'Mary Dress', quantity: 2, price: { unit_amount: 8900, product } }
  const read = (changes: object) => readLine({ ...line, ...changes } as unknown as Stripe.LineItem)
  expect(read({})).toEqual({ name: 'Mary Dress', size: '10-12', unitPence: 8900, quantity: 2 })
  const deleted = { id: 'prod_1', deleted: true }
  expect(read({ price: { unit_amount: 8900, product: deleted } })).toMatchObject({ name: 'Mary Dress', size: '' })
  expect(read({ price: null, description: null, quantity: null })).toEqual({
    name: '',
    size: '',
    unitPence: 0,
    quantity: 0,
  })
})

test('any text of a customer can be stored in the database: control characters and lone surrogates are removed', () => {
  const typed = { name: 'Ruth\0 Moab\ud800', address: { ...address, line1: '1\u0001Barley Row', city: 'Le\0eds' } }
  const { customer } = readSession(paid({ collected_information: { shipping_details: typed } }))
  expect(customer).toMatchObject({ name: 'Ruth  Moab\ufffd', address: { line1: '1 Barley Row', city: 'Le eds' } })
})
