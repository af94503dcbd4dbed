import Stripe from 'stripe'
import type { Log } from '#platform/log.ts'
import type { PaymentProvider, SessionRecord } from '../provider.ts'
import type { Calls, LaneName } from './calls.ts'
import { makePage } from './make-page.ts'
import { everyOne, type ListParams } from './pages.ts'
import { readListedEvent, toldEvents } from './read-event.ts'
import { refundOnce } from './refund-once.ts'
import { nullIfMissing } from './refuse.ts'
import { chargeOf, readDispute, readLine, readPayment, readSession } from './session-record.ts'

/** `pages`: the lane by which payment pages are made and closed; `rest`: of everything else. */
export type Asking = {
  stripe: Stripe
  calls: Calls
  log: Log
  siteUrl: string
  lanes: { pages: LaneName; rest: LaneName }
}

type Asked = Omit<PaymentProvider, 'name' | 'verifyEvent' | 'dashboardUrl' | 'inBackground'>

const expanded = ['payment_intent.latest_charge.refunds', 'shipping_cost.shipping_rate']
const expandedInLists = expanded.map((path) => `data.${path}`)
const sessionName = /^cs_[\w-]{1,200}$/

/** What is asked of Stripe over the network, all of it by its lane. */
export function askStripe({ stripe, calls, log, siteUrl, lanes: { pages, rest } }: Asking): Asked {
  const { sessions } = stripe.checkout

  async function retrieve(id: string): Promise<SessionRecord | null> {
    if (!sessionName.test(id)) return null
    const session = await sessions.retrieve(id, { expand: expanded }).catch(nullIfMissing)
    return session && complete(stripe, session)
  }

  async function findOf(paymentId: string): Promise<SessionRecord | null> {
    const asked = { payment_intent: paymentId, limit: 1, expand: expandedInLists }
    const [session] = (await sessions.list(asked).catch(nullIfMissing))?.data ?? []
    return session ? complete(stripe, session) : null
  }

  async function lines(id: string) {
    if (!sessionName.test(id)) return []
    const asked = { limit: 100, expand: ['data.price.product'] }
    const found = await sessions.listLineItems(id, asked).catch(nullIfMissing)
    return (found?.data ?? []).map(readLine)
  }

  async function expire(id: string): Promise<SessionRecord | null> {
    if (!sessionName.test(id)) return null
    try {
      return await complete(stripe, await sessions.expire(id, { expand: expanded }))
    } catch (error) {
      // It is unknown, paid or over already: the page itself says which.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return retrieve(id)
      throw error
    }
  }

  return {
    createSession: (request) =>
      calls.by(pages, () => makePage({ stripe, log, siteUrl, faults: calls.faults }, request)),
    inTurn: (work) => calls.inTurn(pages, work),
    getSession: (id) => calls.by(rest, () => retrieve(id)),
    findSessionOf: (paymentId) => calls.by(rest, () => findOf(paymentId)),
    getLines: (id) => calls.by(rest, () => lines(id)),
    expireSession: (id) => calls.by(pages, () => expire(id)),
    refund: (asked) => calls.by(rest, () => refundOnce({ stripe, retrieve, faults: calls.faults }, asked)),
    async *listSessions(span) {
      const ask = (params: ListParams) =>
        calls.by(rest, () => sessions.list({ ...params, status: 'complete', expand: expandedInLists }))
      for await (const session of everyOne(span, ask)) {
        if (session.payment_status === 'unpaid') continue
        yield isWhole(session) ? readSession(session) : await calls.by(rest, () => complete(stripe, session))
      }
    },
    async *listPayments(span) {
      for await (const charge of everyOne(span, (params) => calls.by(rest, () => stripe.charges.list(params)))) {
        const payment = readPayment(charge)
        if (payment) yield payment
      }
    },
    async *listDisputes(span) {
      for await (const dispute of everyOne(span, (params) => calls.by(rest, () => stripe.disputes.list(params)))) {
        yield readDispute(dispute)
      }
    },
    async *listMissedEvents(span) {
      const missed = { delivery_success: false, types: toldEvents }
      const ask = (params: ListParams) => calls.by(rest, () => stripe.events.list({ ...params, ...missed }))
      for await (const event of everyOne(span, ask)) yield readListedEvent(event)
    },
  }
}

type Session = Stripe.Checkout.Session

function isWhole(session: Session): boolean {
  const charge = chargeOf(session)
  return !charge?.disputed && !charge?.refunds?.has_more
}

/** The record of a session, with what its own answer does not hold: disputes, and refunds beyond the tenth. */
async function complete(stripe: Stripe, session: Session): Promise<SessionRecord> {
  const charge = chargeOf(session)
  if (!charge || isWhole(session)) return readSession(session)
  const all = { charge: charge.id, limit: 100 }
  const refunds = charge.refunds?.has_more ? (await stripe.refunds.list(all)).data : undefined
  const disputes = charge.disputed ? (await stripe.disputes.list(all)).data : []
  return readSession(session, { ...(refunds && { refunds }), disputes })
}
