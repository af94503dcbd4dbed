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
  expiresAt: Date
  /** `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  successUrl: string
  cancelUrl: string
  /** When the order will be dispatched, in words: shown before paying. */
  dispatchNote: string
}

export type OpenSession = { id: string; url: string; expiresAt: Date }

export type PaymentCustomer = {
  name: string
  email: string
  phone: string | null
  address: { line1: string; line2: string | null; city: string; postcode: string; country: string }
}

/** The provider's own record of a payment page: the truth about its money. */
export type SessionRecord = {
  id: string
  orderId: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'unpaid' | 'paid' | 'no_payment_required' | 'failed'
  currency: string
  subtotalPence: number
  discountPence: number
  /** Null until paid, as are the service and the customer. */
  deliveryPence: number | null
  deliveryService: string | null
  totalPence: number | null
  refundedPence: number
  customer: PaymentCustomer | null
}

/** An event says that something happened to a session; what, is asked of the provider. */
export type PaymentEvent = { id: string; type: string; sessionId: string | null; orderId: string | null }

/**
 * A payment company. Calls go over a network: never make one inside a transaction. All of them may be repeated.
 * Each refuses payment_provider_down when it gets no answer; whether the call was obeyed is then unknown.
 */
export type PaymentProvider = {
  name: 'stripe' | 'test'
  createSession(request: SessionRequest): Promise<OpenSession>
  /** Null for an id the provider does not know. */
  getSession(id: string): Promise<SessionRecord | null>
  /** Closes an open page for good; one that is paid or expired stays as it is. The record afterwards says which. */
  expireSession(id: string): Promise<SessionRecord | null>
  /** Gives money back. The same key gives it back once. Refuses bad_request beyond what was paid. */
  refund(refund: { sessionId: string; amountPence: number; idempotencyKey: string }): Promise<{ refundedPence: number }>
  /** Reads a webhook's raw body. Refuses bad_request for a missing, wrong, old or future signature (300 s either way). */
  verifyEvent(rawBody: string, headers: Headers): Promise<PaymentEvent>
}
