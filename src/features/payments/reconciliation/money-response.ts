import type { PaymentState } from '#features/orders/payment-state.ts'
import type { ProviderName } from '#platform/payments/providers.ts'
import type { Action, DiscrepancyKind } from './discrepancy.ts'
import type { WebhookHealth } from './webhook-health.ts'

/** What GET money answers; amounts in pounds, times ISO 8601. */
export type MoneyResponse = {
  /** By the shop's clock, as every time here. */
  now: string
  provider: ProviderName
  /** How much of it waits for her: a bank that is still deciding does not. */
  waiting: number
  /** The last comparison that is over. */
  last_run: RunResponse | null
  /** A comparison is under way. */
  running: boolean
  /** How many of each kind wait. */
  counts: Record<string, number>
  /** What waits, the most urgent first; open disputes are apart. At most 200. */
  discrepancies: DiscrepancyResponse[]
  open_disputes: DiscrepancyResponse[]
  news: WebhookHealth
  /** The last 35 days in shop time, today first. */
  days: DayResponse[]
  /** The latest thirty comparisons that are over, the latest first. */
  runs: RunResponse[]
  /** What was seen to lately, the latest first. */
  resolved: ResolvedResponse[]
}

export type RunResponse = {
  id: string
  since: string
  until: string
  started_at: string
  finished_at: string
  failure: string | null
  asked_for: boolean
  payments: number
  matched: number
  matched_amount: number
  elsewhere: number
  elsewhere_amount: number
  put_right: number
  discrepancies: number
  more: number
}

export type DiscrepancyResponse = {
  id: string
  kind: DiscrepancyKind
  order_number: string | null
  customer_name: string | null
  /** What the order says, and what the payment company says. */
  ours: number | null
  theirs: number | null
  /** Why, in the machine's words; of a dispute its state and the bank's reason. */
  detail: string | null
  /** Who set the payment status by hand, and when. */
  said_by: string | null
  said_at: string | null
  respond_by: string | null
  /** Of a refund that failed: whether she has a letter saying that it was sent. */
  was_told: boolean
  found_at: string
  dashboard_url: string | null
  actions: Action[]
}

export type ResolvedResponse = Pick<
  DiscrepancyResponse,
  'id' | 'kind' | 'order_number' | 'customer_name' | 'ours' | 'theirs'
> & {
  resolved_at: string
  how: string
  by: string | null
  note: string | null
  /** How the bank decided, of a dispute that is over. */
  ended: 'won' | 'lost' | 'closed' | null
  /** Of money that was promised back: how far it is. Null where none was, or where that cannot be told. */
  refund_state: 'requested' | 'pending' | 'succeeded' | 'failed' | null
}

export type DayResponse = { day: string; payments: number; paid: number; given_back: number; disputed: number }

/** One order that was paid. `paid_at` null: somebody only says that it is. */
export type PaidOrderResponse = {
  order_number: string
  customer_name: string | null
  customer_email: string | null
  total: number
  paid_at: string | null
  payment_state: PaymentState
  order_status: string
}

/** What GET money-orders answers, the newest payments first. */
export type PaidOrdersResponse = { orders: PaidOrderResponse[] }

/** What GET money-alerts answers: how much waits for the owner to look. */
export type MoneyAlerts = { waiting: number }
