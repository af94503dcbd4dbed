/** Why money goes back, as the owner chooses it. */
export const refundReasons = ['cancelled', 'returned', 'faulty', 'goodwill', 'duplicate', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

/**
 * `requested`: the provider has not taken it yet; `pending`: it has, and the money is on its way; `succeeded`: it has
 * arrived; `failed`: it did not go, and `failure` says why.
 */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed'

// Notes beside the order. Migration 0017 takes what begins with 'Refund owed' or 'Refund failed' away when the money is back.
export const owedAfterDelay = 'Refund owed: cancelled by the customer after a delay'
export const refundRefused = 'Refund failed: the payment company refused it'

/** The job that asks the provider to give money back; its id is the refund's, which is its key at the provider too. */
export const sendRefundJob = 'orders.send-refund'
