import Stripe from 'stripe'
import type { Log } from '#platform/log.ts'
import type { PaymentProvider, SessionRecord, Span } from '../provider.ts'
import { createPaymentPage } from './create-payment-page.ts'
import { readListedEvent, subscribedEventTypes } from './read-event.ts'
import { refundOnce } from './refund-once.ts'
import { chargeOf, readDispute, readLine, readListedRefund, readPayment, readSession } from './session-record.ts'
import type { StripeCalls, ThrottleName } from './stripe-calls.ts'
import { nullIfMissing } from './stripe-errors.ts'

/** `pages`: the throttle of creating and closing payment pages; `rest`: of all other requests. */
export type StripeOperationsDeps = {
  stripe: Stripe
  calls: StripeCalls
  log: Log
  siteUrl: string
  throttles: { pages: ThrottleName; rest: ThrottleName }
}

type StripeOperations = Omit<PaymentProvider, 'name' | 'verifyEvent' | 'dashboardUrl' | 'inBackground'>

const expanded = ['payment_intent.latest_charge.refunds', 'shipping_cost.shipping_rate']
const expandedInLists = expanded.map((path) => `data.${path}`)
const sessionId = /^cs_[\w-]{1,200}$/

/** The provider's operations that call Stripe over the network, each under its throttle. */
export function createStripeOperations({
  stripe,
  calls,
  log,
  siteUrl,
  throttles: { pages, rest },
}: StripeOperationsDeps): StripeOperations {
  const { sessions } = stripe.checkout

  async function retrieve(id: string): Promise<SessionRecord | null> {
    if (!sessionId.test(id)) return null
    const session = await sessions.retrieve(id, { expand: expanded }).catch(nullIfMissing)
    return session && completeRecord(stripe, session)
  }

  async function findOf(paymentId: string): Promise<SessionRecord | null> {
    const params = { payment_intent: paymentId, limit: 1, expand: expandedInLists }
    const [session] = (await sessions.list(params).catch(nullIfMissing))?.data ?? []
    return session ? completeRecord(stripe, session) : null
  }

  async function lines(id: string) {
    if (!sessionId.test(id)) return []
    const params = { limit: 100, expand: ['data.price.product'] }
    const found = await sessions.listLineItems(id, params).catch(nullIfMissing)
    return (found?.data ?? []).map(readLine)
  }

  async function expire(id: string): Promise<SessionRecord | null> {
    if (!sessionId.test(id)) return null
    try {
      return await completeRecord(stripe, await sessions.expire(id, { expand: expanded }))
    } catch (error) {
      // The page is unknown, paid or closed already: its record says which.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return retrieve(id)
      throw error
    }
  }

  return {
    createSession: (request) =>
      calls.call(pages, () => createPaymentPage({ stripe, log, siteUrl, serverErrors: calls.serverErrors }, request)),
    inTurn: (work) => calls.inTurn(pages, work),
    getSession: (id) => calls.call(rest, () => retrieve(id)),
    findSessionOf: (paymentId) => calls.call(rest, () => findOf(paymentId)),
    getLines: (id) => calls.call(rest, () => lines(id)),
    expireSession: (id) => calls.call(pages, () => expire(id)),
    refund: (request) =>
      calls.call(rest, () => refundOnce({ stripe, retrieve, serverErrors: calls.serverErrors }, request)),
    async *listSessions(span) {
      const request = (params: ListParams) =>
        calls.call(rest, () => sessions.list({ ...params, status: 'complete', expand: expandedInLists }))
      for await (const session of listAll(span, request)) {
        if (session.payment_status === 'unpaid') continue
        yield hasAllParts(session)
          ? readSession(session)
          : await calls.call(rest, () => completeRecord(stripe, session))
      }
    },
    async *listPayments(span) {
      for await (const charge of listAll(span, (params) => calls.call(rest, () => stripe.charges.list(params)))) {
        const payment = readPayment(charge)
        if (payment) yield payment
      }
    },
    async *listDisputes(span) {
      for await (const dispute of listAll(span, (params) => calls.call(rest, () => stripe.disputes.list(params)))) {
        yield readDispute(dispute)
      }
    },
    async *listRefunds(span) {
      for await (const refund of listAll(span, (params) => calls.call(rest, () => stripe.refunds.list(params)))) {
        yield readListedRefund(refund)
      }
      const failures = (params: ListParams) => stripe.events.list({ ...params, type: 'refund.failed' })
      for await (const event of listAll(span, (params) => calls.call(rest, () => failures(params)))) {
        if (event.type === 'refund.failed') yield readListedRefund(event.data.object)
      }
    },
    async sumAccount(span) {
      const sums = { feesPence: 0, paidOutPence: 0 }
      const request = (params: ListParams) => stripe.balanceTransactions.list({ ...params, currency: 'gbp' })
      for await (const moved of listAll(span, (params) => calls.call(rest, () => request(params)))) {
        // A fee is a part of the movement it is for, or a movement of its own.
        sums.feesPence += isOwnFee(moved) ? -moved.amount : moved.fee
        if (isPayout(moved)) sums.paidOutPence -= moved.amount
      }
      return sums
    },
    async *listMissedEvents(span) {
      const missed = { delivery_success: false, types: subscribedEventTypes }
      const request = (params: ListParams) => calls.call(rest, () => stripe.events.list({ ...params, ...missed }))
      for await (const event of listAll(span, request)) yield readListedEvent(event)
    },
  }
}

function isOwnFee({ type }: Stripe.BalanceTransaction): boolean {
  return type === 'stripe_fee' || type === 'tax_fee'
}

/** Also one that came back, whose amount is positive. */
function isPayout({ type }: Stripe.BalanceTransaction): boolean {
  return type === 'payout' || type === 'payout_cancel' || type === 'payout_failure'
}

type Session = Stripe.Checkout.Session

function hasAllParts(session: Session): boolean {
  const charge = chargeOf(session)
  return !charge?.disputed && !charge?.refunds?.has_more
}

/** The record of a session, with what its response does not hold: disputes, and refunds after the tenth. */
async function completeRecord(stripe: Stripe, session: Session): Promise<SessionRecord> {
  const charge = chargeOf(session)
  if (!charge || hasAllParts(session)) return readSession(session)
  const params = { charge: charge.id, limit: 100 }
  const refunds = charge.refunds?.has_more ? (await stripe.refunds.list(params)).data : undefined
  const disputes = charge.disputed ? (await stripe.disputes.list(params)).data : []
  return readSession(session, { ...(refunds && { refunds }), disputes })
}

/** The parameters of one page of a list: a hundred items, newest first. */
export type ListParams = { limit: number; starting_after?: string; created: { gte: number; lt: number } }

/** All items of a list, one request a page; `request` sends it through the throttle. */
async function* listAll<T extends { id: string }>(
  { from, until }: Span,
  request: (params: ListParams) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T> {
  const created = { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
  for (let after: string | undefined; ; ) {
    const { data, has_more } = await request({
      limit: 100,
      created,
      ...(after !== undefined && { starting_after: after }),
    })
    yield* data
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return
  }
}
