import type { Db } from '#infrastructure/db/db.ts'
import type { PaymentProvider } from '../provider.ts'
import { readEvent, recordEvent } from './events.ts'
import { addSession, closeSession, findSession, refundSession } from './ledger.ts'

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
  return {
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
        const { refundedPence, isNew } = await refundSession(tx, refund)
        if (isNew) await recordEvent(tx, { sessionId: refund.sessionId, type: 'charge.refunded' })
        return { refundedPence }
      }),
    verifyEvent: async (rawBody, headers) => readEvent(rawBody, headers, secret),
  }
}
