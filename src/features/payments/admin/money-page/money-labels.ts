import { ago, counted, formatCount } from '#base/counts.ts'
import { dayMs } from '#base/day-ms.ts'
import { formatPence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import type { MoneyResponse, PaidOrderResponse, RunResponse } from '#features/payments/reconciliation/money-response.ts'

const numbers = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** The summary of the money page: whether anything needs the owner, and what the last reconciliation compared. */
export function moneySummary({ last_run: run, running, waiting, open_disputes: disputes, now }: MoneyResponse): {
  answer: string
  more: string
} {
  if (waiting > 0) {
    const answer = `${numbers[waiting] ?? formatCount(waiting)} ${waiting === 1 ? 'thing needs' : 'things need'} your attention`
    return { answer, more: run ? known(run, now) : '' }
  }
  if (!run) {
    return {
      answer: running ? 'Checking payments' : 'Not checked yet',
      more: 'The first check runs within 15 minutes of the shop’s first start.',
    }
  }
  if (run.failure) return { answer: 'No known problems', more: known(run, now) }
  const decided = disputes.length > 0 ? ' A bank is deciding on a dispute; there is nothing to do until then.' : ''
  if (run.payments === 0) {
    return {
      answer: 'No payments to check',
      more: `The last check, ${ago(run.finished_at, now)}, found no payments in ${spanOf(run)}.`,
    }
  }
  return {
    answer: `Everything matched ${ago(run.finished_at, now)}: ${counted(run.matched, 'payment', 'payments')}, ${formatPence(run.matched_pence)}`,
    more: `Checked for ${spanOf(run)}. New payments are checked within 15 minutes.${rightNow(run)}${decided}`,
  }
}

function known(run: RunResponse, now: string): string {
  if (run.failure) {
    return `${run.failure} That was ${ago(run.finished_at, now)}; we try again every 15 minutes.`
  }
  return `${both(run)}Checked ${ago(run.finished_at, now)}, for ${spanOf(run)}.${rightNow(run)}`
}

/** How many payments match their orders. A matching payment may still need the owner, such as a disputed one. */
function both({ payments, matched, matched_pence }: RunResponse): string {
  if (matched === 0) return ''
  const sum = formatPence(matched_pence)
  if (matched < payments)
    return `${counted(matched, 'payment', 'payments')} of ${formatCount(payments)} match, ${sum}. `
  if (payments === 1) return `The one payment matches, ${sum}. `
  return `All ${counted(payments, 'payment', 'payments')} match, ${sum}. `
}

/** 'the last 35 days'. */
export function spanOf({ since, until }: RunResponse): string {
  return `the last ${Math.round((Date.parse(until) - Date.parse(since)) / dayMs)} days`
}

function rightNow({ put_right: times }: RunResponse): string {
  if (times === 0) return ''
  return times === 1
    ? ' One change at the payment provider was missing and has been added.'
    : ` ${times} changes at the payment provider were missing and have been added.`
}

const refundLabels: Partial<Record<PaidOrderResponse['provider_state'], string>> = {
  refunded: 'refunded',
  partly_refunded: 'partly refunded',
  disputed: 'disputed',
}

/** 'Paid on 21 November 2026 at 14:30, partly given back, cancelled'. */
export function paidLabel({ paid_at: at, provider_state: state, order_status: status }: PaidOrderResponse): string {
  const parts = [
    at ? `Paid on ${formatShopTime(at)}` : 'Set to paid by hand',
    refundLabels[state],
    status === 'cancelled' && 'cancelled',
  ]
  return parts.filter(Boolean).join(', ')
}
