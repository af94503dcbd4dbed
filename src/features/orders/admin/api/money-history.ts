import { sql } from 'kysely'
import { formatPence, parsePounds } from '#base/money.ts'
import type { Tx } from '#platform/database/db.ts'
import { asSentence, refundFailure } from '#platform/payments/payment-labels.ts'

/** A change of an order's money. `by`: an administrator's address, or a role. */
export type MoneyEvent = { id: string; at: Date; by: string; said: string }

type Entry = {
  id: string
  at: Date
  actor: string | null
  email: string | null
  table_name: string
  action: string
  before: Values | null
  after: Values | null
}
type Values = Record<string, unknown>

/** The audit log's changes of an order's money, the newest first; at most 200. */
export async function listHistory(
  tx: Tx,
  { orderId, customerId }: { orderId: string; customerId: string | null },
): Promise<MoneyEvent[]> {
  const { rows } = await sql<Entry>`
    select log.id, log.at, log.actor, account.email, log.table_name, log.action, log.before, log.after
      from private.audit_log as log left join auth.users as account on account.id = log.actor
     where log.row_id = ${orderId} and log.table_name in ('pre_orders', 'refunds', 'disputes')
     order by log.id desc limit 200`.execute(tx)
  // A cancellation has an entry with its reason, so the change of the status is left out.
  const isExplained = rows.some(({ action }) => action === 'cancel')
  return rows.flatMap((entry) => {
    if (isExplained && entry.action === 'update' && entry.after?.order_status === 'cancelled') return []
    const label = moneyLabel(entry)
    return label ? [{ id: String(entry.id), at: entry.at, by: whoOf(entry, customerId), said: label }] : []
  })
}

function whoOf({ actor, email }: Entry, customerId: string | null): string {
  if (!actor) return 'the shop'
  return actor === customerId ? 'the customer' : (email ?? 'a deleted account')
}

/** The label of a change; null for one that is not about money. */
export function moneyLabel({ table_name: table, action, before, after }: Omit<Entry, 'id' | 'at' | 'actor' | 'email'>) {
  if (table === 'refunds') return refundLabel(action, before ?? {}, after ?? {})
  if (table === 'disputes') return disputeLabel(action, after ?? {})
  if (action === 'insert') return 'The order was placed.'
  if (action === 'cancel') return cancelLabel(after ?? {})
  if (action === 'update') return orderLabel(before ?? {}, after ?? {})
  return null
}

function orderLabel(before: Values, after: Values): string | null {
  const { payment_state: state, payment_status: marked, refunded_amount: refunded, order_status: status } = after
  const sentences = [
    status === undefined ? null : `The order was set to ‘${status}’.`,
    // Without a new payment state, an administrator set the payment status.
    marked === undefined || state !== undefined ? null : `The payment was marked ‘${marked}’.`,
    stateLabel(before.payment_state, state),
    // A full refund needs no amount.
    state !== 'refunded' && (parsePounds(refunded) ?? 0) > 0 ? `${pounds(refunded)} refunded in all.` : null,
  ].filter((sentence) => sentence !== null)
  return sentences.length > 0 ? sentences.join(' ') : null
}

function stateLabel(before: unknown, state: unknown): string | null {
  if (state === 'paid' && (before === 'refunded' || before === 'partly_refunded' || before === 'disputed')) {
    return 'The payment is yours again.'
  }
  return typeof state === 'string' ? (states[state] ?? null) : null
}

const states: Record<string, string> = {
  open: 'The payment page was opened.',
  expired: 'The payment page was closed without a payment.',
  failed: 'The payment failed.',
  paid: 'The order was paid.',
  refunded: 'The payment was refunded in full.',
  disputed: 'The customer’s bank disputes the payment.',
}

function cancelLabel({ reason, refund }: Values): string {
  const how = refund === true ? 'The order was cancelled with its refund.' : 'The order was cancelled without a refund.'
  return typeof reason === 'string' && reason ? `${how} ‘${reason}’` : how
}

function refundLabel(action: string, before: Values, after: Values): string | null {
  if (action === 'insert') {
    const amount = pounds(after.amount)
    return after.source === 'provider'
      ? `${amount} was refunded in the payment provider’s dashboard.`
      : `A refund of ${amount} was requested.`
  }
  const failure = typeof after.failure === 'string' ? ` ${asSentence(refundFailure(after.failure))}` : ''
  if (after.state === 'pending') return 'The payment provider accepted the refund.'
  if (after.state === 'succeeded') return 'The refund went through.'
  if (after.state === 'failed') return `The refund failed.${failure}`
  if (after.amount !== undefined)
    return `The refund became ${pounds(after.amount)} instead of ${pounds(before.amount)}, all that was left.`
  return null
}

function disputeLabel(action: string, { status, amount }: Values): string | null {
  if (action === 'insert') return `The customer’s bank disputes ${pounds(amount)}.`
  return typeof status === 'string' ? (disputes[status] ?? null) : null
}

const disputes: Record<string, string> = {
  needs_response: 'The bank is waiting for your response.',
  under_review: 'The bank is reviewing your response.',
  won: 'The bank decided in your favour.',
  lost: 'The bank decided in the customer’s favour.',
  closed: 'The dispute is closed.',
}

function pounds(amount: unknown): string {
  const read = parsePounds(amount)
  return read === null ? 'An amount' : formatPence(read)
}
