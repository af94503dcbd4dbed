/**
 * How an order was paid without the payment provider: the name in `pre_orders.payment_provider`. Cash and bank are money
 * that the owner took by hand; `exchange` is an order of which what was sent back pays all. `back`: where a refund goes,
 * in texts for the customer.
 */
export const handPayments = {
  cash: { name: 'Cash', paidThrough: 'cash', paid: 'Paid in cash', back: 'in cash or to your bank account' },
  bank: {
    name: 'Bank transfer',
    paidThrough: 'bank transfer',
    paid: 'Paid by bank transfer',
    back: 'to your bank account',
  },
  exchange: {
    name: 'Exchange',
    paidThrough: 'an exchange',
    paid: 'Paid by exchange',
    back: 'the way you paid for what you returned',
  },
} as const
export type HandPayment = keyof typeof handPayments

/** How the owner took an order's money; null where it came through a payment provider. */
export function handPaymentOf(provider: string): HandPayment | null {
  return Object.hasOwn(handPayments, provider) ? (provider as HandPayment) : null
}
