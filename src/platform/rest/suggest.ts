/** The known name most similar to an unknown one: at most two changed letters, three in a long name. */
export function suggest(name: string, known: Iterable<string>): string | null {
  if (name.length > 63) return null
  let best: { name: string; distance: number } | null = null
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate)
    if (!best || distance < best.distance) best = { name: candidate, distance }
  }
  return best && best.distance <= (name.length > 7 ? 3 : 2) ? best.name : null
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
