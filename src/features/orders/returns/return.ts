import { shop } from '#shop'

/** What a customer declares: that they withdraw from the contract, that something is wrong, or another return. */
export type ReturnKind = 'withdrawal' | 'fault' | 'other'

/** Where a return is. `refunded` and `refused` are final. */
export type ReturnState = 'requested' | 'received' | 'inspected' | 'refunded' | 'refused'

/** The states that may follow a state. What was posted may be settled before it is inspected, or before it is here. */
export const nextStates: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['received', 'refunded', 'refused'],
  received: ['inspected', 'refunded', 'refused'],
  inspected: ['refunded', 'refused'],
  refunded: [],
  refused: [],
}

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
}

/** 'Your withdrawal', as a heading. */
export const returnTitle: Record<ReturnKind, string> = {
  withdrawal: 'Your withdrawal',
  fault: 'Something is wrong',
  other: 'Your return',
}

/** The state of a return, as a sentence for its customer. */
export function returnSentence({ kind, state }: Pick<CustomerReturn, 'kind' | 'state'>): string {
  const sentences: Record<ReturnState, string> = {
    requested:
      kind === 'fault'
        ? `We have your message and will answer within ${days(shop.policies.responseDays)} business days.`
        : 'We have it and have e-mailed you a receipt.',
    received: `Your parcel is back with us. We’ll inspect it within ${days(shop.policies.inspectionDays)} business days.`,
    inspected: 'We’ve inspected it and are arranging your refund.',
    refunded: 'Your refund is on its way to the card or account you paid with.',
    refused: 'We can’t refund it. Here’s why:',
  }
  return sentences[state]
}

function days(range: string): string {
  return range.replace('-', '–')
}

/** How many pieces of a line a new return of this kind may name. */
export function returnable(
  line: { id: number; quantity: number },
  returns: readonly Pick<CustomerReturn, 'kind' | 'state' | 'lines'>[],
  kind: ReturnKind,
): number {
  const before = returns
    .filter((each) => each.kind === kind && each.state !== 'refused')
    .flatMap(({ lines }) => lines)
    .filter(({ id }) => id === line.id)
  return Math.max(0, line.quantity - before.reduce((sum, { quantity }) => sum + quantity, 0))
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
}
