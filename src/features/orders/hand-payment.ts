/**
 * Money that the owner took herself, so that the payment provider does not know it: its name stands in
 * `pre_orders.payment_provider`. `back`: where a refund goes, in texts for the customer.
 */
export const handPayments = {
  cash: { name: 'Cash', paidThrough: 'cash', paid: 'Paid in cash', back: 'in cash or to your bank account' },
  bank: {
    name: 'Bank transfer',
    paidThrough: 'bank transfer',
    paid: 'Paid by bank transfer',
    back: 'to your bank account',
  },
} as const
export type HandPayment = keyof typeof handPayments

/** How the owner took an order's money; null where it came through a payment provider. */
export function handPaymentOf(provider: string): HandPayment | null {
  return Object.hasOwn(handPayments, provider) ? (provider as HandPayment) : null
}
