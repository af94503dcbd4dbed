/**
 * When a moment of the shop's clock comes by the world's: in rehearsal the two may be apart, and a browser counts by the
 * world's. now: the shop's.
 */
export function inWorldTime(moment: Date, now: Date): Date {
  return new Date(Date.now() + moment.getTime() - now.getTime())
}
