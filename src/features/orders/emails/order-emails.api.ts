import type { Hono } from 'hono'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { announceDelay } from '../delays/announce-delay.ts'
import { listOrderEmails, resendEmail } from './emails-of-order.ts'
import * as contracts from './order-emails.contract.ts'
import { sendDispatchEmailNow, waitForEmail } from './send-dispatch-email-now.ts'

/** The e-mails of an order. */
export function orderEmailsApi({ queue }: Pick<AuthDeps, 'queue'>): Hono<Env> {
  return endpoints(
    handle(contracts.sendShippingConfirmation, async ({ db, body }) => {
      const email = await db.asService((tx) => sendDispatchEmailNow(tx, queue, body.order_number))
      return { queued: true as const, ...(await waitForEmail(db, email)) }
    }),
    handle(contracts.listEmailsOfOrder, async ({ db, query }) => ({
      emails: await db.asService((tx) => listOrderEmails(tx, query.order_number)),
    })),
    handle(contracts.sendEmailAgain, ({ db, claims, body: { id } }) =>
      db.asService((tx) => resendEmail(tx, queue, { id, userId: claims.sub })),
    ),
    handle(contracts.announceOrderDelay, async ({ claims, body, asCaller }) => {
      const { order_number: orderNumber, dispatch_by: dispatchBy, reason } = body
      const delay = { orderNumber, dispatchBy, reason, userId: claims.sub }
      const { from, to, promised, email } = await asCaller((tx) => announceDelay(tx, queue, delay))
      return { order_number: orderNumber, dispatch_by: to, was: from, promised_dispatch_by: promised, email }
    }),
  )
}
