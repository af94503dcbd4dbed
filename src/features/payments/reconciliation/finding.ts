/** What can stand out when the provider's books are laid beside ours. */
export const findingKinds = [
  'open_dispute',
  'paid_without_order',
  'paid_twice',
  'different_amount',
  'refund_not_noted',
  'refund_owed',
  'refund_failed',
  'order_without_payment',
  'paid_by_hand',
  'paid_set_pending',
  'fraud_warning',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** One thing that does not match. Amounts in pence; `ours` is what the order says, `theirs` what the provider says. */
export type Found = {
  /** Kind and object: the same thing found again has the same key. */
  key: string
  kind: FindingKind
  orderId: string | null
  sessionId: string | null
  paymentId: string | null
  oursPence: number | null
  theirsPence: number | null
  detail: string | null
  respondBy: Date | null
  /** The facts in one text: found with other facts, it is news. */
  print: string
}

/** `object`: the id of what it is about. `facts`: what else would make it another thing than the one seen before. */
export function found(
  kind: FindingKind,
  object: string,
  about: Partial<Omit<Found, 'key' | 'kind' | 'print'>>,
  facts: readonly unknown[] = [],
): Found {
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
  const print = JSON.stringify([oursPence, theirsPence, detail, respondBy, ...facts])
  return { key: `${kind}:${object}`, kind, ...whole, print }
}
