import type { ProviderName } from './providers.ts'

// Amounts are whole pence, countries ISO 3166-1 alpha-2. Of the shop's own data, a provider stores only ids, and the
// customer's e-mail address of a payment link.

/**
 * `detail`: what the payment page shows instead of the size. `facts`: size, height and the like in words, for a page that
 * shows them all.
 */
export type PaymentLine = {
  name: string
  size: string
  detail?: string
  facts?: string[]
  unitPence: number
  quantity: number
  imageUrl: string | null
}
/** `transit`: '2-3 working days'. `arrives`: 'with you by Wednesday 9 December', where the day is known. */
export type PaymentDelivery = { id: string; label: string; pricePence: number; transit: string; arrives?: string }

/** The request for a payment page. The same request under the same key returns the same page. */
export type SessionRequest = {
  orderId: string
  orderNumber: string
  lines: PaymentLine[]
  discount: { label: string; amountPence: number } | null
  /** Of the customer, where it is known: the page has it already. */
  email?: string
  /**
   * The services the customer may choose; the provider charges exactly one of them. Without any, nothing is sent: the page
   * asks for no address.
   */
  deliveryOptions: PaymentDelivery[]
  /** The countries the order may be sent to, the customer's own first. */
  countries: string[]
  idempotencyKey: string
  /** At least the provider's `minPageMinutes` after the page is created. */
  expiresAt: Date
  /** The provider replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
  successUrl: string
  cancelUrl: string
  /** The dispatch date in words, shown before the customer pays. */
  dispatchNote: string
  giftNote?: string | null
  /** Excludes Klarna: the order is dispatched later than its rules allow. */
  withoutKlarna?: boolean
}

export type OpenSession = { id: string; url: string; expiresAt: Date }

export type PaymentCustomer = {
  name: string
  email: string
  phone: string | null
  address: { line1: string; line2: string | null; city: string; postcode: string; country: string }
}

/** One refund of a payment. `reference` is the shop's idempotency key; null for a refund made at the provider. */
export type RefundRecord = {
  id: string
  amountPence: number
  status: 'pending' | 'succeeded' | 'failed'
  reference: string | null
  failure: string | null
  createdAt: Date
}

/** A dispute by the customer's bank, or its inquiry (`warning`). `respondBy`: the deadline for evidence. */
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

/** The provider's record of a payment page: the truth about its money. */
export type SessionRecord = {
  id: string
  /** Null for a page that another program created. */
  orderId: string | null
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'unpaid' | 'paid' | 'no_payment_required' | 'failed'
  currency: string
  subtotalPence: number
  discountPence: number
  /** Null until paid; so are the service and the customer. */
  deliveryPence: number | null
  deliveryService: string | null
  totalPence: number | null
  /** Refunded or being refunded; a failed refund does not count. */
  refundedPence: number
  customer: PaymentCustomer | null
  /** Null until there is a payment. */
  paymentId: string | null
  refunds: RefundRecord[]
  disputes: DisputeRecord[]
  createdAt: Date
}

/** A payment at the provider, from a page of this shop or from elsewhere. */
export type PaymentRecord = {
  id: string
  orderId: string | null
  amountPence: number
  refundedPence: number
  currency: string
  createdAt: Date
}

/** A refund in the provider's list of all refunds. `paymentId`: null for one that belongs to no payment page. */
export type ListedRefund = { id: string; paymentId: string | null; status: RefundRecord['status'] }

/** A line of a payment page, as the provider stores it. */
export type SoldLine = { name: string; size: string; unitPence: number; quantity: number }

/**
 * An event names the page, payment or order that changed; the shop then reads the change from the provider. Only
 * `fraudWarning` is taken from the event itself.
 */
export type PaymentEvent = {
  id: string
  type: string
  sessionId: string | null
  paymentId: string | null
  orderId: string | null
  fraudWarning: { id: string; kind: string } | null
}

/** `from` inclusive, `until` exclusive. */
export type Span = { from: Date; until: Date }

/** What a provider charged the shop in a span, and what it paid out to the shop's bank. */
type AccountSums = { feesPence: number; paidOutPence: number }

/**
 * A payment provider. Calls go over a network: never make one inside a transaction. Every call is idempotent. Each
 * refuses payment_provider_down without a response; whether the call took effect is then unknown.
 */
export type PaymentProvider = {
  name: ProviderName
  /**
   * Refuses busy when too many pages are requested at once, amount_too_small below the provider's minimum, and
   * payment_refused when the provider rejects the request and a retry would not help.
   */
  createSession(request: SessionRequest): Promise<OpenSession>
  /**
   * Waits for the throttle, then runs work that creates a page, so that nothing is written for a refused customer.
   * Refuses busy and payment_provider_down before the work begins. Absent without a throttle.
   */
  inTurn?<T>(work: () => Promise<T>): Promise<T>
  /** Null for an id the provider does not know. */
  getSession(id: string): Promise<SessionRecord | null>
  /** The page of a payment; null for a payment without one. */
  findSessionOf(paymentId: string): Promise<SessionRecord | null>
  /** The lines of a page. */
  getLines(sessionId: string): Promise<SoldLine[]>
  /** Expires an open page; a paid or expired one stays unchanged. Returns the record afterwards. */
  expireSession(id: string): Promise<SessionRecord | null>
  /** Refunds once per key. Refuses bad_request for more than was paid. */
  refund(refund: { sessionId: string; amountPence: number; idempotencyKey: string }): Promise<RefundRecord>
  /**
   * Reads a webhook's raw body. Refuses bad_request for a missing, wrong, old or future signature (300 s either way).
   */
  verifyEvent(rawBody: string, headers: Headers): Promise<PaymentEvent>
  /** Completed pages, by the time of their creation. */
  listSessions(span: Span): AsyncIterable<SessionRecord>
  listPayments(span: Span): AsyncIterable<PaymentRecord>
  listDisputes(span: Span): AsyncIterable<DisputeRecord>
  /** Refunds that were made or failed in the span, however old their payments are; one may come twice. */
  listRefunds(span: Span): AsyncIterable<ListedRefund>
  /** Of the provider's own account. Absent where the provider charges nothing. */
  sumAccount?(span: Span): Promise<AccountSums>
  /** Events that the shop's webhook never accepted. */
  listMissedEvents(span: Span): AsyncIterable<PaymentEvent>
  /** The payment's URL in the provider's dashboard; null without a dashboard. */
  dashboardUrl(paymentId: string): string | null
  /**
   * How far this machine's clock is ahead of the provider's, in ms, by its last response; null before one. Absent
   * without a network.
   */
  clockAheadMs?(): number | null
  /** The same provider with the request rate of background jobs, which leaves customers their share. */
  inBackground(): PaymentProvider
}
