import type { OrderNote } from '#features/orders/order-note.ts'

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

/** What is known of a difference beside its amounts, by its kind. */
type FactsOf = {
  /** As the provider has them. */
  open_dispute: { status: string; reason: string }
  /** Empty where the order is paid, and the amounts differ now. */
  different_amount: OrderNote | { kind?: undefined }
  paid_twice: { leftPence: number }
  /** The provider's reason. */
  refund_failed: { failure?: string | null }
  /** Who set the payment status, by the account's id, and when. */
  paid_by_hand: { actor?: string | null; at?: string }
  paid_set_pending: { actor?: string | null; at?: string }
  /** The bank's kind of warning. */
  fraud_warning: { warning: string }
}
type Facts<Kind> = Kind extends keyof FactsOf ? FactsOf[Kind] : Record<string, never>

/** `kind` and `facts` of a row of `private.payment_discrepancies`. */
export type DiscrepancyFacts = { [Kind in DiscrepancyKind]: { kind: Kind; facts: Facts<Kind> } }[DiscrepancyKind]

/** One difference. Amounts in pence: `ours` by the order, `theirs` by the provider. */
export type Discrepancy = DiscrepancyFacts & {
  /** Kind and object: the same difference found again has the same key. */
  key: string
  orderId: string | null
  sessionId: string | null
  paymentId: string | null
  oursPence: number | null
  theirsPence: number | null
  respondBy: Date | null
  /** The facts as one text: with other facts, the discrepancy counts as new. */
  fingerprint: string
}

/** `object`: the id of the session, order, refund, dispute or warning. `more`: facts that are not stored. */
export function newDiscrepancy<Kind extends DiscrepancyKind>(
  kind: Kind,
  object: string,
  about: Partial<Omit<Discrepancy, 'key' | 'kind' | 'facts' | 'fingerprint'>> & { facts?: Facts<Kind> },
  more: readonly unknown[] = [],
): Discrepancy {
  const whole = {
    orderId: null,
    sessionId: null,
    paymentId: null,
    oursPence: null,
    theirsPence: null,
    respondBy: null,
    facts: {},
    ...about,
  }
  const { oursPence, theirsPence, facts, respondBy } = whole
  const known = Object.values(facts).join(' ') || null
  const fingerprint = JSON.stringify([oursPence, theirsPence, known, respondBy, ...more])
  // The facts are those of the kind.
  return { key: `${kind}:${object}`, kind, ...whole, fingerprint } as Discrepancy
}

export const actions = ['settle', 'rebuild', 'give_back', 'take_amount', 'mark_paid', 'accept'] as const
export type Action = (typeof actions)[number]

/** The repairs of a discrepancy, the most usual one first. */
export function actionsFor({ kind, facts }: DiscrepancyFacts, hasOrder: boolean): Action[] {
  switch (kind) {
    case 'paid_without_order':
      return hasOrder ? ['settle'] : ['rebuild', 'accept']
    case 'refund_not_recorded':
      return ['settle']
    case 'paid_twice':
      return ['give_back']
    case 'different_amount':
      return facts.kind === 'paid_in_other_currency' ? ['give_back'] : ['take_amount', 'give_back']
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
