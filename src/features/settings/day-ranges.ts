/** From one day to another, both included: 'YYYY-MM-DD'. */
export type DayRange = { from: string; until: string }

const dayMs = 86_400_000

/** The number of days in a range; below one if it ends before it begins. */
export function countDays({ from, until }: DayRange): number {
  return (Date.parse(until) - Date.parse(from)) / dayMs + 1
}

/** Every day of some ranges once, ascending, as 'YYYY-MM-DD'. */
export function daysIn(ranges: readonly DayRange[]): string[] {
  const days = ranges.flatMap((range) =>
    Array.from({ length: countDays(range) }, (_, index) => {
      return new Date(Date.parse(range.from) + index * dayMs).toISOString().slice(0, 10)
    }),
  )
  return [...new Set(days)].sort()
}

/** Ranges in order, joined where they overlap. */
export function joinRanges(ranges: readonly DayRange[]): DayRange[] {
  const joined: DayRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = joined.at(-1)
    if (!last || range.from > last.until) joined.push({ ...range })
    else if (range.until > last.until) last.until = range.until
  }
  return joined
}
