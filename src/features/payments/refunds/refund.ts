/** The reasons of a refund that the owner chooses from. */
export const refundReasons = ['cancelled', 'returned', 'faulty', 'goodwill', 'duplicate', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

/** `requested`: not accepted by the provider yet; `pending`: accepted; `succeeded`; `failed`: see `failure`. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed'

// Review notes. A trigger removes notes that begin with 'Refund owed' or 'Refund failed' when everything is refunded.
export const owedAfterDelay = 'Refund owed: cancelled by the customer after a delay'
export const refundRefused = 'Refund failed: the payment company refused it'

/** The job that sends a refund to the provider. Its id is the refund's, which is the idempotency key too. */
export const sendRefundJob = 'orders.send-refund'
