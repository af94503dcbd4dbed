import type { SessionRecord } from '#platform/payments/provider.ts'
import { formatPence, pence } from '#ui/money.ts'

// Why a person must look at an order: notes in one text, each of which goes when its cause does.
const between = '. '

const refundFailed = 'A refund failed: '

/**
 * What the owner reads beside the order, and its customer may: so it does not say of whom. The database takes it away when
 * there is nothing left to send.
 */
export const fraudNote = 'Look at this payment before sending'

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

/** A payment with its refunds, and when the shop first heard of each that failed, by the provider's id. */
export type RefundsHeard = {
  record: Pick<SessionRecord, 'refunds' | 'refundedPence' | 'totalPence'>
  failedAt: ReadonlyMap<string, Date>
}

/** The text with what is true of a payment's refunds now, in place of what was said of them before. */
export function withRefundNote(text: string | null, heard: RefundsHeard): string | null {
  const note = failedRefund(heard)
  const outdated = notesIn(text).filter((other) => other.startsWith(refundFailed) && other !== note)
  return withNote(outdated.reduce(withoutNote, text), note)
}

/** What failed and was not given back since; null when nothing is owed. A refund that was begun before makes none good. */
function failedRefund({ record, failedAt }: RefundsHeard): string | null {
  const { refunds, refundedPence, totalPence } = record
  if (refundedPence >= (totalPence ?? 0)) return null
  const failures = refunds.filter(({ status }) => status === 'failed')
  const begun = refunds.map(({ createdAt, amountPence }) => ({ at: Number(createdAt), amountPence: -amountPence }))
  const failed = failures.map(({ id, createdAt, amountPence }) => ({
    // Two clocks that do not quite agree must not let a refund fail before it was begun.
    at: Math.max(Number(createdAt), Number(failedAt.get(id) ?? Infinity)),
    amountPence,
  }))
  const owed = [...begun, ...failed]
    .toSorted((one, other) => one.at - other.at)
    .reduce((sum, { amountPence }) => Math.max(0, sum + amountPence), 0)
  const [last] = failures.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt))
  const why = last?.failure?.replaceAll(between, ', ').trim()
  return owed > 0 ? `${refundFailed}${formatPence(pence(owed))}${why ? ` (${why})` : ''}` : null
}

function notesIn(text: string | null): string[] {
  return text ? text.split(between) : []
}
