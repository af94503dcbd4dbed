/** The name in texts of the provider that the shop pays through; test payments have the same texts. */
export const providerInTexts = 'Stripe'

/** A provider's event types by subject; a webhook stores the type with the event. */
export type EventTypes = {
  /** A payment page was paid, failed or expired. */
  pages: string[]
  refunds: string[]
  failedRefunds: string[]
  /** A bank disputes a payment, or warns of fraud. */
  alerts: string[]
}

/** Constants of a payment provider, without its code: the browser may import them. */
export type ProviderInfo = {
  /** For the owner. */
  label: string
  /** For the customer, after 'Paid through'. */
  paidThrough: string
  /** False for a provider of rehearsals. */
  movesMoney: boolean
  /** A total is free or at least this. */
  smallestChargePence: number
  largestChargePence: number
  /** The shortest lifetime of a payment page. */
  minPageMinutes: number
  /** Where pages of this shop send the customer to pay, and where the provider says that it has an outage. */
  pageOrigin: string | null
  statusUrl: string | null
  eventTypes: EventTypes
}
