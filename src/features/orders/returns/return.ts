import { formatPence, type Pence } from '#base/money.ts'
import { shop } from '#shop'
import { range, refundDestination } from '../emails/email-blocks.ts'
import type { OrderStatus } from '../order-state.ts'

/** What a customer declares: that they withdraw from the contract, that something is wrong, or another return. */
export type ReturnKind = 'withdrawal' | 'fault' | 'other'

/**
 * Where a return is. `refunded` and `refused` are final; `exchanged` as long as the exchange order is not cancelled and
 * does not end unpaid.
 */
export type ReturnState = 'requested' | 'received' | 'inspected' | 'refunded' | 'refused' | 'exchanged'

/** The states that may follow a state. What was posted may be settled before it is inspected, or before it is here. */
export const nextStates: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['received', 'refunded', 'refused', 'exchanged'],
  received: ['inspected', 'refunded', 'refused', 'exchanged'],
  inspected: ['refunded', 'refused', 'exchanged'],
  refunded: [],
  refused: [],
  exchanged: [],
}

/** Where it was declared: the order's page, order number and e-mail alone, or to the owner, who recorded it. */
export type DeclaredOn = 'page' | 'form' | 'owner'

export const returnPhotographs = 'return-photographs'
export const mostPhotographs = 6
export const longestReason = 2_000

/** A return as the page of its order shows it. Times are ISO; `quantity`: of the line `id`. */
export type CustomerReturn = {
  id: string
  kind: ReturnKind
  state: ReturnState
  requested_at: string
  lines: { id: number; quantity: number }[]
  photographs: number
  answer: string | null
  /** Whether its pieces were cancelled with it, since nothing of the order was begun. */
  stopped: boolean
  /** Its refund; null where there is none. */
  refund: ReturnRefund | null
}

export type ReturnRefund = { pence: Pence; state: 'requested' | 'pending' | 'succeeded' | 'failed' }

/** 'Your withdrawal', as a heading. */
export const returnTitle: Record<ReturnKind, string> = {
  withdrawal: 'Your withdrawal',
  fault: 'Something is wrong',
  other: 'Your return',
}

/** The state of a return, as a sentence for its customer. */
export function returnSentence({ kind, state, refund }: Pick<CustomerReturn, 'kind' | 'state' | 'refund'>): string {
  const sentences: Record<ReturnState, string> = {
    requested:
      kind === 'fault'
        ? `We have your message and will answer within ${range(shop.policies.responseDays)} working days.`
        : 'We have it and have e-mailed you a receipt.',
    received: `Your parcel is back with us. We’ll inspect it within ${range(shop.policies.inspectionDays)} working days.`,
    inspected: 'We’ve inspected it and are arranging your refund.',
    refunded: refund ? refundText(refund) : 'We’ve settled it.',
    refused: 'We can’t refund it. Here’s why:',
    exchanged: refund ? `We’ve exchanged it. ${refundText(refund)}` : 'We’ve exchanged it.',
  }
  return sentences[state]
}

/** A refund, as far as it is. One that the payment provider refused is sent again by the owner. */
export function refundText({ pence, state }: ReturnRefund): string {
  const amount = formatPence(pence)
  if (state === 'requested' || state === 'failed') {
    return `We’re refunding ${amount} ${refundDestination}, and will e-mail you when it’s on its way, within 14 days at the latest.`
  }
  return `We’ve refunded ${amount} ${refundDestination}. It shows on your statement within ${range(shop.policies.refundDays)} working days.`
}

/** Whether a return stopped its pieces, and the shop makes them after all: the order or the pieces were taken up again. */
export function isRestored(
  { stopped, lines }: Pick<CustomerReturn, 'stopped' | 'lines'>,
  order: { status: OrderStatus; lines: readonly { id: number; cancelled: number }[] },
): boolean {
  if (!stopped || order.status === 'cancelled') return false
  const cancelled = new Map(order.lines.map((line) => [line.id, line.cancelled]))
  return lines.some(({ id, quantity }) => quantity > (cancelled.get(id) ?? 0))
}

type Declared = Pick<CustomerReturn, 'kind' | 'state' | 'lines' | 'stopped'>

/**
 * How many of the pieces that are left of a line were declared. A refused return does not count, and neither does one
 * whose pieces were cancelled with it: they are not left.
 */
export function declaredPieces(lineId: number, returns: readonly Declared[], kind: ReturnKind): number {
  return returns
    .filter((each) => each.kind === kind && each.state !== 'refused' && !each.stopped)
    .flatMap(({ lines }) => lines)
    .filter(({ id }) => id === lineId)
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/** How many pieces of a line a new return of this kind may name; `quantity`: the pieces that are left of it. */
export function returnable(
  line: { id: number; quantity: number },
  returns: readonly Declared[],
  kind: ReturnKind,
): number {
  return Math.max(0, line.quantity - declaredPieces(line.id, returns, kind))
}

/** The kinds of returns, for the owner. */
export const kindNames: Record<ReturnKind, string> = { withdrawal: 'Withdrawal', fault: 'Fault', other: 'Return' }

/** The states of a return, for the owner. */
export const stateNames: Record<ReturnState, string> = {
  requested: 'Requested',
  received: 'Received',
  inspected: 'Inspected',
  refunded: 'Refunded',
  refused: 'Refused',
  exchanged: 'Exchanged',
}
