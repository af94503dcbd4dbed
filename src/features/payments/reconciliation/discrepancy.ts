/** The kinds of differences between the provider's records and our orders. */
export const discrepancyKinds = [
  'open_dispute',
  'paid_without_order',
  'paid_twice',
  'different_amount',
  'refund_not_recorded',
  'refund_owed',
  'refund_failed',
  'order_without_payment',
  'paid_by_hand',
  'paid_set_pending',
  'fraud_warning',
] as const
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

/** One difference. Amounts in pence: `ours` by the order, `theirs` by the provider. */
export type Discrepancy = {
  /** Kind and object: the same difference found again has the same key. */
  key: string
  kind: DiscrepancyKind
  orderId: string | null
  sessionId: string | null
  paymentId: string | null
  oursPence: number | null
  theirsPence: number | null
  detail: string | null
  respondBy: Date | null
  /** The facts as one text: with other facts, the discrepancy counts as new. */
  fingerprint: string
}

/**
 * `object`: the id of the session, order, refund, dispute or warning. `facts`: more facts that make it a new
 * discrepancy.
 */
export function newDiscrepancy(
  kind: DiscrepancyKind,
  object: string,
  about: Partial<Omit<Discrepancy, 'key' | 'kind' | 'fingerprint'>>,
  facts: readonly unknown[] = [],
): Discrepancy {
  const whole = {
    orderId: null,
    sessionId: null,
    paymentId: null,
    oursPence: null,
    theirsPence: null,
    detail: null,
    respondBy: null,
    ...about,
  }
  const { oursPence, theirsPence, detail, respondBy } = whole
  const fingerprint = JSON.stringify([oursPence, theirsPence, detail, respondBy, ...facts])
  return { key: `${kind}:${object}`, kind, ...whole, fingerprint }
}

export const actions = ['settle', 'rebuild', 'give_back', 'take_amount', 'mark_paid', 'accept'] as const
export type Action = (typeof actions)[number]

/** The repairs of a discrepancy, the most usual one first. */
export function actionsFor({
  kind,
  hasOrder,
  isPounds,
}: {
  kind: DiscrepancyKind
  hasOrder: boolean
  isPounds: boolean
}): Action[] {
  switch (kind) {
    case 'paid_without_order':
      return hasOrder ? ['settle'] : ['rebuild', 'accept']
    case 'refund_not_recorded':
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
