import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPence, type Pence, pence, penceFromPounds, sumPence } from '#base/money.ts'
import { holdsMoney, type OrderStatus, orderStatuses } from '#features/orders/order-state.ts'
import type { Ask, Question } from '#ui/question-dialog.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderFacts } from '../api/admin-orders.contract.ts'
import { isPaidByHand, type OrderRow } from '../order.ts'
import { type BulkResult, changeOrders, readFacts, refundCancelled } from '../status/change-order.ts'
import {
  consequencesOf,
  isEmailed,
  nameOf,
  parcelsTakenBack,
  refundableNow,
  type StatusAnswer,
} from '../status/status-questions.ts'
import { notifyRefundFailed } from '../status/use-status-changes.ts'

type StatusRequest = { order_status?: OrderStatus; ready?: true; tell_customer?: boolean }

/** Sets one status for all selected orders, or marks them as ready to post. */
export function BulkStatus({
  picked,
  ask,
  onDone,
}: {
  picked: readonly OrderRow[]
  ask: Ask
  /** `canUndo` is false where refunds were requested. */
  onDone: (results: BulkResult[], options: { canUndo: boolean }) => void
}) {
  const [status, setStatus] = useState<OrderStatus>('processing')

  const canBeReady = picked.some(({ order_view }) => order_view === 'in_progress')

  const showError = () =>
    toast({ title: 'Error', description: 'Failed to update status.', tone: 'error', about: 'bulk' })
  const setAll = (change: (order: OrderRow) => StatusRequest) =>
    changeOrders(
      picked.map((order) => ({ order_number: order.order_number, version: order.version, ...change(order) })),
    )

  const markReady = useMutation({
    mutationFn: () => setAll(() => ({ ready: true })),
    onError: showError,
    onSuccess: (results) => onDone(results, { canUndo: true }),
  })
  /** One question for all orders, with its consequences. */
  const setStatuses = useMutation({
    mutationFn: async () => {
      const facts = await readFacts(picked)
      const choice = await ask(questionForMany(picked, status, facts))
      if (!choice) return null
      const results = await setAll((order) => ({
        order_status: status,
        ...(consequencesOf(order, status).includes('parcel') &&
          choice !== 'yes' && { tell_customer: choice === 'email' }),
      }))
      const changed = results.flatMap((result) => (result.ok ? [result.order] : []))
      const owed = changed.filter((order) => refundableNow(order, facts.get(order.order_number)) > 0)
      if (choice === 'refund') await refundAll(owed)
      return { results, canUndo: choice !== 'refund' }
    },
    onError: showError,
    onSuccess: (done) => done && onDone(done.results, done),
  })
  const busy = markReady.isPending || setStatuses.isPending

  return (
    <span className="inline-flex flex-wrap items-center gap-x-4">
      <SmallSelect
        label="Status for selected orders"
        value={status}
        choices={orderStatuses}
        onChoose={setStatus}
        className="w-32"
      />
      <TextButton onClick={() => !busy && setStatuses.mutate()} aria-disabled={busy}>
        {busy ? 'One moment…' : 'Set status'}
      </TextButton>
      {canBeReady && (
        <TextButton onClick={() => !busy && markReady.mutate()} aria-disabled={busy}>
          Ready to post
        </TextButton>
      )}
    </span>
  )
}

/** Refunds cancelled orders one after another; one failure does not stop the others. */
async function refundAll(orders: readonly OrderRow[]): Promise<void> {
  const failed: { order: OrderRow; problem: string }[] = []
  for (const order of orders) {
    const problem = await refundCancelled(order)
    if (problem !== null) failed.push({ order, problem })
  }
  const [first] = failed
  if (first)
    await notifyRefundFailed(
      failed.map(({ order }) => order),
      first.problem,
    )
}

const emails: Partial<Record<OrderStatus, string>> = {
  processing: 'order_in_production',
  shipped: 'order_dispatched',
  delivered: 'order_delivered',
  cancelled: 'order_cancelled',
}

/**
 * The confirmation before a bulk status change: how many orders change, how many customers get an e-mail, what is owed.
 */
export function questionForMany(
  orders: readonly OrderRow[],
  to: OrderStatus,
  facts: ReadonlyMap<string, OrderFacts>,
): Question<StatusAnswer> {
  const changing = orders.filter(({ order_status }) => order_status !== to)
  const same = orders.length - changing.length
  const untracked = changing.filter(
    (order) => consequencesOf(order, to).includes('parcel') && getsEmail(order, to, facts),
  )
  const emailed = changing.filter((order) => getsEmail(order, to, facts) && !untracked.includes(order))
  const refunds = refundsOf(changing, to, facts)
  const partSent = changing.filter((order) => parcelsTakenBack(order, to, facts.get(order.order_number)) > 0).length
  const body = [
    same > 0 && `${count(same, 'order is', 'orders are')} ${nameOf(to)} already.`,
    emailed.length > 0 && `${count(emailed.length, 'customer gets', 'customers get')} ${emailLabel(to, refunds)}`,
    untracked.length > 0 &&
      `${count(untracked.length, 'order has', 'orders have')} no tracking number. E-mail ${untracked.length === 1 ? 'the customer that it is' : 'those customers that they are'} on the way?`,
    refunds.total > 0 && refundLabel(refunds),
    refunds.byHand > 0 &&
      `${count(refunds.byHand, 'order was', 'orders were')} paid by hand: please return that money yourself.`,
    partSent > 0 &&
      `${count(partSent, 'order has', 'orders have')} parcels that have left. They are taken back: their pieces are to be made and sent again.`,
    ...revivalOfMany(changing, to, facts),
  ].filter((words) => words !== false)
  if (changing.length === 0) {
    return {
      title: `${count(same, 'order is', 'orders are')} ${nameOf(to)} already`,
      body: ['There is nothing to change.'],
      choices: [],
    }
  }
  const title = `Set ${count(changing.length, 'order', 'orders')} to ${nameOf(to)}?`
  if (refunds.total > 0) {
    return {
      title,
      body,
      choices: [
        { id: 'yes', label: `Cancel ${changing.length}, refund later` },
        { id: 'refund', label: `Cancel ${changing.length} and refund ${formatPence(refunds.total)} now` },
      ],
    }
  }
  if (untracked.length === 0)
    return { title, body, choices: [{ id: 'yes', label: `Set ${changing.length} to ${nameOf(to)}` }] }
  return {
    title,
    body,
    choices: [
      { id: 'email', label: `Set ${changing.length} and e-mail ${untracked.length}` },
      { id: 'silent', label: `Set ${changing.length}, no e-mail` },
    ],
  }
}

function getsEmail(order: OrderRow, to: OrderStatus, facts: ReadonlyMap<string, OrderFacts>): boolean {
  const kind = emails[to]
  return kind !== undefined && isEmailed(order) && !facts.get(order.order_number)?.emails_sent.includes(kind)
}

function emailLabel(to: OrderStatus, refunds: Refunds): string {
  const email = to === 'cancelled' ? 'the e-mail “Your order is cancelled”' : 'an e-mail'
  return `${email} in a minute${refunds.total > 0 ? ', or at once if you refund now' : ''}.`
}

type Refunds = { total: Pence; count: number; byHand: number }

/** What cancelling these orders leaves to refund. */
function refundsOf(orders: readonly OrderRow[], to: OrderStatus, facts: ReadonlyMap<string, OrderFacts>): Refunds {
  const cancelled = orders.filter((order) => consequencesOf(order, to).includes('cancellation'))
  const amounts = cancelled.map((order) => refundableNow(order, facts.get(order.order_number)))
  return {
    total: sumPence(amounts),
    count: amounts.filter((amount) => amount > 0).length,
    byHand: cancelled.filter((order) => isPaidByHand(order) && penceFromPounds(order.final_amount) > 0).length,
  }
}

function refundLabel({ total, count: orders }: Refunds): string {
  return `You will owe refunds of ${formatPence(total)} on ${count(orders, 'order', 'orders')}. Refund them now, or later: until then they show “Refund owed”. A refund can’t be undone.`
}

function revivalOfMany(orders: readonly OrderRow[], to: OrderStatus, facts: ReadonlyMap<string, OrderFacts>): string[] {
  const revived = orders.filter((order) => consequencesOf(order, to).includes('revival'))
  const known = revived.map((order) => ({ order, facts: facts.get(order.order_number) }))
  if (revived.length === 0) return []
  const sum = (of: (entry: { order: OrderRow; facts: OrderFacts }) => number) =>
    known.reduce((total, { order, facts }) => total + (facts ? of({ order, facts }) : 0), 0)
  const returnedOf = ({ refunded_pence, refund_waiting_pence }: OrderFacts) => refunded_pence + refund_waiting_pence
  const retained = pence(
    sum(({ order, facts }) =>
      holdsMoney(order.provider_state) ? penceFromPounds(order.final_amount) - returnedOf(facts) : 0,
    ),
  )
  const returned = pence(sum(({ facts }) => returnedOf(facts)))
  const places = sum(({ facts: { preorders } }) => preorders.reduce((units, each) => units + each.units, 0))
  const uses = known.filter(({ facts }) => facts?.discount_use === 'given_back').length
  const isTold = (facts?: OrderFacts) => facts?.has_withdrawn || facts?.emails_sent.includes('order_cancelled')
  const informed = known.filter(({ facts }) => isTold(facts)).length
  return [
    `${count(revived.length, 'of them is', 'of them are')} cancelled now.`,
    retained > 0 && `Refunds of ${formatPence(retained)} will no longer be owed, and you keep the money.`,
    returned > 0 && `${formatPence(returned)} has been refunded and isn’t charged again.`,
    places > 0 && `${count(places, 'pre-order place is', 'pre-order places are')} taken again, even beyond a limit.`,
    uses > 0 &&
      `${count(uses, 'use', 'uses')} of discount codes had been released and ${uses === 1 ? 'is' : 'are'} not counted again.`,
    informed > 0 &&
      `${count(informed, 'customer has', 'customers have')} been e-mailed that it is cancelled. Please tell them that it goes ahead.`,
  ].filter((words) => words !== false)
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
