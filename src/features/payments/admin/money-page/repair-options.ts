import { formatPounds } from '#ui/money.ts'
import type { Action } from '../../reconciliation/discrepancy.ts'
import type { DiscrepancyResponse } from '../../reconciliation/money-response.ts'

type Kind = DiscrepancyResponse['kind']

/** One button of a discrepancy: its label, its effect and, where it cannot be undone, the question before it. */
export type RepairOption = {
  action: Action
  label: string
  effect: string
  isFinal: boolean
  requiresNote: boolean
  /** The title of the notice afterwards. */
  done: string
  /** The question; by default the label with a question mark. */
  question?: string
  /** The label of the note field, where it is not the usual one. */
  noteLabel?: string
}

/** The buttons of a discrepancy, the most usual one first. */
export function repairOptions(discrepancy: DiscrepancyResponse): RepairOption[] {
  return discrepancy.actions.map((action) => repairOption(action, discrepancy))
}

function repairOption(action: Action, { kind, ours, theirs }: DiscrepancyResponse): RepairOption {
  const [paid, due] = [formatPounds(theirs ?? 0), formatPounds(ours ?? 0)]
  const plain = { action, isFinal: false, requiresNote: false }
  switch (action) {
    case 'settle':
      return kind === 'paid_without_order'
        ? {
            ...plain,
            label: 'Mark it as paid',
            effect: 'The order becomes paid and its confirmation leaves.',
            done: 'The order is paid',
          }
        : {
            ...plain,
            label: 'Bring the order up to date',
            effect: 'The order shows what the payment company says.',
            done: 'The order is up to date',
          }
    case 'rebuild':
      return {
        ...plain,
        label: 'Build the order anew',
        effect:
          'From the payment: garments, sizes, name and address. It gets a new number, and the confirmation leaves. Check the sizes afterwards.',
        done: 'The order is back',
      }
    case 'give_back':
      return { ...plain, isFinal: true, done: 'The money is on its way back', ...givingBack(kind, paid, due) }
    case 'take_amount':
      return {
        ...plain,
        isFinal: true,
        label: `Take ${paid} as the price`,
        effect: `The order then costs ${paid}, is paid, and goes on.`,
        done: `The order costs ${paid}`,
      }
    case 'mark_paid':
      return {
        ...plain,
        label: 'Set it back to Paid',
        effect: 'The payment is marked as Paid again. No money moves.',
        done: 'The payment is marked as Paid',
      }
    case 'accept':
      return { action, isFinal: true, requiresNote: true, done: 'Noted', ...accepting(kind) }
  }
}

function givingBack(kind: Kind, paid: string, due: string): { label: string; effect: string } {
  const effect = 'It goes to the card or account it came from, and cannot be called back.'
  if (kind === 'paid_twice') return { label: 'Give the second payment back', effect }
  if (kind === 'refund_owed') return { label: `Give ${due} back`, effect }
  if (kind === 'refund_failed') return { label: `Try ${due} again`, effect }
  return { label: `Give all ${paid} back`, effect: `${effect} The order is not made.` }
}

function accepting(kind: Kind): Pick<RepairOption, 'label' | 'effect' | 'question' | 'noteLabel'> {
  const effect = 'It will not be shown again unless something changes.'
  if (kind === 'refund_owed' || kind === 'refund_failed') {
    return { label: 'I gave it back another way', question: 'You gave it back another way?', effect }
  }
  if (kind === 'fraud_warning') {
    const question = 'You have looked, and it is all right?'
    return { label: 'I have looked, it is all right', question, noteLabel: 'A note, for you', effect }
  }
  if (kind === 'paid_without_order') return { label: 'It needs no order', effect }
  if (kind === 'paid_set_pending') {
    return { label: 'Leave it as Pending', question: 'Leave its payment as Pending?', effect }
  }
  return { label: 'I have the money another way', question: 'You have the money another way?', effect }
}
