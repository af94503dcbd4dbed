/** `kept` and `broken` of the orders whose first promise is decided. */
type Decided = { kept: number; broken: number }

/** From this many orders on, shoppers may see the score. */
export const minShown = 30

/** What shoppers read; null while there are too few orders. Every order that should have left counts. */
export function scoreSentence({ kept, broken }: Decided): string | null {
  const all = kept + broken
  if (all < minShown) return null
  return `In the last twelve months, ${kept} of ${all} orders left on or before the day we gave.`
}
