import { type Dispute, idOf, type Refund, type Session } from '#tests/fixtures/stripe/objects.ts'
import { ordersOf, type ShopOrder, type Stage } from './stage.ts'

export type Row = {
  session: Session
  order: ShopOrder | undefined
  paymentId: string | null
  isPending: boolean
  refundedPence: number
  refunds: Refund[]
  disputes: Dispute[]
  /** The difference between Stripe and the shop; null when they agree. */
  differs: string | null
}

/** All payment pages of the stand-in's ledger with the shop's orders, newest first. */
export async function readBooks(stage: Stage): Promise<Row[]> {
  const { ledger } = stage.stripe
  const sessions = ledger.sessions().reverse()
  const orders = await ordersOf(
    stage,
    sessions.map((session) => session.client_reference_id ?? ''),
  )
  const payments = new Map(ledger.payments().map((payment) => [payment.id, payment]))
  const charges = new Map(ledger.charges().map((charge) => [charge.id, charge]))
  const refunds = Map.groupBy(ledger.refunds(), (refund) => idOf(refund.payment_intent))
  const disputes = Map.groupBy(ledger.disputes(), (dispute) => idOf(dispute.payment_intent))
  const paid = Map.groupBy(sessions.filter(isPaid), (session) => session.client_reference_id)
  return sessions.map((session) => {
    const paymentId = idOf(session.payment_intent)
    const payment = payments.get(paymentId ?? '')
    const refundedPence = charges.get(idOf(payment?.latest_charge) ?? '')?.amount_refunded ?? 0
    const order = orders.get(session.client_reference_id ?? '')
    const others = paid.get(session.client_reference_id) ?? []
    const isPaidElsewhere = others.some((other) => other.id !== session.id)
    return {
      session,
      order,
      paymentId,
      isPending: payment?.status === 'processing',
      refundedPence,
      refunds: (paymentId && refunds.get(paymentId)) || [],
      disputes: (paymentId && disputes.get(paymentId)) || [],
      differs: differenceOf({ session, order, refundedPence, isPaidElsewhere }),
    }
  })
}

type Compared = { session: Session; order: ShopOrder | undefined; refundedPence: number; isPaidElsewhere: boolean }

function differenceOf({ session, order, refundedPence, isPaidElsewhere }: Compared): string | null {
  if (!order) return 'The shop has no such order.'
  // A page whose response was lost leaves a second one; no customer has its address.
  if (!isPaid(session)) return order.payment_status === 'paid' && !isPaidElsewhere ? 'Not paid at Stripe.' : null
  if (isPaidElsewhere && order.payment_session_id !== session.id) return 'Paid twice: this payment needs a refund.'
  if (order.payment_status !== 'paid') return 'Paid at Stripe, not yet in the shop.'
  if (order.final_amount !== session.amount_total) return 'The amounts differ.'
  return order.refunded_amount === refundedPence ? null : 'The refunds differ.'
}

function isPaid({ status, payment_status: payment }: Session): boolean {
  return status === 'complete' && payment !== 'unpaid'
}
