import type { Pence } from '#base/money.ts'
import type { ProviderState } from '#features/orders/order-state.ts'
import type { ProviderName } from '#platform/payments/providers.ts'
import type { Action, DiscrepancyFacts } from './discrepancy.ts'
import type { WebhookHealth } from './webhook-health.ts'

/** GET money. Times ISO 8601. */
export type MoneyResponse = {
  /** By the shop's clock, like every time here. */
  now: string
  provider: ProviderName
  /** Discrepancies that need the owner: not those where a bank decides. */
  waiting: number
  /** The last finished reconciliation. */
  last_run: RunResponse | null
  /** Whether a reconciliation is running. */
  running: boolean
  /** Open discrepancies by kind. */
  counts: Record<string, number>
  /** Open discrepancies without disputes, the most urgent first; at most 200. */
  discrepancies: DiscrepancyResponse[]
  open_disputes: DiscrepancyResponse[]
  news: WebhookHealth
  /** The last 35 days in shop time, today first. */
  days: DayResponse[]
  /** The day of the first payment, 'YYYY-MM-DD'; null before one. */
  first_day: string | null
  /** The last thirty finished reconciliations, the latest first. */
  runs: RunResponse[]
  /** Discrepancies resolved lately, the latest first. */
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
  matched_pence: Pence
  elsewhere: number
  elsewhere_pence: Pence
  put_right: number
  discrepancies: number
  more: number
}

export type DiscrepancyResponse = DiscrepancyFacts & {
  id: string
  order_number: string | null
  customer_name: string | null
  /** The amount of the order and the amount at the provider. */
  ours_pence: Pence | null
  theirs_pence: Pence | null
  /** The address of the administrator who set the payment status. */
  said_by: string | null
  respond_by: string | null
  /** For a failed refund: whether the customer got an e-mail that it was sent. */
  was_told: boolean
  found_at: string
  dashboard_url: string | null
  actions: Action[]
}

export type ResolvedResponse = Pick<
  DiscrepancyResponse,
  'id' | 'kind' | 'order_number' | 'customer_name' | 'ours_pence' | 'theirs_pence'
> & {
  resolved_at: string
  how: string
  by: string | null
  note: string | null
  /** How the bank decided a dispute. */
  ended: 'won' | 'lost' | 'closed' | null
  /** The state of the refund that resolved it; null where there is none, or it is not known. */
  refund_state: 'requested' | 'pending' | 'succeeded' | 'failed' | null
}

export type DayResponse = { day: string; payments: number } & Record<
  // Of what was paid, `cash` and `bank` were taken by hand, and the payment provider does not know them.
  // `exchanged`: what returns paid of exchanges, for which no money moved.
  'paid_pence' | 'cash_pence' | 'bank_pence' | 'exchanged_pence' | 'given_back_pence' | 'disputed_pence',
  Pence
>

/** Whether anything came in, went out or was exchanged on a day. */
export function hasMovement(day: DayResponse): boolean {
  return day.payments + day.given_back_pence + day.disputed_pence + day.exchanged_pence > 0
}

/** The name of the file of a span's movements. */
export function moneyFileName({ from, to }: { from: string; to: string }): string {
  return `money-${from}-to-${to}.csv`
}

/** A paid order. `paid_at` null: an administrator set it to paid. */
export type PaidOrderResponse = {
  order_number: string
  customer_name: string | null
  customer_email: string | null
  total_pence: Pence
  paid_at: string | null
  provider_state: ProviderState
  order_status: string
}
