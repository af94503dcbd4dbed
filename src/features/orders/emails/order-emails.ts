import { sql } from 'kysely'
import { z } from 'zod'
import { pence } from '#base/money.ts'
import { penceJson } from '#base/pounds-json.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import { addressCode } from '../changes/address-code.email.ts'
import { labelChanges } from '../changes/change-labels.ts'
import { DeliveryAddress } from '../changes/delivery-address.ts'
import type { AddressCodes } from '../changes/new-address.ts'
import { orderChangedEmail } from '../changes/order-changed.email.ts'
import type { DelayTokens } from '../delays/delay-token.ts'
import { orderChoiceMade } from '../delays/order-choice-made.email.ts'
import { findEdit } from '../history/order-event.ts'
import { orderLink } from '../links/order-link.email.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { isBeforeDispatch, isCalledOff } from '../order-state.ts'
import { isWithdrawn } from '../returns/declare-return.ts'
import { ownerReturn } from '../returns/owner-return.email.ts'
import { returnAnswered } from '../returns/return-answered.email.ts'
import { readReturnEmailData } from '../returns/return-email-data.ts'
import { returnReceipt } from '../returns/return-receipt.email.ts'
import { orderCancelled } from './cancelled.email.ts'
import { orderConfirmation } from './confirmation.email.ts'
import { orderDelayed } from './delayed.email.ts'
import { orderDelivered } from './delivered.email.ts'
import { orderDispatched } from './dispatched.email.ts'
import { keptLines, withOrderLink } from './email-blocks.ts'
import { orderInProduction } from './in-production.email.ts'
import { type OrderEmailData, readOrderEmailData } from './order-email-data.ts'
import { orderRefunded, secondPaymentRefunded } from './refunded.email.ts'

/** `parcel`: of an order that leaves in several; null: the order, or the last of them. */
const Dispatched = z.object({
  tracking: z.string().nullable().default(null),
  parcel: z.int().nullable().default(null),
})
const Refunded = z.object({
  refunded: penceJson,
  total: penceJson,
  /** Whether the refund is of a second payment for the same order. */
  second: z.boolean().default(false),
})
const Delayed = z.object({ from: z.iso.date(), to: z.iso.date(), reason: z.string().nullable() })
const Answered = z.object({
  answer: z.enum(['keep', 'cancel']),
  day: z.iso.date(),
  added: z.array(z.string()).default([]),
})
const Changed = z.object({ edit: z.uuid() })
const Coded = z.object({ salt: z.uuid() })
const Linked = z.object({ news: z.enum(['link', 'ended', 'declared', 'called-off', 'renewed']) })
const OfReturn = z.object({ returnId: z.uuid(), state: z.string().optional() })

type Content = EmailContent | null
type Write = (order: OrderEmailData, data: unknown, tx: Tx) => Content | Promise<Content>

/** A template of an e-mail about an order, from what is true at sending; null where its news is no longer true. */
export function orderTemplate({ db, siteUrl }: { db: Db; siteUrl: string }, write: Write): EmailTemplates[string] {
  return async ({ data, orderId }) => {
    if (!orderId) return null
    const content = await db.asService(async (tx) => {
      const order = await readOrderEmailData(tx, orderId, siteUrl)
      return order && write(order, data, tx)
    })
    return content && composeEmail(content)
  }
}

type Options = { db: Db; siteUrl: string; links: OrderLinks; delayTokens: DelayTokens; codes: AddressCodes }

/** The templates of the e-mails about an order, its changes, delays, links and returns. */
export function orderEmails({ db, siteUrl, links, delayTokens, codes }: Options): EmailTemplates {
  const plain = (write: Write) => orderTemplate({ db, siteUrl }, write)
  const linked = (write: Write) =>
    plain(async (order, data, tx) => {
      const content = await write(order, data, tx)
      return content && withOrderLink(content, links.urlOf(order))
    })
  return {
    order_confirmation: linked((order) => (isCalledOff(order) || !order.isPaid ? null : orderConfirmation(order))),

    order_in_production: linked(async (order, _data, tx) => {
      // Where a part has left, its e-mail says that the rest is being made.
      if (order.status !== 'processing' || isCalledOff(order) || order.parcels.length > 0) return null
      return (await isWithdrawn(tx, order.id)) ? null : orderInProduction(order)
    }),

    order_dispatched: linked((order, data) => {
      const { tracking, parcel: id } = Dispatched.parse(data ?? {})
      const last = order.parcels.at(-1)
      const parcel = id === null ? last : order.parcels.find((each) => each.id === id)
      const isSent = order.status === 'shipped' || (order.status === 'processing' && id !== null)
      const number = parcelOf(parcel ? parcel.trackingNumber : order.trackingNumber)
      if (!isSent || order.isCollected || (id !== null && !parcel) || number !== parcelOf(oneLine(tracking)))
        return null
      const isLast = order.status === 'shipped' && parcel === last
      const isSeveral = order.parcels.length > 1 || order.status === 'processing'
      const sent = order.sentTracking.find(
        (each) =>
          each.tracking !== null &&
          (each.parcel === null ? isLast && !(isSeveral && each.isTakenBack) : each.parcel === parcel?.id),
      )
      const isCorrected = sent !== undefined && number !== null && parcelOf(sent.tracking) !== number
      const about = (isSeveral && parcel) || null
      const correctedFrom = isCorrected ? sent.tracking : null
      return orderDispatched(order, { correctedFrom, parcel: about, ignore: about && numberToIgnore(order) })
    }),

    order_delivered: linked((order) =>
      order.status === 'delivered' && !order.isCollected ? orderDelivered(order) : null,
    ),

    order_cancelled: linked((order) => (order.status === 'cancelled' ? orderCancelled(order) : null)),

    // A later refund has its own e-mail, with the total and the amount of earlier e-mails.
    order_refunded: linked((order, data) => {
      const { refunded, total, second } = Refunded.parse(data)
      if (second) return order.isPaid ? secondPaymentRefunded(order, refunded) : null
      if (refunded === 0 || order.refundedPence !== refunded) return null
      const before = pence(Math.max(0, ...order.reportedRefunds.filter((earlier) => earlier < refunded)))
      return orderRefunded(order, { refunded, total, before })
    }),

    // A later delay has its own e-mail; an order that was shipped or withdrawn from is no longer late.
    order_delayed: linked(async (order, data, tx) => {
      const { from, to, reason } = Delayed.parse(data)
      if (!isBeforeDispatch(order.status) || isCalledOff(order) || order.dispatchBy.getTime() !== Date.parse(to))
        return null
      if (await isWithdrawn(tx, order.id)) return null
      const token = delayTokens.issue({ orderId: order.id, day: to, linkVersion: order.linkVersion })
      const choiceUrl = `${order.siteUrl}/order-choice?token=${token}`
      return orderDelayed(order, { from: new Date(from), to: new Date(to), reason, choiceUrl })
    }),

    order_choice_made: plain(async (order, data, tx) => {
      const { answer, day, added } = Answered.parse(data)
      const { customer_email } = await tx
        .selectFrom('pre_orders')
        .select('customer_email')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      return orderChoiceMade({
        orderNumber: order.orderNumber,
        answer,
        day: new Date(day),
        refund: order.totalPence === 0 ? 'none' : order.providerState === 'refunded' ? 'done' : 'owed',
        added,
        garments: keptLines(order).map(({ quantity, ...line }) => `${quantity} × ${namedSize(line)}`),
        customerEmail: mailAddress(customer_email),
        ordersUrl: `${siteUrl}/admin`,
      })
    }),

    order_changed: linked(async (order, data, tx) => {
      const edit = await findEdit(tx, { orderId: order.id, id: Changed.parse(data).edit })
      if (!edit || edit.isUndone) return null
      const changes = labelChanges(edit.changes).filter(({ isInternal }) => !isInternal)
      if (changes.length === 0) return null
      const { byCustomer, undoOf } = edit
      const isMoved = edit.changes.some(({ field }) => field === 'service')
      const hasNewDay = edit.changes.some(({ field }) => field === 'dispatch_by')
      return orderChangedEmail(order, { changes, byCustomer, isUndone: undoOf !== null, isMoved, hasNewDay })
    }),

    order_address_code: plain(async (order, data, tx) => {
      const { salt } = Coded.parse(data)
      const waiting = await tx
        .selectFrom('private.address_codes')
        .select('address')
        .where('order_id', '=', order.id)
        .where('salt', '=', salt)
        .where('expires_at', '>', sql<Date>`public.shop_now()`)
        .executeTakeFirst()
      if (!waiting) return null
      const address = DeliveryAddress.parse(waiting.address)
      return addressCode(order, { address, code: codes.codeOf({ orderId: order.id, salt, address }) })
    }),

    order_link: plain((order, data) => orderLink(order, Linked.parse(data).news, links.urlOf(order))),

    order_return_requested: linked(async (order, data, tx) => {
      const declared = await readReturnEmailData(tx, OfReturn.parse(data).returnId, order)
      return declared && returnReceipt(declared)
    }),

    owner_return_requested: plain(async (order, data, tx) => {
      const declared = await readReturnEmailData(tx, OfReturn.parse(data).returnId, order)
      return declared && ownerReturn(declared)
    }),

    // A later state has an e-mail of its own.
    order_return_answered: linked(async (order, data, tx) => {
      const { returnId, state } = OfReturn.parse(data)
      const declared = await readReturnEmailData(tx, returnId, order)
      return declared && declared.state === state ? returnAnswered(declared) : null
    }),
  }
}

/** The number that the customer was sent last, of a shipment of all that was undone; null where a parcel has it. */
function numberToIgnore({ sentTracking: [latest], parcels }: OrderEmailData): string | null {
  if (!latest?.isTakenBack) return null
  const isUsed = parcels.some(({ trackingNumber }) => parcelOf(trackingNumber) === parcelOf(latest.tracking))
  return isUsed ? null : latest.tracking
}

/** The number without case and spaces, as the database compares it. */
function parcelOf(trackingNumber: string | null): string | null {
  return trackingNumber?.replaceAll(/\s/g, '').toUpperCase() || null
}
