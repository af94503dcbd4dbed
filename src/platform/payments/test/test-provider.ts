import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { PaymentProvider, PaymentRecord, SessionRecord } from '../provider.ts'
import {
  addSession,
  closeSession,
  findCompleted,
  findLines,
  findSession,
  findSessionOfPayment,
  refundSession,
} from './ledger.ts'
import { testEvents } from './test-info.ts'
import { deliverOverHttp, readEvent, recordEvent, type TestWebhookSender } from './test-webhooks.ts'

/** The path of the provider's own payment pages. */
export const testPaymentPath = '/test-payment'

/** `fetch` delivers the webhooks; `secretFor` derives a secret for each purpose. */
export type TestOptions = {
  live: boolean
  siteUrl: string
  db: Db
  log: Log
  secretFor: (purpose: 'the test provider’s webhook') => string
  fetch(request: Request): Response | Promise<Response>
}

/** The provider of test payments; null in a live shop. This folder holds a provider, not tests of payments. */
export function openTestPayments({
  live,
  siteUrl,
  db,
  log,
  secretFor,
  fetch,
}: TestOptions): { provider: PaymentProvider; testWebhookSender: TestWebhookSender } | null {
  if (live) return null
  const secret = secretFor('the test provider’s webhook')
  const deliver = deliverOverHttp({ url: `${siteUrl}/webhooks/test`, fetch })
  return { provider: createTestProvider({ db, secret, siteUrl }), testWebhookSender: { db, secret, log, deliver } }
}

/**
 * A payment provider for rehearsals: its ledger is in the database, its payment pages are `testPaymentPages`, and it
 * sends the same signed webhooks as a real one. No money moves. `secret` signs its events.
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
        if (await closeSession(tx, id)) await recordEvent(tx, { sessionId: id, type: testEvents.expired })
        const session = await findSession(tx, id)
        return session?.record ?? null
      }),
    refund: (refund) =>
      db.asService(async (tx) => {
        const { refund: made, isNew } = await refundSession(tx, refund)
        if (isNew) await recordEvent(tx, { sessionId: refund.sessionId, type: testEvents.refunded })
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
      // There are no disputes about test payments.
    },
    async *listRefunds() {
      // Only the shop refunds test payments.
    },
    async *listMissedEvents() {
      // The test provider resends an event until the shop has accepted it.
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
