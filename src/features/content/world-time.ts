/**
 * Converts a time of the shop's clock into real time, which browsers use; in a rehearsal the two may differ. now: the
 * shop's.
 */
export function inWorldTime(moment: Date, now: Date): Date {
  return new Date(Date.now() + moment.getTime() - now.getTime())
}
