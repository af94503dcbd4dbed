import type Stripe from 'stripe'
import type {
  DisputeRecord,
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
 * The order a thing of Stripe's was made for, by the reference the shop left. `client_reference_id` does not count: on a
 * payment link anybody may write it into the address.
 */
export function orderIdOf(metadata: unknown): string | null {
  const { order_id: id } = (metadata ?? {}) as { order_id?: unknown }
  return typeof id === 'string' && uuid.test(id) ? id : null
}

function idOf(reference: Reference<{ id: string }>): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** The payment's charge, where both were asked for with the session. */
export function chargeOf({ payment_intent: payment }: Session): Stripe.Charge | null {
  const charge = typeof payment === 'object' ? payment?.latest_charge : null
  return typeof charge === 'object' ? (charge ?? null) : null
}

/** A session with its payment, charge, refunds and shipping rate expanded; disputes come by themselves. */
export function readSession(
  session: Session,
  { refunds, disputes = [] }: { refunds?: readonly Stripe.Refund[]; disputes?: readonly Stripe.Dispute[] } = {},
): SessionRecord {
  const { shipping_cost: shipping, total_details: details } = session
  const isComplete = session.status === 'complete'
  const rate = typeof shipping?.shipping_rate === 'object' ? shipping.shipping_rate : null
  const given = (refunds ?? chargeOf(session)?.refunds?.data ?? []).map(readRefund)
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
    refundedPence: given
      .filter((refund) => refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amountPence, 0),
    customer: isComplete ? readCustomer(session) : null,
    paymentId: idOf(session.payment_intent),
    refunds: given,
    disputes: disputes.map(readDispute),
    createdAt: dateOf(session.created),
  }
}

/**
 * Stripe leaves a page `unpaid` while the money of a slow method is on its way and when it never came; which of the two
 * it is, its payment says.
 */
function readPaymentStatus({
  status,
  payment_status: paid,
  payment_intent: payment,
}: Session): SessionRecord['paymentStatus'] {
  if (paid === 'paid') return 'paid'
  if (paid === 'no_payment_required') return 'no_payment_required'
  const state = typeof payment === 'object' ? payment?.status : null
  const isOver = state === 'requires_payment_method' || state === 'canceled'
  return status === 'complete' && isOver ? 'failed' : 'unpaid'
}

/** Null unless there are an e-mail address and a place to send the order to. */
function readCustomer({ customer_details: buyer, collected_information: collected }: Session): PaymentCustomer | null {
  const to = collected?.shipping_details
  const { line1, line2, city, state, postal_code: postcode, country } = to?.address ?? {}
  if (!buyer?.email || !line1 || !country) return null
  return {
    name: keepable(to?.name || buyer.name || ''),
    email: keepable(buyer.email),
    phone: buyer.phone ? keepable(buyer.phone) : null,
    address: {
      line1: keepable(line1),
      line2: line2 ? keepable(line2) : null,
      // Springfield, IL: without its state no such parcel arrives.
      city: keepable([city, state].filter(Boolean).join(', ')),
      postcode: keepable(postcode ?? ''),
      country,
    },
  }
}

/** The database takes neither controls nor halves of characters, and a paid order must never fail for a name. */
function keepable(text: string): string {
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

/** A bank's question (`warning_…`) takes no money yet. A dispute the bank was talked out of (`prevented`) is closed. */
function readDisputeStatus(status: string): DisputeRecord['status'] {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'warning'
  if (status === 'warning_closed' || status === 'prevented') return 'closed'
  if (status === 'won' || status === 'lost') return status
  return status.endsWith('under_review') ? 'under_review' : 'needs_response'
}

/** Money that arrived; null for a charge that failed or only reserves. */
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

/** A line with its price and product expanded. */
export function readLine({ description, quantity, price }: Stripe.LineItem): SoldLine {
  const product = typeof price?.product === 'object' && !price.product.deleted ? price.product : null
  const about = product?.description ?? ''
  return {
    name: product?.name ?? description ?? '',
    size: about.startsWith(sizePrefix) ? about.slice(sizePrefix.length) : '',
    unitPence: price?.unit_amount ?? 0,
    quantity: quantity ?? 0,
  }
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
