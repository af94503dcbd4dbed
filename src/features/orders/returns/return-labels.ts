import type { ReturnKind, ReturnState } from './return.ts'

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
