// @module-tag E2

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleOrder } from '#features/payments/settle-order.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import {
  expectedAfter,
  histories,
  type ProviderRecord,
  play,
  type Reading,
  totalPence,
} from '#tests/fixtures/payment-history.ts'

/** What a paid session's record contains besides the payment state. */
const brought = {
  deliveryPence: 450,
  deliveryService: 'tracked-48',
  totalPence,
  customer: {
    name: 'Ruth',
    email: 'ruth@example.com',
    phone: null,
    address: { line1: '1 Row', line2: null, city: 'Leeds', postcode: 'LS1', country: 'GB' },
  },
}

test('three hundred histories, settled from several sides at once, end in the expected state, paid once and confirmed once', async () => {
  const asking = askedInTurns()
  await using shop = await checkoutShop({ provider: asking.wrap })
  const dress = await shop.db.product()
  let run = 0

  await fc.assert(
    fc.asyncProperty(histories, fc.array(fc.nat(1_000), { minLength: 9, maxLength: 9 }), async (history, dice) => {
      run += 1
      const { code } = await shop.db.discountCode({ percent: 50 })
      asking.answer(null)
      const { body } = await shop.press({ items: [itemOf(dress)], discountCode: code })
      const id = body.sessionId ?? ''
      const truth = play(history.steps, String(run))
      const { answers, first } = await askAll(shop, { id, truth, readings: history.readings, dice, asking })

      const { state, refundedPence } = expectedAfter(answers)
      const order = await shop.order(id)
      const isPaid = !['open', 'expired', 'failed'].includes(state)
      expect(order.provider_state).toBe(state)
      expect(Number(order.refunded_amount) * 100).toBeCloseTo(refundedPence)
      expect(order.payment_status).toBe(isPaid ? 'paid' : 'pending')
      const [use] = await shop.db.asService((tx) =>
        tx.selectFrom('discount_codes').select(['held', 'redeemed']).where('code', '=', code).execute(),
      )
      expect(use).toEqual({ held: state === 'open' ? 1 : 0, redeemed: isPaid ? 1 : 0 })

      const last = answers.findLast(({ paymentStatus }) => paymentStatus === 'paid')
      const books = await booksOf(shop, order.id)
      expect(books.refunds).toEqual(last?.refunds.map((refund) => [refund.id, refund.status]) ?? [])
      expect(books.disputes).toEqual(last?.disputes.map((dispute) => [dispute.id, dispute.status]) ?? [])
      // An order that is first recorded as fully refunded gets no confirmation.
      const thanks = first.map((record) => Number(record !== undefined && !isAllBack(record)))
      expect(thanks).toContain(books.letters.filter((kind) => kind === 'order_confirmation').length)
      const states = new Set(last?.refunds.map(({ status }) => status))
      if (!states.has('failed')) expect(order.review_notes).toEqual([])
      else if (states.size === 1) expect(order.review_notes).toMatchObject([{ kind: 'refund_failed' }])
    }),
    { numRuns: 300 },
  )
}, 120_000)

function isAllBack({ refundedPence, disputes }: ProviderRecord): boolean {
  const isDisputed = disputes.some(({ status }) => status === 'needs_response' || status === 'lost')
  return refundedPence === totalPence && !isDisputed
}

/** A provider that responds only on command, with the commanded record. */
function askedInTurns() {
  const arrived: ((record: ProviderRecord | null) => void)[] = []
  let fixed: ProviderRecord | null | undefined
  let wake: () => void = () => undefined
  return {
    /**
     * From now on it responds at once with this record; null: the provider's own record; undefined: on command again.
     */
    answer(record: ProviderRecord | null | undefined) {
      fixed = record
    },
    /** Waits for a request and returns the function that responds to it. */
    async next(): Promise<(record: ProviderRecord | null) => void> {
      for (;;) {
        const answer = arrived.shift()
        if (answer) return answer
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    wrap: (own: PaymentProvider): PaymentProvider => ({
      ...own,
      async getSession(id) {
        const real = await own.getSession(id)
        if (!real || fixed === null) return real
        const record = await new Promise<ProviderRecord | null>((resolve) => {
          arrived.push(resolve)
          wake()
        })
        const isPaid = record?.paymentStatus === 'paid'
        return { ...real, ...record, ...(isPaid && brought) }
      },
    }),
  }
}

type Asking = ReturnType<typeof askedInTurns>

/**
 * Sends the requests in the order of the readings, each with the record of its moment, and responds in another order,
 * some at once. `first`: the responses that may have made the order paid.
 */
async function askAll(
  shop: CheckoutShop,
  {
    id,
    truth,
    readings,
    dice,
    asking,
  }: { id: string; truth: ProviderRecord[]; readings: Reading[]; dice: number[]; asking: Asking },
): Promise<{ answers: ProviderRecord[]; first: (ProviderRecord | undefined)[] }> {
  asking.answer(undefined)
  const questions = []
  for (const { stateAt } of readings) {
    const paymentDeps = settleOrder(shop.paymentDeps, id)
    questions.push({ paymentDeps, reply: await asking.next(), record: truth[stateAt] as ProviderRecord })
  }
  const order = questions.map((question, index) => ({ ...question, place: dice[index % dice.length] ?? 0 }))
  const arriving = order.toSorted((one, other) => one.place - other.place)
  for (const { paymentDeps, reply, record, place } of arriving) {
    reply(record)
    // Every third response is awaited; the others run concurrently.
    if (place % 3 === 0) await paymentDeps
  }
  await Promise.all(questions.map(({ paymentDeps }) => paymentDeps))
  asking.answer(null)
  const isPaid = ({ record }: { record: ProviderRecord }) => record.paymentStatus === 'paid'
  const waited = arriving.findIndex((each) => isPaid(each) && each.place % 3 === 0)
  const could = (waited < 0 ? arriving : arriving.slice(0, waited + 1)).filter(isPaid)
  return {
    answers: questions.map(({ record }) => record),
    first: could.length > 0 ? could.map(({ record }) => record) : [undefined],
  }
}

async function booksOf(shop: CheckoutShop, orderId: string) {
  return shop.db.asService(async (tx) => {
    const refunds = await tx
      .selectFrom('private.refunds')
      .select(['provider_refund_id', 'state'])
      .where('order_id', '=', orderId)
      .orderBy('requested_at')
      .execute()
    const disputes = await tx
      .selectFrom('private.disputes')
      .select(['id', 'status'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
    const emails = await tx.selectFrom('private.outbox').select('kind').where('order_id', '=', orderId).execute()
    return {
      refunds: refunds.map((row) => [row.provider_refund_id, row.state]),
      disputes: disputes.map((row) => [row.id, row.status]),
      letters: emails.map(({ kind }) => kind),
    }
  })
}
