/**
 * The real time of a moment of the shop's clock: in rehearsal the two may differ, and browsers use the real time. now:
 * the shop's.
 */
export function inWorldTime(moment: Date, now: Date): Date {
  return new Date(Date.now() + moment.getTime() - now.getTime())
}
