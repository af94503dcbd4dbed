/** Body measurements in whole centimetres, minimum and maximum. Neighbouring ranges share an edge on purpose. */
export type SizeRow = {
  size: string
  eu: string
  us: string
  bust: readonly [number, number]
  waist: readonly [number, number]
  hips: readonly [number, number]
}

export const sizeChart: readonly SizeRow[] = [
  { size: '8-10', eu: '36–38', us: '4–6', bust: [83, 88], waist: [66, 71], hips: [91, 96] },
  { size: '10-12', eu: '38–40', us: '6–8', bust: [88, 93], waist: [71, 76], hips: [96, 101] },
  { size: '12-14', eu: '40–42', us: '8–10', bust: [93, 98], waist: [76, 81], hips: [101, 106] },
  { size: '14-16', eu: '42–44', us: '10–12', bust: [98, 103], waist: [81, 86], hips: [106, 111] },
  { size: '16-18', eu: '44–46', us: '12–14', bust: [103, 108], waist: [86, 91], hips: [111, 116] },
]

/** The chart in inches, rounded to the half inch as in the table, so that both have the same edges. */
export const sizeChartInInches: readonly SizeRow[] = sizeChart.map((row) => ({
  ...row,
  bust: [toHalfInch(row.bust[0]), toHalfInch(row.bust[1])],
  waist: [toHalfInch(row.waist[0]), toHalfInch(row.waist[1])],
  hips: [toHalfInch(row.hips[0]), toHalfInch(row.hips[1])],
}))

/** Full length from the shoulder seam to the hem, by height, in flat shoes. */
export const lengthChart: readonly { height: readonly [number, number]; length: number }[] = [
  { height: [150, 156], length: 132 },
  { height: [157, 161], length: 137 },
  { height: [162, 166], length: 142 },
  { height: [167, 171], length: 147 },
  { height: [172, 178], length: 152 },
]

/** '83–88 cm' */
export function centimetres([from, to]: readonly [number, number]): string {
  return `${from}–${to} cm`
}

/** '32½–34½ in', rounded to the half inch. */
export function inches([from, to]: readonly [number, number]): string {
  return `${halfInches(from)}–${halfInches(to)} in`
}

/** Centimetres in inches, to the half inch: '32½'. */
export function halfInches(cm: number): string {
  const half = toHalfInch(cm)
  return `${Math.floor(half)}${Number.isInteger(half) ? '' : '½'}`
}

function toHalfInch(cm: number): number {
  return Math.round((cm / 2.54) * 2) / 2
}

/** Centimetres in feet and whole inches: 5′2″ for 157. */
export function feetAndInches(cm: number): string {
  const whole = Math.round(cm / 2.54)
  return `${Math.floor(whole / 12)}′${whole % 12}″`
}

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
