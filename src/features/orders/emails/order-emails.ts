import { z } from 'zod'
import { pence, penceFromPounds } from '#base/money.ts'
import { isBeforeDispatch, isCalledOff } from '#features/orders/order-state.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import type { Db } from '#platform/database/db.ts'
import { oneLine } from '#platform/email/one-line.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import type { DelayTokens } from '../delays/delay-token.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { orderCancelled } from './cancelled.email.ts'
import { orderConfirmation } from './confirmation.email.ts'
import { orderDelayed } from './delayed.email.ts'
import { orderDelivered } from './delivered.email.ts'
import { orderDispatched } from './dispatched.email.ts'
import { orderInProduction } from './in-production.email.ts'
import { type OrderEmailData, readOrderEmailData } from './order-email-data.ts'
import { withOrderLink } from './order-link-block.ts'
import { orderRefunded, secondPaymentRefunded } from './refunded.email.ts'

const Dispatched = z.object({ tracking: z.string().nullable().default(null) })
const Refunded = z.object({
  refunded: z.number().nonnegative(),
  total: z.number().nonnegative(),
  /** Whether the refund is of a second payment for the same order. */
  second: z.boolean().default(false),
})
const Delayed = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  reason: z.string().nullable(),
})

/** Renders an e-mail from the order as it is now; null where its news is no longer true. */
type Write = (order: OrderEmailData, data: unknown, tokens: DelayTokens) => EmailContent | null

const writers: Record<string, Write> = {
  order_confirmation: (order) => (isCalledOff(order) || !order.isPaid ? null : orderConfirmation(order)),

  order_in_production: (order) =>
    order.status === 'processing' && !isCalledOff(order) ? orderInProduction(order) : null,

  order_dispatched(order, data) {
    const { tracking } = Dispatched.parse(data ?? {})
    const isSo = order.status === 'shipped' && parcelOf(order.trackingNumber) === parcelOf(oneLine(tracking))
    if (!isSo) return null
    const [before = null] = order.sentTracking
    const isCorrected = before !== null && tracking !== null && parcelOf(before) !== parcelOf(order.trackingNumber)
    return orderDispatched(order, { correctedFrom: isCorrected ? before : null })
  },

  order_delivered: (order) => (order.status === 'delivered' ? orderDelivered(order) : null),

  order_cancelled: (order) => (order.status === 'cancelled' ? orderCancelled(order) : null),

  // A later refund has its own e-mail, with the total and the amount of earlier e-mails.
  order_refunded(order, data) {
    const { refunded, total, second } = Refunded.parse(data)
    const amount = penceFromPounds(refunded)
    if (second) return order.isPaid ? secondPaymentRefunded(order, amount) : null
    if (amount === 0 || order.refundedPence !== amount) return null
    const before = pence(Math.max(0, ...order.reportedRefunds.filter((earlier) => earlier < amount)))
    return orderRefunded(order, { refunded: amount, total: penceFromPounds(total), before })
  },

  // A later delay has its own e-mail, and a shipped order is no longer late.
  order_delayed(order, data, tokens) {
    const { from, to, reason } = Delayed.parse(data)
    if (!isBeforeDispatch(order.status) || isCalledOff(order) || order.dispatchBy.getTime() !== Date.parse(to))
      return null
    const token = tokens.issue({ orderId: order.id, day: to, linkVersion: order.linkVersion })
    const choiceUrl = `${order.siteUrl}/order-choice?token=${token}`
    return orderDelayed(order, { from: new Date(from), to: new Date(to), reason, choiceUrl })
  },
}

type Options = { db: Db; siteUrl: string; links: OrderLinks; delayTokens: DelayTokens }

/** The templates of an order's e-mails, rendered from the order at sending; null where the news is no longer true. */
export function orderEmails({ db, siteUrl, links, delayTokens }: Options): EmailTemplates {
  return Object.fromEntries(
    Object.entries(writers).map(([kind, write]) => [
      kind,
      async ({ data, orderId }: { data: unknown; orderId: string | null }) => {
        if (!orderId) throw new Error(`An e-mail of the kind ${kind} and no order`)
        const order = await db.asService((tx) => readOrderEmailData(tx, orderId, siteUrl))
        const content = order && write(order, data, delayTokens)
        return content ? composeEmail(withOrderLink(content, links.urlOf(order))) : null
      },
    ]),
  )
}

/** The number without case and spaces, as the database compares it. */
function parcelOf(trackingNumber: string | null): string | null {
  return trackingNumber?.replaceAll(/\s/g, '').toUpperCase() || null
}
