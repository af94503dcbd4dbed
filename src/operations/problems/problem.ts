import type { OrderAtRisk } from '#features/orders/admin/api/list-orders-at-risk.ts'
import type { NotedOrder, OpenDiscrepancy } from '#features/payments/reconciliation/list-money-problems.ts'
import type { Peer } from '#platform/database/outages.ts'

/** One line of the owner's inbox of problems. Times are ISO 8601. */
export type Problem =
  | { kind: 'tasks_stopped'; since: string }
  | { kind: 'peer_down'; peer: Peer }
  | { kind: 'payments_unsettled'; count: number; since: string }
  | { kind: 'payment_differs'; discrepancy: OpenDiscrepancy }
  | { kind: 'order_noted'; order: NotedOrder }
  | { kind: 'order_at_risk'; order: OrderAtRisk }
  | { kind: 'returns_open'; count: number }
  | { kind: 'reviews_waiting'; count: number }
  | { kind: 'email_failed'; id: string; title: string; recipient: string; last_error: string | null }
  | { kind: 'emails_delayed'; count: number; since: string; last_error: string | null }
  | { kind: 'task_failed'; id: string; job: string; of: string; last_error: string | null }
  /** The reader's own password was generated, and ends. */
  | { kind: 'password_ends'; at: string }
  | { kind: 'backup_old'; taken_at: string | null }
  /** The shop makes no backups itself: DATABASE_URL is set, and BACKUP_TO is not. */
  | { kind: 'no_backups'; taken_at: string | null }
  /** More problems of a kind than the inbox lists. */
  | {
      kind: 'more'
      of: 'payment_differs' | 'order_noted' | 'order_at_risk' | 'email_failed' | 'task_failed'
      count: number
    }

/**
 * The response of GET problems. `count`: of all problems, those that are not listed included; `now` by the shop's
 * clock.
 */
export type ProblemsResponse = { count: number; problems: Problem[]; now: string }
