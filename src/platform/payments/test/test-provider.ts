import type { Db } from '#platform/database/db.ts'
import type { PaymentProvider, PaymentRecord, SessionRecord } from '../provider.ts'
import { readEvent, recordEvent } from './events.ts'
import {
  addSession,
  closeSession,
  findCompleted,
  findLines,
  findSession,
  findSessionOfPayment,
  refundSession,
} from './ledger.ts'

/** The path of the provider's own payment pages. */
export const testPaymentPath = '/test-payment'

/**
 * A payment company in rehearsal: its ledger stands in the database, its pages are this app's (`testPaymentPages`), and
 * it reports by the same signed webhook as a real one. No money moves. `secret` signs its events.
 */
export function createTestProvider({
  db,
  secret,
  siteUrl,
}: {
  db: Db
  secret: string
  siteUrl: string
}): PaymentProvider {
  const provider: PaymentProvider = {
    name: 'test',
    async createSession(request) {
      const { id, expiresAt } = await db.asService((tx) => addSession(tx, request))
      return { id, url: `${siteUrl}${testPaymentPath}/${id}`, expiresAt }
    },
    async getSession(id) {
      const session = await db.asService((tx) => findSession(tx, id))
      return session?.record ?? null
    },
    expireSession: (id) =>
      db.asService(async (tx) => {
        if (await closeSession(tx, id)) await recordEvent(tx, { sessionId: id, type: 'checkout.session.expired' })
        const session = await findSession(tx, id)
        return session?.record ?? null
      }),
    refund: (refund) =>
      db.asService(async (tx) => {
        const { refund: made, isNew } = await refundSession(tx, refund)
        if (isNew) await recordEvent(tx, { sessionId: refund.sessionId, type: 'charge.refunded' })
        return made
      }),
    verifyEvent: async (rawBody, headers) => readEvent(rawBody, headers, secret),
    async findSessionOf(paymentId) {
      const session = await db.asService((tx) => findSessionOfPayment(tx, paymentId))
      return session?.record ?? null
    },
    getLines: (sessionId) => db.asService((tx) => findLines(tx, sessionId)),
    async *listSessions(span) {
      yield* await db.asService((tx) => findCompleted(tx, span))
    },
    async *listPayments(span) {
      const sessions = await db.asService((tx) => findCompleted(tx, span))
      yield* sessions.flatMap(paymentOf)
    },
    async *listDisputes() {
      // No bank asks about pretended money.
    },
    async *listMissedEvents() {
      // It keeps its events until the shop has taken them.
    },
    dashboardUrl: () => null,
    inBackground: () => provider,
  }
  return provider
}

function paymentOf({
  paymentId,
  orderId,
  totalPence,
  refundedPence,
  currency,
  createdAt,
}: SessionRecord): PaymentRecord[] {
  return paymentId ? [{ id: paymentId, orderId, amountPence: totalPence ?? 0, refundedPence, currency, createdAt }] : []
}
