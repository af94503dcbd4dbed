import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { sql } from 'kysely'
import { formatDocumentDay } from '#base/calendar-day.ts'
import { formatPence, type Pence, pence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { penceOf } from '#base/sql-money.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { isToShop, type ListedEmail, listOrderEmails } from '#features/orders/emails/emails-of-order.ts'
import { type EmailParcel, type OrderEmailData, readOrderEmailData } from '#features/orders/emails/order-email-data.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { asSentence, disputeReason, refundState } from '#platform/payments/payment-labels.ts'
import { shop } from '#shop'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

type Facts = {
  about: { reason: string; amount: string; opened: Date | null; respondBy: Date | null; paymentId: string | null }
  order: OrderEmailData
  contact: { email: string | null; phone: string | null; paidAt: Date | null; shippedAt: Date | null }
  emails: ListedEmail[]
  refunds: { amount: Pence; reason: string; state: string; requested_at: Date }[]
  at: Date
}

/**
 * Evidence for the bank about a disputed order as one printable HTML file: the order and its lines, the promised and
 * the actual dispatch, the e-mails and the refunds. `id`: of the discrepancy. Refuses not_found, and conflict for a
 * payment without an order.
 */
export async function getDisputeEvidence(tx: Tx, id: string, siteUrl: string): Promise<{ html: Html; name: string }> {
  const discrepancy = await tx
    .selectFrom('private.payment_discrepancies as discrepancy')
    .leftJoin('pre_orders as placed', 'placed.id', 'discrepancy.order_id')
    .leftJoin('private.disputes as dispute', (join) =>
      join.on('dispute.id', '=', sql<string>`substr(discrepancy.key, length('open_dispute:') + 1)`),
    )
    .select([
      'discrepancy.order_id',
      'discrepancy.respond_by',
      'discrepancy.payment_id',
      ...penceOf('discrepancy.theirs'),
    ])
    .select(sql<string | null>`coalesce(dispute.reason, discrepancy.facts ->> 'reason')`.as('reason'))
    .select(['dispute.opened_at', 'placed.customer_email', 'placed.customer_phone'])
    .select(['placed.paid_at', 'placed.shipped_at', sql<Date>`public.shop_now()`.as('now')])
    .where('discrepancy.id', '=', id)
    .where('discrepancy.kind', 'in', ['open_dispute', 'fraud_warning'])
    .executeTakeFirst()
  if (!discrepancy) throw new AppError('not_found', 'This dispute doesn’t exist.')
  const order = discrepancy.order_id ? await readOrderEmailData(tx, discrepancy.order_id, siteUrl) : null
  if (!discrepancy.order_id || !order) throw new AppError('conflict', 'This payment doesn’t belong to an order here.')
  const refunds = await tx
    .selectFrom('private.refunds')
    .select(['reason', 'state', 'requested_at', ...penceOf('amount')])
    .where('order_id', '=', discrepancy.order_id)
    .orderBy('requested_at')
    .execute()
  const facts: Facts = {
    about: {
      reason: discrepancy.reason ?? '',
      amount: discrepancy.theirs === null ? '' : formatPence(discrepancy.theirs),
      opened: discrepancy.opened_at,
      respondBy: discrepancy.respond_by,
      paymentId: discrepancy.payment_id,
    },
    order,
    contact: {
      email: discrepancy.customer_email,
      phone: discrepancy.customer_phone,
      paidAt: discrepancy.paid_at,
      shippedAt: discrepancy.shipped_at,
    },
    emails: (await listOrderEmails(tx, order.orderNumber)).toReversed(),
    refunds,
    at: discrepancy.now,
  }
  return { html: evidence(facts), name: `evidence-${order.orderNumber}.html` }
}

function evidence({ about, order, contact, emails, refunds, at }: Facts): Html {
  return html`<!doctype html>
<html lang="${shop.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Order ${order.orderNumber}: evidence for a payment dispute</title>
<style>
  body { font: 11pt/1.5 Georgia, serif; color: #222; max-width: 46rem; margin: 2rem auto; padding: 0 1.25rem }
  h1 { font-weight: normal; font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem }
  h2 { font-weight: normal; font-size: 1.2rem; margin: 2rem 0 .5rem; border-top: 1px solid #bbb; padding-top: .8rem; break-after: avoid }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; overflow-wrap: anywhere }
  th { font-weight: normal; color: #555; width: 11rem } .amount { text-align: right; white-space: nowrap; padding-right: 0 } p { margin: .3rem 0 }
</style></head><body>
<h1>Order ${order.orderNumber}: evidence for a payment dispute</h1>
<p>${shop.trader.name}, ${shop.trader.address.join(', ')}. Prepared on ${formatShopTime(at)}.</p>
${table('The dispute', [
  ['Amount', about.amount],
  ['Reason given', about.reason && asSentence(disputeReason(about.reason))],
  ['Opened', about.opened && formatShopTime(about.opened)],
  ['Response due', about.respondBy && formatShopTime(about.respondBy)],
  ['Payment', about.paymentId],
])}
${table('The customer', [
  ['Name and address', order.address.join(', ')],
  ['E-mail', contact.email],
  ['Phone', contact.phone],
])}
<h2>What was ordered</h2>
<table>${order.lines.map(
    ({ name, size, quantity, totalPence, isPreorder }) =>
      html`<tr><td>${namedSize({ name, size })}${isPreorder ? ', pre-order' : ''}${quantity > 1 ? ` × ${quantity}` : ''}</td>
        <td class="amount">${formatPence(totalPence)}</td></tr>`,
  )}
${sums(order).map(([what, amount]) => html`<tr><td>${what}</td><td class="amount">${amount}</td></tr>`)}</table>
${table('Promised and actual dispatch', [
  ['Ordered', formatDocumentDay(order.orderedOn)],
  ['Paid', contact.paidAt && formatShopTime(contact.paidAt)],
  ['Dispatch promised by', formatDocumentDay(order.promisedBy)],
  ['Later date given', order.dispatchBy > order.promisedBy ? formatDocumentDay(order.dispatchBy) : null],
  ['Dispatched', contact.shippedAt && formatShopTime(contact.shippedAt)],
  ['Carrier', order.carrier && order.shippedOn ? order.carrier : null],
  ['Tracking number', order.trackingNumber],
  ['Tracking page', order.trackingUrl],
  ...(isSeveral(order) ? order.parcels.map(parcelFact) : []),
  ['Order status', order.status],
])}
${table(
  'E-mails sent',
  emails
    .filter(({ kind, sent_at }) => sent_at !== null && !isToShop(kind))
    .map(({ title, recipient, sent_at }) => [sent_at ? formatShopTime(sent_at) : '', `${title}, to ${recipient}`]),
)}
${table(
  'Refunds',
  refunds.map(({ amount, reason, state, requested_at }) => [
    formatShopTime(requested_at),
    `${formatPence(amount)}, ${reason}, ${refundState(state)}`,
  ]),
)}
</body></html>`
}

/** Whether it left in several parcels, or a part of it has left. */
function isSeveral({ parcels, remaining }: OrderEmailData): boolean {
  return parcels.length > 1 || (parcels.length > 0 && remaining.length > 0)
}

function parcelFact(parcel: EmailParcel, index: number): [string, string] {
  const { lines, shippedOn, carrier, trackingNumber, trackingUrl } = parcel
  const pieces = lines.map(({ name, size, quantity }) => `${quantity} × ${namedSize({ name, size })}`).join('; ')
  const left = shippedOn && `dispatched on ${formatDocumentDay(shippedOn)}`
  return [`Parcel ${index + 1}`, [pieces, left, carrier, trackingNumber, trackingUrl].filter(Boolean).join(', ')]
}

function sums({ goodsPence, discount, delivery, totalPence }: OrderEmailData): [string, string][] {
  return [
    ['Goods', formatPence(goodsPence)],
    ...(discount ? [[`Discount ${discount.code}`, `−${formatPence(discount.pence)}`] as [string, string]] : []),
    [delivery.label, formatPence(delivery.pence)],
    ['Paid', formatPence(pence(totalPence))],
  ]
}

/** A heading and its known facts. */
function table(title: string, facts: [string, string | null | undefined][]): Html {
  const known = facts.filter(([, fact]) => fact)
  return html`<h2>${title}</h2>
${
  known.length === 0
    ? html`<p>None.</p>`
    : html`<table>${known.map(([name, fact]) => html`<tr><th scope="row">${name}</th><td>${fact}</td></tr>`)}</table>`
}`
}
