import { isPaid, type PaymentState } from '#features/orders/payment-state.ts'
import { type Settling, settleOrder } from '#features/payments/settle-order.ts'

/** All that anybody may learn of a payment page: paid, paid but still being confirmed, or no payment of ours. */
export type CheckoutStatus = 'paid' | 'confirming' | 'none'

/**
 * What is true of a payment page. One that is not known to be paid is asked for at the provider, if `mayAsk` does not
 * refuse, and its order is settled at once: the shopper need not wait for the webhook.
 */
export async function checkoutStatus(
  settling: Settling,
  { sessionId, mayAsk }: { sessionId: string; mayAsk: () => Promise<void> },
): Promise<CheckoutStatus> {
  if (!/^[\w-]{1,200}$/.test(sessionId)) return 'none'
  const order = await settling.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('payment_state').where('payment_session_id', '=', sessionId).executeTakeFirst(),
  )
  if (!order) return 'none'
  const state = order.payment_state as PaymentState
  if (isPaid(state)) return 'paid'
  if (state === 'expired') return 'none'
  await mayAsk()
  const settled = await settleOrder(settling, sessionId)
  if (settled === 'paid') return 'paid'
  return settled === 'processing' ? 'confirming' : 'none'
}
