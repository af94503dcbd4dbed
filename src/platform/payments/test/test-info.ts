import type { ProviderInfo } from '../provider-info.ts'

export const testEvents = {
  completed: 'page.completed',
  expired: 'page.expired',
  refunded: 'payment.refunded',
} as const

export const testInfo = {
  label: 'test' as const,
  paidThrough: 'test payment, no money moved',
  movesMoney: false,
  // As Stripe's, for which rehearsals stand in.
  smallestChargePence: 30,
  largestChargePence: 99_999_999,
  minPageMinutes: 30,
  pageOrigin: null,
  statusUrl: null,
  eventTypes: {
    pages: [testEvents.completed, testEvents.expired],
    refunds: [testEvents.refunded],
    failedRefunds: [],
    alerts: [],
  },
} satisfies ProviderInfo
