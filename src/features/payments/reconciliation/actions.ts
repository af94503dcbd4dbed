import type { FindingKind } from './finding.ts'

export const actions = ['settle', 'rebuild', 'give_back', 'take_amount', 'mark_paid', 'accept'] as const
export type Action = (typeof actions)[number]

/** What can be done about a finding, the usual thing first. */
export function actionsFor({
  kind,
  hasOrder,
  isPounds,
}: {
  kind: FindingKind
  hasOrder: boolean
  isPounds: boolean
}): Action[] {
  switch (kind) {
    case 'paid_without_order':
      return hasOrder ? ['settle'] : ['rebuild', 'accept']
    case 'refund_not_noted':
      return ['settle']
    case 'paid_twice':
      return ['give_back']
    case 'different_amount':
      return isPounds ? ['take_amount', 'give_back'] : ['give_back']
    case 'refund_owed':
    case 'refund_failed':
      return ['give_back', 'accept']
    case 'paid_set_pending':
      return ['mark_paid', 'accept']
    case 'order_without_payment':
    case 'paid_by_hand':
    case 'fraud_warning':
      return ['accept']
    case 'open_dispute':
      return []
  }
}
