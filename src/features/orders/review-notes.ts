import { formatPence, pence } from '#features/catalogue/money.ts'
import type { RefundRecord } from '#infrastructure/payments/provider.ts'

// Why a person must look at an order: notes in one text, each of which goes when its cause does.
const between = '. '

const refundFailed = 'A refund failed: '

/** The text with one more note; the same text if it stands there already. */
export function withNote(text: string | null, note: string | null): string | null {
  const notes = notesIn(text)
  return note === null || notes.includes(note) ? text : [...notes, note].join(between)
}

/** The text without a note; null when none is left. */
export function withoutNote(text: string | null, note: string): string | null {
  return (
    notesIn(text)
      .filter((other) => other !== note)
      .join(between) || null
  )
}

/** The text with what is true of a payment's refunds now, in place of what was said of them before. */
export function withRefundNote(text: string | null, refunds: readonly RefundRecord[]): string | null {
  const note = failedRefund(refunds)
  const outdated = notesIn(text).filter((other) => other.startsWith(refundFailed) && other !== note)
  return withNote(outdated.reduce(withoutNote, text), note)
}

/** What failed and was not given back by later refunds; null when nothing is owed. */
function failedRefund(refunds: readonly RefundRecord[]): string | null {
  const failed = refunds.filter(({ status }) => status === 'failed')
  const last = failed.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt))[0]
  if (!last) return null
  const first = Math.min(...failed.map(({ createdAt }) => Number(createdAt)))
  const again = refunds.filter(({ status, createdAt }) => status !== 'failed' && Number(createdAt) > first)
  const owed = sum(failed) - sum(again)
  const why = last.failure?.replaceAll(between, ', ').trim()
  return owed > 0 ? `${refundFailed}${formatPence(pence(owed))}${why ? ` (${why})` : ''}` : null
}

function sum(refunds: readonly RefundRecord[]): number {
  return refunds.reduce((total, { amountPence }) => total + amountPence, 0)
}

function notesIn(text: string | null): string[] {
  return text ? text.split(between) : []
}
