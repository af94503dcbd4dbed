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

/** A row of the audit log about a return, for the order's timeline. */
export function returnChange(
  action: string,
  { kind, state }: Record<string, unknown>,
): { title: string; isNew: boolean } {
  const name = kindNames[kind as ReturnKind] ?? 'Return'
  if (action === 'insert') return { title: `${name} declared`, isNew: true }
  return { title: `${name}: ${(stateNames[state as ReturnState] ?? 'changed').toLowerCase()}`, isNew: false }
}
