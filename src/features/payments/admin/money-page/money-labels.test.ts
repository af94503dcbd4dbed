import { expect, test } from 'vitest'
import { ago } from '#base/counts.ts'
import { pence } from '#base/money.ts'
import { type DiscrepancyFacts, discrepancyKinds } from '#features/payments/reconciliation/discrepancy.ts'
import type {
  DiscrepancyResponse,
  MoneyResponse,
  ResolvedResponse,
  RunResponse,
} from '#features/payments/reconciliation/money-response.ts'
import { daysLeft, endOf, explanationOf, groups, resolvedTitleOf, titleOf } from './discrepancy-labels.ts'
import { moneySummary } from './money-labels.ts'
import { repairOptions } from './repair-options.ts'

const now = '2026-11-21T12:00:00.000Z'
const run: RunResponse = {
  id: 'run',
  since: '2026-10-17T11:57:00.000Z',
  until: '2026-11-21T11:57:00.000Z',
  started_at: '2026-11-21T11:57:00.000Z',
  finished_at: '2026-11-21T11:57:10.000Z',
  failure: null,
  asked_for: false,
  payments: 214,
  matched: 214,
  matched_pence: pence(1_234_500),
  elsewhere: 0,
  elsewhere_pence: pence(0),
  put_right: 0,
  discrepancies: 0,
  more: 0,
}
const money: MoneyResponse = {
  now,
  provider: 'stripe',
  waiting: 0,
  last_run: run,
  running: false,
  counts: {},
  discrepancies: [],
  open_disputes: [],
  news: { stuck: 0, stuck_since: null, forged_today: 0 },
  days: [],
  first_day: null,
  runs: [run],
  resolved: [],
}
const found = {
  id: 'discrepancy',
  order_number: 'TKW-ABC123',
  customer_name: 'Ruth Moab',
  ours_pence: pence(9350),
  theirs_pence: pence(9350),
  said_by: null,
  respond_by: null,
  was_told: false,
  found_at: now,
  dashboard_url: null,
  actions: ['give_back'],
} satisfies Omit<DiscrepancyResponse, 'kind' | 'facts'>
const known: DiscrepancyFacts[] = [
  { kind: 'open_dispute', facts: { status: 'needs_response', reason: 'general' } },
  { kind: 'paid_without_order', facts: {} },
  { kind: 'paid_twice', facts: { leftPence: 9350 } },
  { kind: 'different_amount', facts: { kind: 'total_differs' } },
  { kind: 'refund_not_recorded', facts: {} },
  { kind: 'refund_owed', facts: {} },
  { kind: 'refund_failed', facts: {} },
  { kind: 'order_without_payment', facts: {} },
  { kind: 'paid_by_hand', facts: {} },
  { kind: 'paid_set_pending', facts: {} },
  { kind: 'fraud_warning', facts: { warning: 'made_with_stolen_card' } },
]

test('the summary says whether all payments match', () => {
  expect(moneySummary(money)).toEqual({
    answer: 'Everything matched 2 minutes ago: 214 payments, £12,345.00',
    more: 'Checked for the last 35 days. New payments are checked within 15 minutes.',
  })
  expect(moneySummary({ ...money, waiting: 2 }).answer).toBe('Two things need your attention')
  expect(moneySummary({ ...money, waiting: 1 }).answer).toBe('One thing needs your attention')
  expect(moneySummary({ ...money, waiting: 14 }).answer).toBe('14 things need your attention')
  expect(moneySummary({ ...money, last_run: null }).answer).toBe('Not checked yet')
  expect(moneySummary({ ...money, last_run: { ...run, payments: 0, matched: 0 } }).answer).toBe('No payments to check')
})

test('an unknown state is not described as known', () => {
  const failed = { ...run, failure: 'The payment provider did not respond.' }
  const { answer, more } = moneySummary({ ...money, last_run: failed })
  expect(answer).toBe('No known problems')
  expect(more).toContain('did not respond')
  expect(moneySummary({ ...money, waiting: 1, last_run: failed }).more).toContain('did not respond')
})

test('a payment that matches counts as matched, also where a discrepancy is about it', () => {
  const five = { ...run, payments: 5, matched: 5, matched_pence: pence(42_890) }
  const more = (last_run: RunResponse) => moneySummary({ ...money, waiting: 2, last_run }).more
  expect(more(five)).toBe('All 5 payments match, £428.90. Checked 2 minutes ago, for the last 35 days.')
  expect(more({ ...five, matched: 4, matched_pence: pence(33_540) })).toContain('4 payments of 5 match, £335.40. ')
  expect(more({ ...five, payments: 1, matched: 1 })).toContain('The one payment matches')
})

test('an old result names its age', () => {
  const none = { ...run, payments: 0, matched: 0, finished_at: '2026-11-20T13:00:00.000Z' }
  expect(moneySummary({ ...money, last_run: none }).more).toBe(
    'The last check, 23 hours ago, found no payments in the last 35 days.',
  )
})

test('the summary counts the changes that the reconciliation stored', () => {
  expect(moneySummary({ ...money, last_run: { ...run, put_right: 1 } }).more).toContain('One change')
  expect(moneySummary({ ...money, last_run: { ...run, put_right: 3 } }).more).toContain('3 changes')
})

test('times are written as in speech', () => {
  const minutes = (count: number) => new Date(Date.parse(now) - count * 60_000).toISOString()
  expect([0, 1, 59, 60, 300, 60 * 72].map((count) => ago(minutes(count), now))).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '5 hours ago',
    '3 days ago',
  ])
  const hours = (count: number) => new Date(Date.parse(now) + count * 3_600_000).toISOString()
  expect([-1, 0.5, 1, 5, 24, 24 * 7].map((count) => daysLeft(hours(count), now))).toEqual([
    'Deadline passed',
    'Less than an hour left',
    '1 hour left',
    '5 hours left',
    '1 day left',
    '7 days left',
  ])
})

test('every kind has its texts, and every kind except disputes belongs to one group', () => {
  expect(known.map(({ kind }) => kind)).toEqual(discrepancyKinds)
  for (const each of known) {
    const { kind } = each
    expect(titleOf(kind)).toBeTruthy()
    expect(explanationOf({ ...found, ...each }, now)).toMatch(/[.?]$/)
    const times = groups.filter(({ kinds }) => kinds.includes(kind)).length
    expect(times, kind).toBe(kind === 'open_dispute' ? 0 : 1)
  }
})

test('every repair that cannot be undone asks for confirmation, with the amount on its button', () => {
  const [owed] = repairOptions({ ...found, kind: 'refund_owed', facts: {} })
  expect(owed).toMatchObject({ label: 'Refund £93.50', isFinal: true })
  const options = repairOptions({
    ...found,
    kind: 'different_amount',
    facts: {},
    actions: ['take_amount', 'give_back'],
  })
  expect(options.map(({ label, isFinal }) => [label, isFinal])).toEqual([
    ['Accept £93.50', true],
    ['Refund all £93.50', true],
  ])
  const accepted = repairOptions({ ...found, kind: 'paid_by_hand', facts: {}, actions: ['accept'] })
  expect(accepted).toMatchObject([{ label: 'Paid another way', isFinal: true, requiresNote: true }])
})

const past: ResolvedResponse = {
  id: 'discrepancy',
  kind: 'open_dispute',
  order_number: 'TKW-ABC123',
  customer_name: 'Ruth Moab',
  ours_pence: pence(9350),
  theirs_pence: pence(9350),
  resolved_at: now,
  how: 'agreed',
  by: null,
  note: null,
  ended: null,
  refund_state: null,
}

test('a decided dispute names its outcome, and a loss is not success', () => {
  expect(resolvedTitleOf({ ...past, ended: 'lost' })).toBe('Dispute lost: £93.50 went back to the customer')
  expect(resolvedTitleOf({ ...past, ended: 'won' })).toBe('Dispute won: you keep £93.50')
  expect(resolvedTitleOf({ ...past, ended: 'closed' })).toBe('Dispute closed: you keep £93.50')
  expect(endOf({ ...past, ended: 'lost' })).toBe('Decided by the bank')
})

test('a refund counts as made only when the provider has made it', () => {
  const resolved = { ...past, kind: 'paid_twice', how: 'refund_asked', by: 'ruth@example.com' } as const
  expect(endOf({ ...resolved, refund_state: 'requested' })).toBe('Refund requested by ruth@example.com')
  expect(endOf({ ...resolved, refund_state: 'pending' })).toBe('Refunded by ruth@example.com')
  expect(endOf({ ...resolved, refund_state: 'failed' })).toBe('Refund failed, requested by ruth@example.com')
})

test('the provider’s codes have readable texts, and unknown details are left out', () => {
  const facts = { failure: 'lost_or_stolen_card' }
  const failed = { ...found, kind: 'refund_failed', ours_pence: pence(4650), facts } as const
  expect(explanationOf(failed, now)).toBe(
    'The refund of £46.50 failed: the card was reported lost or stolen. The money is in your balance at the payment provider.',
  )
  expect(explanationOf({ ...failed, was_told: true }, now)).toContain(
    'The customer has already been e-mailed that the refund was sent, so please write to them.',
  )
  expect(explanationOf({ ...failed, facts: { failure: 'Some_new_thing.' } }, now)).toContain('failed: some new thing.')
  const dispute = { status: 'needs_response', reason: 'product_not_received' }
  const chosen = { ...found, kind: 'open_dispute', facts: dispute } as const
  expect(explanationOf(chosen, now)).toMatch(/^The customer says the parcel never arrived\. If you don’t respond/)
  expect(explanationOf({ ...chosen, facts: { status: 'warning', reason: 'fraudulent' } }, now)).toContain(
    'avoids a dispute and its fee',
  )
  expect(explanationOf({ ...chosen, respond_by: '2026-11-20T12:00:00.000Z' }, now)).toContain(
    'The deadline has passed; check Stripe for the outcome.',
  )
})

test('accepting a discrepancy asks for confirmation, and its note field has a fitting label', () => {
  const [looked] = repairOptions({
    ...found,
    kind: 'fraud_warning',
    facts: { warning: 'unknown' },
    actions: ['accept'],
  })
  expect(looked).toMatchObject({
    question: 'Have you checked it, and is it all right?',
    effect: 'It won’t be shown again unless something changes.',
    noteLabel: 'Note for yourself',
  })
})
