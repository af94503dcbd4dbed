import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import { type Administrator, requireAdministrator } from '#platform/auth/require-administrator.ts'
import { calendarDay } from '#platform/calendar-day.ts'
import type { Claims } from '#platform/database/db.ts'
import { oneLine } from '#platform/email/one-line.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { announceDelay } from '../delays/announce-delay.ts'
import { listOrderEmails } from './list-order-emails.ts'
import { resendEmail } from './resend-email.ts'
import { sendDispatchEmailNow } from './send-dispatch-email-now.ts'
import { waitForEmail } from './wait-for-email.ts'

// The order's own row is used; other fields of the body are ignored.
const ConfirmBody = z.object({ order_number: OrderNumber })
const AgainBody = z.object({ id: z.uuid() })
const DelayBody = z.object({
  order_number: OrderNumber,
  dispatch_by: calendarDay(),
  reason: z
    .string()
    .trim()
    .max(500)
    .nullish()
    .transform((text) => oneLine(text)),
})

/**
 * The e-mails of an order, mounted at /functions/v1, for administrators only. POST send-shipping-confirmation `{
 * order_number }` returns `{ queued, state, message }` within 3 s; GET order-letters?order_number= returns `{ letters
 * }`; POST send-letter-again `{ id }` returns the new e-mail; POST announce-delay takes `{ order_number, dispatch_by,
 * reason? }`.
 */
export function orderEmailsApi({ db, queue }: Pick<AuthDeps, 'db' | 'queue'>): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/send-shipping-confirmation', neverKept, async (c) => {
      await requireAdministrator(db, c)
      const { order_number } = ConfirmBody.parse(await c.req.json())
      const email = await db.asService((tx) => sendDispatchEmailNow(tx, queue, order_number))
      return c.json({ queued: true, ...(await waitForEmail(db, email)) })
    })
    .get('/order-letters', neverKept, async (c) => {
      await requireAdministrator(db, c)
      const orderNumber = OrderNumber.parse(c.req.query('order_number'))
      return c.json({ letters: await db.asService((tx) => listOrderEmails(tx, orderNumber)) })
    })
    .post('/send-letter-again', neverKept, async (c) => {
      const { userId } = await requireAdministrator(db, c)
      const { id } = AgainBody.parse(await c.req.json())
      return c.json(await db.asService((tx) => resendEmail(tx, queue, { id, userId }), requestContextOf(c)))
    })
    .post('/announce-delay', neverKept, async (c) => {
      const administrator = await requireAdministrator(db, c)
      const { order_number: orderNumber, dispatch_by: dispatchBy, reason } = DelayBody.parse(await c.req.json())
      const {
        from,
        to,
        promised,
        letter: email,
      } = await db.as(
        inNameOf(administrator),
        (tx) => announceDelay(tx, queue, { orderNumber, dispatchBy, reason, userId: administrator.userId }),
        requestContextOf(c),
      )
      return c.json({
        order_number: orderNumber,
        dispatch_by: to,
        was: from,
        promised_dispatch_by: promised,
        letter: email,
      })
    })
}

const neverKept = createMiddleware<Env>(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})

/** The service role with the administrator's id, for the audit log. */
function inNameOf({ userId }: Administrator): Claims {
  return { role: 'service_role', sub: userId }
}
