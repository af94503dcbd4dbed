import { formatPence, pence } from '#base/money.ts'
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

function repairOption(action: Action, { kind, ours_pence, theirs_pence }: DiscrepancyResponse): RepairOption {
  const [paid, due] = [formatPence(theirs_pence ?? pence(0)), formatPence(ours_pence ?? pence(0))]
  const plain = { action, isFinal: false, requiresNote: false }
  switch (action) {
    case 'settle':
      return kind === 'paid_without_order'
        ? {
            ...plain,
            label: 'Mark it as paid',
            effect: 'The order becomes paid and its confirmation is sent.',
            done: 'The order is paid',
          }
        : {
            ...plain,
            label: 'Update the order',
            effect: 'The order will match the payment provider.',
            done: 'The order is up to date',
          }
    case 'rebuild':
      return {
        ...plain,
        label: 'Recreate the order',
        effect:
          'From the payment: garments, sizes, name and address. It gets a new number, and its confirmation is sent. Check the sizes afterwards.',
        done: 'The order is back',
      }
    case 'give_back':
      return { ...plain, isFinal: true, done: 'The refund is on its way', ...givingBack(kind, paid, due) }
    case 'take_amount':
      return {
        ...plain,
        isFinal: true,
        label: `Accept ${paid}`,
        effect: `The order total becomes ${paid} and the order is paid.`,
        done: `The order total is ${paid}`,
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
  const effect = 'It goes to the card or account used to pay, and can’t be undone.'
  if (kind === 'paid_twice') return { label: 'Refund the second payment', effect }
  if (kind === 'refund_owed') return { label: `Refund ${due}`, effect }
  if (kind === 'refund_failed') return { label: `Refund ${due} again`, effect }
  return { label: `Refund all ${paid}`, effect: `${effect} The order is not made.` }
}

function accepting(kind: Kind): Pick<RepairOption, 'label' | 'effect' | 'question' | 'noteLabel'> {
  const effect = 'It won’t be shown again unless something changes.'
  if (kind === 'refund_owed' || kind === 'refund_failed') {
    return { label: 'Refunded another way', question: 'Did you refund it another way?', effect }
  }
  if (kind === 'fraud_warning') {
    const question = 'Have you checked it, and is it all right?'
    return { label: 'Checked, all right', question, noteLabel: 'Note for yourself', effect }
  }
  if (kind === 'paid_without_order') return { label: 'No order needed', effect }
  if (kind === 'paid_set_pending') {
    return { label: 'Leave it as Pending', question: 'Leave its payment as Pending?', effect }
  }
  return { label: 'Paid another way', question: 'Do you have the money another way?', effect }
}
