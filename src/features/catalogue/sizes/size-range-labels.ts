import { inches, type SizeRow, sizeChart } from './size-chart.ts'

/** The body measurements of a size, as text in each unit: 'Bust 93–98, waist 76–81, hips 101–106 cm'. */
export type SizeRangeLabels = { cm: string; in: string }

/** The measurements of those sizes of a garment that are in the chart; other sizes have none. */
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
