import { inches, type SizeRow, sizeChart } from './size-chart.ts'

/** The body a size is cut for, in words, in either unit: 'Bust 93–98, waist 76–81, hips 101–106 cm'. */
export type SizeRangeLabels = { cm: string; in: string }

/** The words for those of a garment's sizes that are on our chart; another's own sizes have none. */
export function listSizeRangeLabels(sizes: readonly string[]): Record<string, SizeRangeLabels> {
  const rows = sizeChart.filter(({ size }) => sizes.includes(size))
  return Object.fromEntries(rows.map((row) => [row.size, { cm: inCentimetres(row), in: inInches(row) }]))
}

function inCentimetres({ bust, waist, hips }: SizeRow): string {
  return `Bust ${bust.join('–')}, waist ${waist.join('–')}, hips ${hips.join('–')} cm`
}

function inInches({ bust, waist, hips }: SizeRow): string {
  const bare = (span: SizeRow['bust']) => inches(span).replace(' in', '')
  return `Bust ${bare(bust)}, waist ${bare(waist)}, hips ${inches(hips)}`
}
