import { z } from 'zod'
import { orderPlaces } from '#features/orders/admin/api/order-views.ts'
import { OrderNote } from '#features/orders/order-note.ts'
import { discrepancyKinds } from '#features/payments/reconciliation/discrepancy.ts'
import type { Peer } from '#platform/database/outages.ts'
import { contract, time } from '#platform/http/contract.ts'

const text = z.string().nullable()
const order = z.object({
  order_number: z.string(),
  dispatch_by: z.string(),
  order_view: z.enum(orderPlaces),
  is_late: z.boolean(),
})
const discrepancy = z.object({ id: z.string(), kind: z.enum(discrepancyKinds), order_number: text })
const listed = ['payment_differs', 'order_noted', 'order_at_risk', 'email_failed', 'task_failed'] as const

/** One line of the owner's inbox of problems. */
const Problem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tasks_stopped'), since: time }),
  z.object({ kind: z.literal('peer_down'), peer: z.custom<Peer>().meta({ title: 'string' }) }),
  z.object({ kind: z.literal('payments_unsettled'), count: z.int(), since: time }),
  z.object({ kind: z.literal('payment_differs'), discrepancy }),
  z.object({
    kind: z.literal('order_noted'),
    order: z.object({ order_number: z.string(), notes: z.array(OrderNote) }),
  }),
  z.object({ kind: z.literal('order_at_risk'), order }),
  z.object({ kind: z.literal('returns_open'), count: z.int() }),
  z.object({ kind: z.literal('reviews_waiting'), count: z.int() }),
  z.object({
    kind: z.literal('email_failed'),
    id: z.string(),
    title: z.string(),
    recipient: z.string(),
    last_error: text,
  }),
  z.object({ kind: z.literal('emails_delayed'), count: z.int(), since: time, last_error: text }),
  z.object({ kind: z.literal('task_failed'), id: z.string(), job: z.string(), of: z.string(), last_error: text }),
  /** The reader's own password was generated, and ends. */
  z.object({ kind: z.literal('password_ends'), at: time }),
  z.object({ kind: z.literal('backup_old'), taken_at: time.nullable() }),
  /** The shop makes no backups itself: DATABASE_URL is set, and BACKUP_TO is not. */
  z.object({ kind: z.literal('no_backups'), taken_at: time.nullable() }),
  /** More problems of a kind than the inbox lists. */
  z.object({ kind: z.literal('more'), of: z.enum(listed), count: z.int() }),
])
export type Problem = z.output<typeof Problem>

/** What waits for the owner. `count`: of all problems, those that are not listed included; `now`: the shop's clock. */
export const readProblems = contract({
  name: 'problems',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ count: z.int(), problems: z.array(Problem), now: time }),
})
export type ProblemsResponse = z.output<typeof readProblems.response>
