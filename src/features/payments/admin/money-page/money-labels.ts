import type { MoneyResponse, PaidOrderResponse, RunResponse } from '#features/payments/reconciliation/money-response.ts'
import { ago, counted, formatCount } from '#ui/counts.ts'
import { formatPounds } from '#ui/money.ts'
import { formatShopTime } from '#ui/time/shop-time.ts'

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
    const answer = `${numbers[waiting] ?? formatCount(waiting)} ${waiting === 1 ? 'thing needs' : 'things need'} you`
    return { answer, more: run ? known(run, now) : '' }
  }
  if (!run) {
    return {
      answer: running ? 'The books are being compared' : 'Not compared yet',
      more: 'It begins by itself within a quarter of an hour of the shop’s first start.',
    }
  }
  if (run.failure) return { answer: 'Nothing is known to be wrong', more: known(run, now) }
  const decided = disputes.length > 0 ? ' A bank is deciding on a dispute; there is nothing to do until it has.' : ''
  if (run.payments === 0) {
    return {
      answer: 'Nothing to compare',
      more: `When the books were last compared, ${ago(run.finished_at, now)}, there was no payment in ${spanOf(run)}.`,
    }
  }
  return {
    answer: `Everything matched ${ago(run.finished_at, now)}: ${counted(run.matched, 'payment', 'payments')}, ${formatPounds(run.matched_amount)}`,
    more: `Compared over ${spanOf(run)}. What is paid since then is compared within a quarter of an hour.${rightNow(run)}${decided}`,
  }
}

function known(run: RunResponse, now: string): string {
  if (run.failure) {
    return `${run.failure} That was ${ago(run.finished_at, now)}; it is asked again every quarter of an hour.`
  }
  return `${both(run)}Compared ${ago(run.finished_at, now)}, over ${spanOf(run)}.${rightNow(run)}`
}

/** How many payments match their orders. A matching payment may still need the owner, such as a disputed one. */
function both({ payments, matched, matched_amount }: RunResponse): string {
  if (matched === 0) return ''
  const sum = formatPounds(matched_amount)
  if (matched < payments)
    return `${counted(matched, 'payment', 'payments')} of ${formatCount(payments)} match, ${sum}. `
  if (payments === 1) return `The one payment is in both books, ${sum}. `
  return `All ${counted(payments, 'payment', 'payments')} are in both books, ${sum}. `
}

/** 'the last 35 days'. */
export function spanOf({ since, until }: RunResponse): string {
  return `the last ${Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000)} days`
}

function rightNow({ put_right: times }: RunResponse): string {
  if (times === 0) return ''
  return times === 1
    ? ' One change at the payment company had not been noted yet; now it is.'
    : ` ${times} changes at the payment company had not been noted yet; now they are.`
}

const refundLabels: Partial<Record<PaidOrderResponse['payment_state'], string>> = {
  refunded: 'all given back',
  partly_refunded: 'partly given back',
  disputed: 'disputed',
}

/** 'Paid on 21 November 2026 at 14:30, partly given back, cancelled'. */
export function paidLabel({ paid_at: at, payment_state: state, order_status: status }: PaidOrderResponse): string {
  const parts = [
    at ? `Paid on ${formatShopTime(at)}` : 'Set to paid by hand',
    refundLabels[state],
    status === 'cancelled' && 'cancelled',
  ]
  return parts.filter(Boolean).join(', ')
}
