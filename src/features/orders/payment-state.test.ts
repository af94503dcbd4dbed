import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionRecord } from '#platform/payments/provider.ts'
import { expectedAfter, histories, play, type Step, type Told, totalPence } from '#tests/fixtures/payment-history.ts'
import { hear, type KnownMoney, type MoneyNews, stateOf } from './payment-state.ts'

const atFirst: KnownMoney = { state: 'open', refundedPence: 0, readAt: null }

function newsOf(told: Told, ticket: number): MoneyNews {
  const record = { ...told, totalPence } as SessionRecord
  return { told: stateOf(record), refundedPence: told.refundedPence, askedAt: String(ticket).padStart(6, '0') }
}

function hearAll(news: readonly MoneyNews[]) {
  const { state, refundedPence } = news.reduce((known: KnownMoney, each) => hear(known, each), atFirst)
  return { state, refundedPence }
}

test('a hundred thousand histories, heard in any order, some of it twice and much of it stale, end where they must', () => {
  fc.assert(
    fc.property(histories, fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }), ({ steps, readings }, dice) => {
      const truth = play(steps)
      const answers = readings.map(({ looked }) => truth[looked] as Told)
      const news = answers.map(newsOf)
      // Each at least once, and some again, in an order of its own.
      const heard = [...news, ...dice.slice(0, 4).map((die) => news[die % news.length] as MoneyNews)]
        .map((each, index) => ({ each, place: dice[index % dice.length] ?? 0 }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ each }) => each)
      expect(hearAll(heard)).toEqual(expectedAfter(answers))
    }),
    { numRuns: 100_000 },
  )
}, 120_000)

test('six kinds of news in all of their 720 orders end where the question that was put last says', () => {
  const steps: Step[] = ['failed', 'expired', 'paid', 'refund rest', 'refund fails', 'dispute']
  const truth = play(steps).slice(1)
  const news = truth.map(newsOf)
  for (const order of permutations(news)) expect(hearAll(order)).toEqual(expectedAfter(truth))
  // And where each is the newest when it comes.
  for (const order of permutations(truth)) expect(hearAll(order.map(newsOf))).toEqual(expectedAfter(order))
})

test('an answer to an older question cannot bring a refund back that failed', () => {
  const [, , pending, failed] = play(['paid', 'refund rest', 'refund fails']) as [Told, Told, Told, Told]
  const known = hear(hear(atFirst, newsOf(failed, 2)), newsOf(pending, 1))
  expect(known).toMatchObject({ state: 'paid', refundedPence: 0, worth: 'nothing' })
})

test('money that arrives after the page was given up is there all the same', () => {
  for (const state of ['creating', 'open', 'expired', 'failed'] as const) {
    const [, paid] = play(['paid']) as [Told, Told]
    expect(hear({ ...atFirst, state }, newsOf(paid, 1))).toMatchObject({ state: 'paid', worth: 'paid' })
  }
})

test('a free order is only placed once its page is complete', () => {
  const free = { ...play([])[0], paymentStatus: 'no_payment_required', totalPence: 0 } as SessionRecord
  expect(stateOf(free)).toBe('open')
  expect(stateOf({ ...free, status: 'expired' })).toBe('expired')
  expect(stateOf({ ...free, status: 'complete' })).toBe('paid')
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
