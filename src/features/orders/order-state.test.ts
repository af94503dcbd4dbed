// @module-tag E2

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionRecord } from '#platform/payments/provider.ts'
import {
  expectedAfter,
  histories,
  type ProviderRecord,
  play,
  type Step,
  totalPence,
} from '#tests/fixtures/payment-history.ts'
import { applyPaymentUpdate, type KnownPayment, type PaymentUpdate, stateOf } from './order-state.ts'

const atFirst: KnownPayment = { state: 'open', refundedPence: 0, readAt: null }

function updateOf(reported: ProviderRecord, ticket: number): PaymentUpdate {
  const record = { ...reported, totalPence } as SessionRecord
  return { reported: stateOf(record), refundedPence: reported.refundedPence, askedAt: String(ticket).padStart(6, '0') }
}

function applyAll(updates: readonly PaymentUpdate[]) {
  const { state, refundedPence } = updates.reduce(
    (known: KnownPayment, each) => applyPaymentUpdate(known, each),
    atFirst,
  )
  return { state, refundedPence }
}

test('100,000 histories end in the expected state, received in any order, with repeats and stale updates', () => {
  fc.assert(
    fc.property(histories, fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }), ({ steps, readings }, dice) => {
      const truth = play(steps)
      const records = readings.map(({ stateAt }) => truth[stateAt] as ProviderRecord)
      const updates = records.map(updateOf)
      // Each update at least once, some of them twice, in a random order.
      const received = [...updates, ...dice.slice(0, 4).map((die) => updates[die % updates.length] as PaymentUpdate)]
        .map((each, index) => ({ each, place: dice[index % dice.length] ?? 0 }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ each }) => each)
      expect(applyAll(received)).toEqual(expectedAfter(records))
    }),
    { numRuns: 100_000 },
  )
}, 120_000)

test('six kinds of updates in all 720 orders end in the state of the latest request', () => {
  const steps: Step[] = ['failed', 'expired', 'paid', 'refund rest', 'refund fails', 'dispute']
  const truth = play(steps).slice(1)
  const updates = truth.map(updateOf)
  for (const order of permutations(updates)) expect(applyAll(order)).toEqual(expectedAfter(truth))
  // The same where each update is the newest when it arrives.
  for (const order of permutations(truth)) expect(applyAll(order.map(updateOf))).toEqual(expectedAfter(order))
})

test('the response to an older request does not bring back a failed refund', () => {
  const [, , pending, failed] = play(['paid', 'refund rest', 'refund fails']) as [
    ProviderRecord,
    ProviderRecord,
    ProviderRecord,
    ProviderRecord,
  ]
  const known = applyPaymentUpdate(applyPaymentUpdate(atFirst, updateOf(failed, 2)), updateOf(pending, 1))
  expect(known).toMatchObject({ state: 'paid', refundedPence: 0, kind: 'none' })
})

test('a payment that arrives after the page expired or failed still makes the order paid', () => {
  for (const state of ['creating', 'open', 'expired', 'failed'] as const) {
    const [, paid] = play(['paid']) as [ProviderRecord, ProviderRecord]
    expect(applyPaymentUpdate({ ...atFirst, state }, updateOf(paid, 1))).toMatchObject({ state: 'paid', kind: 'paid' })
  }
})

test('a free order is placed only when its payment page is complete', () => {
  const free = { ...play([])[0], paymentStatus: 'no_payment_required', totalPence: 0 } as SessionRecord
  expect(stateOf(free)).toBe('open')
  expect(stateOf({ ...free, status: 'expired' })).toBe('expired')
  expect(stateOf({ ...free, status: 'complete' })).toBe('paid')
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
