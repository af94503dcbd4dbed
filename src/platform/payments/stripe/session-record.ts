import type Stripe from 'stripe'
import { readPlace } from '../postcode.ts'
import type {
  DisputeRecord,
  ListedRefund,
  PaymentCustomer,
  PaymentRecord,
  RefundRecord,
  SessionRecord,
  SoldLine,
} from '../provider.ts'
import { sizePrefix } from './session-params.ts'

type Session = Stripe.Checkout.Session
type Reference<T extends { id: string }> = string | T | null | undefined

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The order that an object of Stripe's belongs to, by the shop's metadata. `client_reference_id` does not count: on a
 * payment link the visitor can set it in the URL.
 */
export function orderIdOf(metadata: unknown): string | null {
  const { order_id: id } = (metadata ?? {}) as { order_id?: unknown }
  return typeof id === 'string' && uuid.test(id) ? id : null
}

function idOf(reference: Reference<{ id: string }>): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** The payment's charge, where the session was requested with both expanded. */
export function chargeOf({ payment_intent: payment }: Session): Stripe.Charge | null {
  const charge = typeof payment === 'object' ? payment?.latest_charge : null
  return typeof charge === 'object' ? (charge ?? null) : null
}

/** Reads a session with its payment, charge, refunds and shipping rate expanded; disputes are a separate list. */
export function readSession(
  session: Session,
  { refunds, disputes = [] }: { refunds?: readonly Stripe.Refund[]; disputes?: readonly Stripe.Dispute[] } = {},
): SessionRecord {
  const { shipping_cost: shipping, total_details: details } = session
  const isComplete = session.status === 'complete'
  const rate = typeof shipping?.shipping_rate === 'object' ? shipping.shipping_rate : null
  const refundRecords = (refunds ?? chargeOf(session)?.refunds?.data ?? []).map(readRefund)
  return {
    id: session.id,
    orderId: orderIdOf(session.metadata),
    status: isComplete ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    paymentStatus: readPaymentStatus(session),
    currency: session.currency ?? '',
    subtotalPence: session.amount_subtotal ?? 0,
    discountPence: details?.amount_discount ?? 0,
    deliveryPence: isComplete ? (shipping?.amount_total ?? 0) : null,
    deliveryService: isComplete ? (rate?.metadata?.service ?? null) : null,
    totalPence: isComplete ? (session.amount_total ?? 0) : null,
    refundedPence: refundRecords
      .filter((refund) => refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amountPence, 0),
    customer: isComplete ? readCustomer(session) : null,
    paymentId: idOf(session.payment_intent),
    refunds: refundRecords,
    disputes: disputes.map(readDispute),
    createdAt: dateOf(session.created),
  }
}

/**
 * Stripe reports `unpaid` both while a slow method's money is on its way and after it failed: the payment says which.
 */
function readPaymentStatus({
  status,
  payment_status: paid,
  payment_intent: payment,
}: Session): SessionRecord['paymentStatus'] {
  if (paid === 'paid') return 'paid'
  if (paid === 'no_payment_required') return 'no_payment_required'
  const state = typeof payment === 'object' ? payment?.status : null
  const isFailed = state === 'requires_payment_method' || state === 'canceled'
  return status === 'complete' && isFailed ? 'failed' : 'unpaid'
}

/** Null without an e-mail address or a delivery address. */
function readCustomer({ customer_details: buyer, collected_information: collected }: Session): PaymentCustomer | null {
  const to = collected?.shipping_details
  const { line1, line2, city, state, postal_code: postcode, country } = to?.address ?? {}
  if (!buyer?.email || !line1 || !country) return null
  const place = readPlace({ postcode: storable(postcode ?? ''), country })
  return {
    name: storable(to?.name || buyer.name || ''),
    email: storable(buyer.email),
    phone: buyer.phone ? storable(buyer.phone) : null,
    address: {
      line1: storable(line1),
      line2: line2 ? storable(line2) : null,
      // An American address needs its state: Springfield, IL.
      city: storable([city, state].filter(Boolean).join(', ')),
      ...place,
    },
  }
}

/** PostgreSQL refuses NUL and lone surrogates, and a paid order must never fail for a name. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}

export function readRefund({ id, amount, status, metadata, failure_reason, created }: Stripe.Refund): RefundRecord {
  const isOver = status === 'failed' || status === 'canceled'
  return {
    id,
    amountPence: amount,
    status: status === 'succeeded' ? 'succeeded' : isOver ? 'failed' : 'pending',
    reference: metadata?.reference || null,
    failure: failure_reason ?? (isOver ? status : null),
    createdAt: dateOf(created),
  }
}

/** A refund of Stripe's list, which names its payment. */
export function readListedRefund(refund: Stripe.Refund): ListedRefund {
  const { id, status } = readRefund(refund)
  return { id, status, paymentId: idOf(refund.payment_intent) }
}

export function readDispute(dispute: Stripe.Dispute): DisputeRecord {
  const { id, payment_intent: payment, amount, currency, reason, status, evidence_details: evidence, created } = dispute
  return {
    id,
    paymentId: idOf(payment),
    amountPence: amount,
    currency,
    reason,
    status: readDisputeStatus(status),
    respondBy: evidence.due_by ? dateOf(evidence.due_by) : null,
    createdAt: dateOf(created),
  }
}

/** An inquiry (`warning_…`) takes no money yet. A dispute that was averted (`prevented`) is closed. */
function readDisputeStatus(status: string): DisputeRecord['status'] {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'warning'
  if (status === 'warning_closed' || status === 'prevented') return 'closed'
  if (status === 'won' || status === 'lost') return status
  return status.endsWith('under_review') ? 'under_review' : 'needs_response'
}

/** A captured payment; null for a charge that failed or is only authorised. */
export function readPayment(charge: Stripe.Charge): PaymentRecord | null {
  if (charge.status !== 'succeeded' || !charge.captured) return null
  return {
    id: idOf(charge.payment_intent) ?? charge.id,
    orderId: orderIdOf(charge.metadata),
    amountPence: charge.amount_captured,
    refundedPence: charge.amount_refunded,
    currency: charge.currency,
    createdAt: dateOf(charge.created),
  }
}

/** Reads a line with its price and product expanded. */
export function readLine({ description, quantity, price }: Stripe.LineItem): SoldLine {
  const product = typeof price?.product === 'object' && !price.product.deleted ? price.product : null
  const about = product?.description ?? ''
  return {
    name: product?.name ?? description ?? '',
    size: about.startsWith(sizePrefix) ? about.slice(sizePrefix.length) : about,
    unitPence: price?.unit_amount ?? 0,
    quantity: quantity ?? 0,
  }
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
