import { expect, test } from 'vitest'
import type { OrderMoney, Refund } from './money-answer.ts'
import { disputeWords, reasonOf, refundStanding, remaining, standing } from './money-words.ts'

const money = {
  payment_state: 'paid',
  payment_status: 'paid',
  paid_at: '2026-11-21T14:30:00Z',
  total: 93.5,
  refunded: 0,
}
const refund: Refund = {
  id: 'r',
  amount: 20,
  reason: 'goodwill',
  note: null,
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
  [{ total: 0 }, 'Paid', /with nothing to pay/],
  [{ payment_state: 'partly_refunded', refunded: 20 }, 'Partly refunded', /£20\.00 of it was given back/],
  [{ payment_state: 'refunded', refunded: 93.5 }, 'Refunded', /All of the £93\.50/],
  [{ payment_state: 'disputed' }, 'Disputed', /bank is looking into it/],
  [{ payment_state: 'expired', payment_status: 'pending', paid_at: null }, 'Not paid', /closed without a payment/],
  [{ payment_state: 'open', payment_status: 'pending', paid_at: null }, 'Not paid', /is open/],
  [{ payment_state: 'expired', paid_at: null }, 'Paid by hand', /knows of no payment/],
])('%j is %s', (changes, word, sentence) => {
  const told = standing({ ...money, ...changes } as OrderMoney)
  expect(told.word).toBe(word)
  expect(told.sentence).toMatch(sentence)
})

test('a refund is on its way until the payment company says that it went, and a failed one says why', () => {
  expect(refundStanding(refund)).toEqual({ word: 'Given back', sentence: 'On 21 November 2026 at 14:31.' })
  expect(refundStanding({ ...refund, state: 'requested' }).word).toBe('On its way')
  expect(refundStanding({ ...refund, state: 'pending' }).word).toBe('On its way')
  expect(refundStanding({ ...refund, state: 'requested', held: true }).word).toBe('Waiting')
  expect(refundStanding({ ...refund, state: 'failed', failure: 'Lost card' })).toEqual({
    word: 'Failed',
    sentence: 'Lost card',
  })
})

test('who gave it back, and of which payment, is said with the reason', () => {
  expect(reasonOf(refund)).toBe('Goodwill')
  expect(reasonOf({ ...refund, source: 'provider' })).toBe('In the payment company’s own pages')
  expect(reasonOf({ ...refund, reason: 'duplicate', is_own: false })).toBe(
    'Paid twice, of another payment for this order',
  )
})

test('what stays is said while it is typed, and nothing for what cannot be given', () => {
  expect(remaining(93.5, 2000)).toBe('Then £73.50 of the payment is left.')
  expect(remaining(93.5, 9350)).toBe('Then nothing of the payment is left.')
  for (const none of [null, 0, 9351]) expect(remaining(93.5, none)).toBeNull()
})

test('a bank’s question names its deadline', () => {
  const dispute = {
    id: 'd',
    amount: 20,
    reason: 'product_not_received',
    status: 'needs_response',
    respond_by: '2026-12-01T23:59:00Z',
    opened_at: '',
  }
  expect(disputeWords(dispute)).toMatch(/£20\.00 \(product not received\).*by 1 December 2026 at 23:59\./)
  expect(disputeWords({ ...dispute, status: 'something new' })).toMatch(/asks about £20\.00/)
})
