const dayMs = 86_400_000

/** What decides whether a garment is on pre-order. Moments are Dates or ISO strings. */
export type PreorderDates = { isPreorder: boolean; preorderEndsAt: Date | string | null }

/** Switched on, and its end still ahead. The twin of the database's `is_preorder_live`. */
export function isPreorderLive({ isPreorder, preorderEndsAt }: PreorderDates, now: Date): boolean {
  return isPreorder && preorderEndsAt !== null && new Date(preorderEndsAt).getTime() > now.getTime()
}

/** Days until a pre-order ends, rounded up: 1 on the last day, 0 once it is over. A day is 24 hours. */
export function daysLeft(endsAt: Date | string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(endsAt).getTime() - now.getTime()) / dayMs))
}
