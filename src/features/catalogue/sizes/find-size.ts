import type { SizeRow } from '#shop-sizes'

export const parts = ['bust', 'waist', 'hips'] as const
export type Part = (typeof parts)[number]

/** Body measurements in the unit of the chart. */
export type Body = Record<Part, number>
export type Ease = 'close' | 'flowing'

/**
 * The chart's result for a body: a size and the part that decided it, with both sizes if the fit decides between them;
 * or sizes too far apart for one garment; or the parts outside the chart.
 */
export type SizeResult =
  | { kind: 'size'; size: string; decidedBy: Part; others: string | null; edge: Edge | null }
  | { kind: 'apart'; smallest: string; largest: string }
  | { kind: 'beyond'; parts: Part[] }

type Edge = { close: string; flowing: string }

/**
 * The size for a body. On the edge of two sizes a close fit takes the smaller and a flowing one the larger. If the
 * parts fall into neighbouring sizes the larger counts, since cloth can be taken in. If they are two sizes apart there
 * is none.
 */
export function findSize(body: Body, ease: Ease, chart: readonly SizeRow[]): SizeResult {
  const result = findFor(body, ease, chart)
  if (result.kind !== 'size') return result
  const other = findFor(body, ease === 'close' ? 'flowing' : 'close', chart)
  if (other.kind !== 'size' || other.size === result.size) return result
  const [close, flowing] = ease === 'close' ? [result.size, other.size] : [other.size, result.size]
  return { ...result, edge: { close, flowing } }
}

function findFor(body: Body, ease: Ease, chart: readonly SizeRow[]): SizeResult {
  const found = parts.map((part) => ({ part, index: indexFor(body[part], part, ease, chart) }))
  const beyond = found.filter(({ index }) => index < 0)
  if (beyond.length > 0) return { kind: 'beyond', parts: beyond.map(({ part }) => part) }
  const [smallest, largest] = extremes(found)
  const sizeOf = (index: number) => chart[index]?.size ?? ''
  if (largest.index - smallest.index > 1) {
    return { kind: 'apart', smallest: sizeOf(smallest.index), largest: sizeOf(largest.index) }
  }
  return {
    kind: 'size',
    size: sizeOf(largest.index),
    decidedBy: largest.part,
    others: smallest.index === largest.index ? null : sizeOf(smallest.index),
    edge: null,
  }
}

type Found = { part: Part; index: number }

function extremes(found: Found[]): [Found, Found] {
  const sorted = found.toSorted((a, b) => a.index - b.index)
  const [first] = sorted
  if (!first) throw new RangeError('A body without measurements')
  // The first of the largest, so that the bust decides before the waist.
  const largest = found.reduce((best, each) => (each.index > best.index ? each : best), first)
  return [first, largest]
}

function indexFor(measured: number, part: Part, ease: Ease, chart: readonly SizeRow[]): number {
  const fits = ({ [part]: [from, to] }: SizeRow) => measured >= from && measured <= to
  return ease === 'close' ? chart.findIndex(fits) : chart.findLastIndex(fits)
}
