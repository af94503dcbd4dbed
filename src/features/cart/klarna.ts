const dayMs = 86_400_000
/** Klarna's rules: goods leave within three weeks of the order. */
const klarnaDays = 21

/** Whether an order can be paid for with Klarna. `dispatchBy`: the day the parcel leaves at the latest. */
export function isKlarnaOffered(dispatchBy: Date, orderedAt: Date): boolean {
  return dispatchBy.getTime() - orderedAt.getTime() <= klarnaDays * dayMs
}

/** The last dispatch day that Klarna is offered for, as the midnight UTC of that calendar day. */
export function lastKlarnaDay(orderedAt: Date): Date {
  return new Date(Math.floor((orderedAt.getTime() + klarnaDays * dayMs) / dayMs) * dayMs)
}
