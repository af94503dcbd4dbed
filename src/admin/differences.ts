/** A field of two versions of a row, each as text for the owner. */
export type Difference = { field: string; yours: string; theirs: string }

export type Versions<Row> = {
  /** The common ancestor of both versions. */
  base: Row
  mine: Row
  theirs: Row
}
type Field<Row> = { label: string; words: (row: Row) => string }

const contextLength = 30
const maxLength = 240

/**
 * The fields in which my version differs from theirs, as text. A field that only they changed is marked: keeping mine
 * takes theirs there. Of long texts only the differing part is given.
 */
export function listDifferences<Row>(
  fields: readonly Field<Row>[],
  { base, mine, theirs }: Versions<Row>,
): Difference[] {
  return fields.flatMap(({ label, words }) => {
    const [before, yours, other] = [words(base), words(mine), words(theirs)]
    if (yours === other) return []
    const from = firstDifference(yours, other)
    const unchanged = yours === before ? ' (you did not change this)' : ''
    return [{ field: label, yours: excerpt(yours, from) + unchanged, theirs: excerpt(other, from) }]
  })
}

/** Merges two versions: fields that I changed since `base` are mine, all others are theirs. */
export function mergeVersions<Row extends object>({ base, mine, theirs }: Versions<Row>): Row {
  const merged = { ...theirs }
  for (const name of Object.keys(base) as (keyof Row)[]) {
    if (JSON.stringify(base[name]) !== JSON.stringify(mine[name])) merged[name] = mine[name]
  }
  return merged
}

function firstDifference(one: string, other: string): number {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return same > contextLength * 2 ? same - contextLength : 0
}

function excerpt(text: string, from: number): string {
  if (!text) return 'Nothing'
  const end = text.length > from + maxLength ? '…' : ''
  return `${from > 0 ? '…' : ''}${text.slice(from, from + maxLength)}${end}`
}
