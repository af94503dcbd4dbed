import type { ProviderInfo } from '../provider-info.ts'

export const testEvents = {
  completed: 'page.completed',
  expired: 'page.expired',
  refunded: 'payment.refunded',
} as const

export const testInfo: ProviderInfo = {
  label: 'test',
  paidThrough: 'test payment, no money moved',
  movesMoney: false,
  eventTypes: {
    pages: [testEvents.completed, testEvents.expired],
    refunds: [testEvents.refunded],
    failedRefunds: [],
    alerts: [],
  },
}
