import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { noteText } from '#features/orders/order-note.ts'
import { disputeText, kept, paymentSummary, reasonOf, refundStatus, remaining } from './order-money-labels.ts'
import type { Dispute, OrderMoney, Refund } from './order-money-queries.ts'

const money = {
  provider_state: 'paid',
  payment_status: 'paid',
  paid_at: '2026-11-21T14:30:00Z',
  total_pence: pence(9350),
  refunded_pence: pence(0),
  disputes: [] as Dispute[],
}
const refund: Refund = {
  id: 'r',
  amount_pence: pence(2000),
  reason: 'goodwill',
  note: null,
  garments: null,
  state: 'succeeded',
  source: 'shop',
  failure: null,
  held: false,
  is_own: true,
  was_told: false,
  requested_at: '2026-11-21T14:30:00Z',
  settled_at: '2026-11-21T14:31:00Z',
}

test.each<[object, string, RegExp]>([
  [{}, 'Paid', /It was paid on 21 November 2026 at 14:30\./],
  [{ total_pence: pence(0) }, 'Paid', /with nothing to pay/],
  [{ provider_state: 'partly_refunded', refunded_pence: pence(2000) }, 'Partly refunded', /£20\.00 was refunded/],
  [{ provider_state: 'refunded', refunded_pence: pence(9350) }, 'Refunded', /^£93\.50 was paid .* refunded in full/],
  [{ provider_state: 'disputed' }, 'Disputed', /bank is reviewing it/],
  [
    { provider_state: 'disputed', disputes: [{ status: 'lost', amount_pence: pence(9350) }] },
    'Lost',
    /^It was paid on 21 November 2026 at 14:30, and the bank returned all £93\.50 to the customer\.$/,
  ],
  [
    {
      provider_state: 'disputed',
      disputes: [{ status: 'lost', amount_pence: pence(2000) }],
      refunded_pence: pence(1000),
    },
    'Lost',
    /£20\.00 of the £93\.50 to the customer\. £10\.00 was refunded/,
  ],
  [
    {
      provider_state: 'disputed',
      disputes: [
        { status: 'lost', amount_pence: pence(2000) },
        { status: 'under_review', amount_pence: pence(100) },
      ],
    },
    'Disputed',
    /reviewing it/,
  ],
  [
    { provider_state: 'disputed', disputes: [{ status: 'warning', amount_pence: pence(9350) }] },
    'Paid',
    /bank has asked about it/,
  ],
  [{ provider_state: 'expired', payment_status: 'pending', paid_at: null }, 'Not paid', /closed without a payment/],
  [{ provider_state: 'open', payment_status: 'pending', paid_at: null }, 'Not paid', /is open/],
  [
    { provider_state: 'open', payment_status: 'pending', paid_at: null, undecided_pence: pence(6650) },
    'Not confirmed yet',
    /£66\.50 is on its way and not confirmed yet/,
  ],
  [{ provider_state: 'expired', paid_at: null }, 'Paid by hand', /has no payment for it/],
])('%j is %s', (changes, word, sentence) => {
  const summary = paymentSummary({ ...money, ...changes } as OrderMoney)
  expect(summary.word).toBe(word)
  expect(summary.sentence).toMatch(sentence)
})

test('a refund is on its way until the provider has made it, and a failed one names the reason', () => {
  expect(refundStatus(refund)).toEqual({ word: 'Refunded', sentence: 'On 21 November 2026 at 14:31.' })
  expect(refundStatus({ ...refund, state: 'requested' }).word).toBe('On its way')
  expect(refundStatus({ ...refund, state: 'pending' }).word).toBe('On its way')
  expect(refundStatus({ ...refund, state: 'requested', held: true }).word).toBe('Waiting')
  expect(refundStatus({ ...refund, state: 'failed', failure: 'lost_or_stolen_card' })).toEqual({
    word: 'Failed',
    sentence: 'The card was reported lost or stolen.',
  })
})

test('a refund’s reason names its source and its payment', () => {
  expect(reasonOf(refund)).toBe('Goodwill')
  expect(reasonOf({ ...refund, source: 'provider' })).toBe('Made in the payment provider’s dashboard')
  expect(reasonOf({ ...refund, reason: 'duplicate', is_own: false })).toBe(
    'Paid twice, of another payment for this order',
  )
})

test('the remaining amount is shown while the owner types, and nothing for an invalid amount', () => {
  expect(remaining(pence(9350), 2000)).toBe('£73.50 of the payment will be left.')
  expect(remaining(pence(9350), 9350)).toBe('That refunds the whole payment.')
  for (const none of [null, 0, 9351]) expect(remaining(pence(9350), none)).toBeNull()
})

test('a dispute names its deadline', () => {
  const dispute = {
    id: 'd',
    amount_pence: pence(2000),
    reason: 'product_not_received',
    status: 'needs_response',
    respond_by: '2026-12-01T23:59:00Z',
    opened_at: '',
  }
  const now = '2026-11-25T10:00:00Z'
  expect(disputeText(dispute, now)).toMatch(
    /£20\.00 \(the customer says the parcel never arrived\).*by 1 December 2026 at 23:59\./,
  )
  expect(disputeText({ ...dispute, status: 'something new' }, now)).toMatch(/disputes £20\.00/)
})

test('a dispute after its deadline refers to Stripe', () => {
  const inquiry: Dispute = {
    id: 'du_1',
    amount_pence: pence(2000),
    reason: 'fraudulent',
    status: 'warning',
    respond_by: '2026-12-01T23:59:00Z',
    opened_at: '',
  }
  expect(disputeText(inquiry, '2026-12-01T10:00:00Z')).toMatch(/refund now to avoid/)
  expect(disputeText(inquiry, '2026-12-02T10:00:00Z')).toMatch(/The deadline has passed; check Stripe/)
})

test('what the shop keeps excludes refunds and lost disputes', () => {
  const lost = {
    id: 'du_1',
    amount_pence: pence(7350),
    reason: 'fraudulent',
    status: 'lost',
    respond_by: null,
    opened_at: '',
  }
  expect(kept({ total_pence: pence(9350), refunded_pence: pence(2000), disputes: [lost] })).toBe(0)
  expect(kept({ total_pence: pence(9350), refunded_pence: pence(2010), disputes: [] })).toBe(7340)
})

test('a failed refund names the e-mail that promised it, and uses no provider code', () => {
  const failed: Refund = { ...refund, state: 'failed', failure: 'declined', was_told: true }
  expect(refundStatus(failed).sentence).toBe(
    'The bank declined it. The customer has already been e-mailed that the refund was sent, so please write to them.',
  )
  expect(noteText({ kind: 'refund_failed', amountPence: 4650, failure: 'lost_or_stolen_card' })).toBe(
    'A refund failed: £46.50 (the card was reported lost or stolen).',
  )
  expect(noteText({ kind: 'refund_owed' })).toBe('Refund owed: the order was cancelled.')
})
