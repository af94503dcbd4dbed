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
  eventTypes: EventTypes
}
