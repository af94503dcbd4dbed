/** Amounts are whole pence, countries ISO 3166-1 alpha-2. The shop's own ids are the only thing a provider keeps of it. */

export type PaymentLine = { name: string; size: string; unitPence: number; quantity: number; imageUrl: string | null }
export type PaymentDelivery = { id: string; label: string; pricePence: number; transit: string }

/** What a payment page is made from. The same request under the same key gives the same page, however often it is sent. */
export type SessionRequest = {
  orderId: string
  orderNumber: string
  lines: PaymentLine[]
  discount: { label: string; amountPence: number } | null
  /** Every service the shopper may choose; the provider charges one of them and no other. */
  deliveryOptions: PaymentDelivery[]
  /** Where the order may go, the shopper's own country first. */
  countries: string[]
  idempotencyKey: string
  /** At least `shortestPageMinutes` away when the page is made. */
  expiresAt: Date
  /** `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  successUrl: string
  cancelUrl: string
  /** When the order will be dispatched, in words: shown before paying. */
  dispatchNote: string
  /** Klarna is not offered: the order leaves later than its rules allow. */
  withoutKlarna?: boolean
}

/** A payment page lives this long at least, in minutes: the rule of Stripe. */
export const shortestPageMinutes = 30

export type OpenSession = { id: string; url: string; expiresAt: Date }

export type PaymentCustomer = {
  name: string
  email: string
  phone: string | null
  address: { line1: string; line2: string | null; city: string; postcode: string; country: string }
}

/** One refund of a payment. `reference` is the key it was asked for under; null when somebody began it at the provider. */
export type RefundRecord = {
  id: string
  amountPence: number
  status: 'pending' | 'succeeded' | 'failed'
  reference: string | null
  failure: string | null
  createdAt: Date
}

/** A customer's bank took money back, or asks about it (`warning`). `respondBy`: when the answer must be there. */
export type DisputeRecord = {
  id: string
  paymentId: string | null
  amountPence: number
  currency: string
  reason: string
  status: 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed'
  respondBy: Date | null
  createdAt: Date
}

/** The provider's own record of a payment page: the truth about its money. */
export type SessionRecord = {
  id: string
  /** Null for a page that was not made by this shop. */
  orderId: string | null
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'unpaid' | 'paid' | 'no_payment_required' | 'failed'
  currency: string
  subtotalPence: number
  discountPence: number
  /** Null until paid, as are the service and the customer. */
  deliveryPence: number | null
  deliveryService: string | null
  totalPence: number | null
  /** What went back, or is on its way back; a refund that failed does not count. */
  refundedPence: number
  customer: PaymentCustomer | null
  /** The payment behind the page; null until there is one. */
  paymentId: string | null
  refunds: RefundRecord[]
  disputes: DisputeRecord[]
  createdAt: Date
}

/** Money that arrived at the provider, from a page of this shop or from anywhere else. */
export type PaymentRecord = {
  id: string
  orderId: string | null
  amountPence: number
  refundedPence: number
  currency: string
  createdAt: Date
}

/** A line of a payment page as the provider keeps it. */
export type SoldLine = { name: string; size: string; unitPence: number; quantity: number }

/**
 * An event says that something happened to a page, a payment or an order; what, is asked of the provider. `fraudWarning`
 * is the one thing that is told by the event alone.
 */
export type PaymentEvent = {
  id: string
  type: string
  sessionId: string | null
  paymentId: string | null
  orderId: string | null
  fraudWarning: { id: string; kind: string } | null
}

/** From `from` on and before `until`. */
export type Span = { from: Date; until: Date }

/**
 * A payment company. Calls go over a network: never make one inside a transaction. All of them may be repeated.
 * Each refuses payment_provider_down when it gets no answer; whether the call was obeyed is then unknown.
 */
export type PaymentProvider = {
  name: 'stripe' | 'test'
  /**
   * Refuses busy when too many pages are being made at once, amount_too_small below what can be charged, and
   * payment_refused when the provider will not make this page however often it is asked.
   */
  createSession(request: SessionRequest): Promise<OpenSession>
  /**
   * Does work that asks for a page once its turn has come, so that nothing is written for those who cannot have one now.
   * Refuses busy and payment_provider_down before the work begins. Absent where there is no limit.
   */
  inTurn?<T>(work: () => Promise<T>): Promise<T>
  /** Null for an id the provider does not know. */
  getSession(id: string): Promise<SessionRecord | null>
  /** The page a payment was made on; null for a payment that came another way. */
  findSessionOf(paymentId: string): Promise<SessionRecord | null>
  /** What was sold on a page. */
  getLines(sessionId: string): Promise<SoldLine[]>
  /** Closes an open page for good; one that is paid or expired stays as it is. The record afterwards says which. */
  expireSession(id: string): Promise<SessionRecord | null>
  /** Gives money back. The same key gives it back once. Refuses bad_request beyond what was paid. */
  refund(refund: { sessionId: string; amountPence: number; idempotencyKey: string }): Promise<RefundRecord>
  /** Reads a webhook's raw body. Refuses bad_request for a missing, wrong, old or future signature (300 s either way). */
  verifyEvent(rawBody: string, headers: Headers): Promise<PaymentEvent>
  /** Pages that were paid, or needed no payment, by when they were made. */
  listSessions(span: Span): AsyncIterable<SessionRecord>
  listPayments(span: Span): AsyncIterable<PaymentRecord>
  listDisputes(span: Span): AsyncIterable<DisputeRecord>
  /** Events the shop never took. */
  listMissedEvents(span: Span): AsyncIterable<PaymentEvent>
  /** Where the owner finds a payment in the provider's own dashboard; null where there is none. */
  dashboardUrl(paymentId: string): string | null
  /** The same provider, asked slowly enough to leave the shoppers their share of its limits. */
  inBackground(): PaymentProvider
}
