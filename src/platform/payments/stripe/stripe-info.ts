import type { ProviderInfo } from '../provider-info.ts'

export const stripeInfo = {
  label: 'Stripe' as const,
  paidThrough: 'Stripe',
  movesMoney: true,
  smallestChargePence: 30,
  // Stripe's maximum in GBP; the amount columns hold it with delivery on top.
  largestChargePence: 99_999_999,
  minPageMinutes: 30,
  pageOrigin: 'https://checkout.stripe.com',
  statusUrl: 'https://status.stripe.com',
  // The shop's webhook endpoint subscribes to all of them; docs/owner/stripe.md has the same list.
  eventTypes: {
    pages: [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
    ],
    refunds: ['charge.refunded', 'charge.refund.updated', 'refund.created', 'refund.updated'],
    failedRefunds: ['refund.failed'],
    alerts: [
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'radar.early_fraud_warning.created',
      'radar.early_fraud_warning.updated',
    ],
  },
} satisfies ProviderInfo
