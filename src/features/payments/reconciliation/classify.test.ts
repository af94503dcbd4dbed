import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProviderState } from '#features/orders/order-state.ts'
import type { SessionRecord } from '#platform/payments/provider.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { classifyOrder } from './classify-order.ts'
import { classifySession } from './classify-session.ts'
import type { LocalOrder, LocalRefund } from './local-order.ts'
import { inBatches, slicesOf } from './reconcile.ts'

const session: SessionRecord = {
  id: 'cs_1',
  orderId: 'order',
  status: 'complete',
  paymentStatus: 'paid',
  currency: 'gbp',
  subtotalPence: 8_900,
  discountPence: 0,
  deliveryPence: 450,
  deliveryService: 'tracked-48',
  totalPence: 9_350,
  refundedPence: 0,
  customer: null,
  paymentId: 'pi_1',
  refunds: [],
  disputes: [],
  createdAt: new Date('2026-01-01'),
}

const order: LocalOrder = {
  id: 'order',
  state: 'paid',
  status: 'pending',
  isMarkedPaid: true,
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  frozen: {
    subtotal: 8_900,
    discount: 0,
    deliverTo: 'GB',
    services: [{ id: 'tracked-48', price: pounds(4.5) }],
  } as LocalOrder['frozen'],
  totalPence: 9_350,
  refundedPence: 0,
  refunds: [],
  statusSetByHand: null,
  fraudWarnings: [],
}

const kindsOf = (record: Partial<SessionRecord>, ours: Partial<LocalOrder> | null) =>
  classifySession({ ...session, ...record }, ours && { ...order, ...ours }).map(({ kind }) => kind)

const refund = (changes: Partial<LocalRefund>): LocalRefund => ({
  id: 'refund',
  sessionId: 'cs_1',
  amountPence: 9_350,
  state: 'requested',
  requestedAt: '2026-01-02T00:00:00Z',
  failure: null,
  ...changes,
})

test('an unpaid session, or one of another shop, has no discrepancy', () => {
  expect(kindsOf({ orderId: null }, null)).toEqual([])
  expect(kindsOf({ paymentStatus: 'unpaid' }, null)).toEqual([])
  expect(kindsOf({ status: 'open', paymentStatus: 'unpaid' }, { state: 'open' })).toEqual([])
  expect(kindsOf({ status: 'expired' }, null)).toEqual([])
})

test('a payment and order that match have no discrepancy', () => {
  expect(kindsOf({}, {})).toEqual([])
  expect(kindsOf({ refundedPence: 9_350 }, { state: 'refunded', refundedPence: 9_350 })).toEqual([])
  expect(
    kindsOf(
      { paymentStatus: 'no_payment_required', paymentId: null, totalPence: 0, subtotalPence: 0, deliveryPence: 0 },
      { totalPence: 0 },
    ),
  ).toEqual([])
})

test.each<[string, Partial<SessionRecord>, Partial<LocalOrder> | null, string[]]>([
  ['paid, and no order', {}, null, ['paid_without_order']],
  ['paid and refunded, and no order', { refundedPence: 9_350 }, null, []],
  ['paid, and the order is open', {}, { state: 'open' }, ['paid_without_order']],
  ['paid, and the order expired', {}, { state: 'expired' }, ['paid_without_order']],
  ['another amount for an open order', { totalPence: 9_000 }, { state: 'open' }, ['different_amount']],
  ['another amount for a paid order', {}, { totalPence: 9_000 }, ['different_amount']],
  ['another currency', { currency: 'eur' }, {}, ['different_amount']],
  ['another amount, with a full refund on its way', {}, { totalPence: 9_000, refunds: [refund({})] }, []],
  ['paid on two pages', {}, { sessionId: 'cs_0' }, ['paid_twice']],
  ['paid on two pages, the second refunded', { refundedPence: 9_350 }, { sessionId: 'cs_0' }, []],
  ['paid on two pages, a refund of the second on its way', {}, { sessionId: 'cs_0', refunds: [refund({})] }, []],
  ['paid on two pages, a refund failed', {}, { sessionId: 'cs_0', refunds: [refund({ state: 'failed' })] }, []],
  ['refunded, and not stored', { refundedPence: 100 }, {}, ['refund_not_recorded']],
  [
    'stored as refunded, and not refunded',
    {},
    { refundedPence: 100, state: 'partly_refunded' },
    ['refund_not_recorded'],
  ],
])('%s', (_, record, ours, expected) => {
  expect(kindsOf(record, ours)).toEqual(expected)
})

test('a paid order set to pending by hand names the amount left after refunds', () => {
  const partly = { ...order, isMarkedPaid: false, state: 'partly_refunded', refundedPence: 1_350 } as const
  expect(classifyOrder(partly, true)).toMatchObject([{ kind: 'paid_set_pending', theirsPence: 8_000 }])
})

test.each<[string, Partial<LocalOrder>, boolean | null, string[]]>([
  ['paid, and known to the provider', {}, true, []],
  ['paid, and unknown to the provider', {}, false, ['order_without_payment']],
  ['set to paid by hand', { state: 'expired' }, false, ['paid_by_hand']],
  ['open', { state: 'open', isMarkedPaid: false }, false, []],
  ['paid, and set to pending by hand', { isMarkedPaid: false }, true, ['paid_set_pending']],
  ['paid long ago, and set to pending by hand', { isMarkedPaid: false }, null, ['paid_set_pending']],
  [
    'paid in part, and set to pending by hand',
    { isMarkedPaid: false, state: 'partly_refunded' },
    true,
    ['paid_set_pending'],
  ],
  ['refunded, and set to pending by hand', { isMarkedPaid: false, state: 'refunded', refundedPence: 9_350 }, true, []],
  ['cancelled, and set to pending by hand', { isMarkedPaid: false, status: 'cancelled' }, true, ['refund_owed']],
  ['cancelled', { status: 'cancelled' }, true, ['refund_owed']],
  ['cancelled long ago', { status: 'cancelled' }, null, ['refund_owed']],
  ['cancelled with a refund on its way', { status: 'cancelled', refunds: [refund({})] }, true, []],
  [
    'cancelled with a partial refund on its way',
    { status: 'cancelled', refunds: [refund({ amountPence: 100 })] },
    true,
    ['refund_owed'],
  ],
  ['cancelled and disputed', { status: 'cancelled', state: 'disputed' }, true, []],
  [
    'cancelled with a failed refund',
    { status: 'cancelled', refunds: [refund({ state: 'failed' })] },
    true,
    ['refund_failed'],
  ],
  [
    'paid, with a failed refund that was tried again',
    { refunds: [refund({ state: 'failed' }), refund({ id: 'next', requestedAt: '2026-01-03T00:00:00Z' })] },
    true,
    [],
  ],
  [
    'paid, with two failed refunds',
    {
      refunds: [
        refund({ state: 'failed' }),
        refund({ id: 'next', state: 'failed', requestedAt: '2026-01-03T00:00:00Z' }),
      ],
    },
    true,
    ['refund_failed'],
  ],
  [
    'paid, with a fraud warning',
    { fraudWarnings: [{ id: 'w', kind: 'stolen', payment_id: null }] },
    true,
    ['fraud_warning'],
  ],
  [
    'shipped, with a fraud warning',
    { status: 'shipped', fraudWarnings: [{ id: 'w', kind: 'stolen', payment_id: null }] },
    true,
    [],
  ],
])('an order that is %s', (_, ours, isKnown, expected) => {
  expect(classifyOrder({ ...order, ...ours }, isKnown).map(({ kind }) => kind)).toEqual(expected)
})

const pence = fc.nat(20_000)
const records = fc.record({
  status: fc.constantFrom<SessionRecord['status'][]>('open', 'complete', 'expired'),
  paymentStatus: fc.constantFrom<SessionRecord['paymentStatus'][]>('unpaid', 'paid', 'no_payment_required', 'failed'),
  currency: fc.constantFrom('gbp', 'eur'),
  subtotalPence: pence,
  totalPence: pence,
  refundedPence: pence,
})
const ours = fc.option(
  fc.record({
    state: fc.constantFrom<ProviderState[]>(
      'creating',
      'open',
      'expired',
      'failed',
      'paid',
      'partly_refunded',
      'refunded',
    ),
    sessionId: fc.constantFrom('cs_1', 'cs_0', null),
    totalPence: pence,
    refundedPence: pence,
    status: fc.constantFrom('pending', 'processing', 'shipped', 'cancelled'),
    isMarkedPaid: fc.boolean(),
  }),
)

test('a payment has at most one discrepancy, and always the same text', () => {
  fc.assert(
    fc.property(records, ours, (record, mine) => {
      const whole = { ...session, ...record }
      const whose = mine && { ...order, ...mine }
      const discrepancies = classifySession(whole, whose)
      expect(discrepancies.length).toBeLessThanOrEqual(1)
      expect(classifySession(structuredClone(whole), structuredClone(whose))).toEqual(discrepancies)
      // A payment that matches in everything has no discrepancy; one that differs always has one.
      const isHere = whole.status === 'complete' && ['paid', 'no_payment_required'].includes(whole.paymentStatus)
      const agrees =
        whose !== null &&
        ['paid', 'partly_refunded', 'refunded'].includes(whose.state) &&
        whose.sessionId !== 'cs_0' &&
        whole.currency === 'gbp' &&
        whose.totalPence === whole.totalPence &&
        whose.refundedPence === whole.refundedPence
      const isAllBack = whole.totalPence > 0 && whole.refundedPence >= whole.totalPence
      if (!isHere || agrees) expect(discrepancies).toEqual([])
      else if (!isAllBack && whole.totalPence > 0) expect(discrepancies).toHaveLength(1)
    }),
    { numRuns: 3_000 },
  )
})

test('an order has at most one discrepancy by our data, apart from refunds and warnings', () => {
  fc.assert(
    fc.property(ours, fc.option(fc.boolean()), (mine, isKnown) => {
      if (mine) expect(classifyOrder({ ...order, ...mine }, isKnown).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('a span is sliced without gaps, and batches lose no value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(90 * 24), fc.integer({ min: 1, max: 9 }), fc.nat(40), async (hours, days, count) => {
      const from = new Date('2026-03-01T00:00:00Z')
      const until = new Date(from.getTime() + hours * 3_600_000)
      const slices = slicesOf({ from, until }, days)
      const edges = slices.flatMap((slice) => [slice.from.getTime(), slice.until.getTime()])
      if (hours > 0) expect([edges[0], edges.at(-1)]).toEqual([from.getTime(), until.getTime()])
      for (const [index, slice] of slices.entries()) {
        expect(slice.until > slice.from).toBe(true)
        if (index > 0) expect(slice.from).toEqual(slices[index - 1]?.until)
      }
      const values = Array.from({ length: count }, (_, index) => index)
      const batches = await Array.fromAsync(inBatches(oneByOne(values), days))
      expect(batches.flat()).toEqual(values)
      expect(batches.every((batch) => batch.length > 0 && batch.length <= days)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

async function* oneByOne(values: number[]) {
  yield* values
}

test('a refund that failed because everything was refunded elsewhere is not a discrepancy', () => {
  const refunds = [
    refund({ state: 'failed', failure: 'All of it had been given back.', requestedAt: '2026-01-03T00:00:00Z' }),
    refund({ id: 'elsewhere', state: 'succeeded' }),
  ]
  const kinds = (state: ProviderState) => classifyOrder({ ...order, state, refunds }, true).map(({ kind }) => kind)
  expect(kinds('refunded')).toEqual([])
  // Until the other refund fails too.
  expect(kinds('paid')).toEqual(['refund_failed'])
})
