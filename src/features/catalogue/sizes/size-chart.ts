import { halfInches, toHalfInch } from '#base/inches.ts'
import { compareNames } from '#base/names.ts'
import { shop } from '#shop'
import { type SizeRow, type Span, sizes } from '#shop-sizes'
import { printedSize } from './size.ts'

/** The shop's sizes with their body measurements, smallest first. */
export function listSizes(): readonly SizeRow[] {
  return shop.sizeChart ?? sizes
}

/**
 * The chart in whole centimetres or in half inches, as the tables show it, so that the finder has the edges that a
 * customer reads.
 */
export function sizeChart(unit: 'cm' | 'in'): SizeRow[] {
  const shown = unit === 'cm' ? Math.round : toHalfInch
  const inUnit = ([from, to]: Span): Span => [shown(from), shown(to)]
  return listSizes().map((row) => ({
    ...row,
    bust: inUnit(row.bust),
    waist: inUnit(row.waist),
    hips: inUnit(row.hips),
  }))
}

/** The stored text of a size from what it is called, in capitals or not: itself, for a size that the shop does not have. */
export function sizeCalled(typed: string): string {
  const called = (text: string) => text.trim().toLowerCase().replace(/[–—]/g, '-')
  return listSizes().find(({ name }) => called(name) === called(typed))?.size ?? typed
}

/** `printedSize` of several with commas, as an order has them. */
export function printedSizes(sizes: string): string {
  return sizes.split(', ').map(printedSize).join(', ')
}

/** Compares sizes for sorting: the shop's in its order, then those of single garments by name. */
export function compareSizes(one: string, other: string): number {
  const order = listSizes().map(({ size }) => size)
  const place = (size: string) => (order.includes(size) ? order.indexOf(size) : order.length)
  return place(one) - place(other) || compareNames(one, other)
}

/** Full length from the shoulder seam to the hem, by height, in flat shoes. */
export const lengthChart: readonly { height: Span; length: number }[] = [
  { height: [150, 156], length: 132 },
  { height: [157, 161], length: 137 },
  { height: [162, 166], length: 142 },
  { height: [167, 171], length: 147 },
  { height: [172, 178], length: 152 },
]

/** '83–88 cm', in whole centimetres. */
export function centimetres([from, to]: Span): string {
  return `${Math.round(from)}–${Math.round(to)} cm`
}

/** '32½–34½ in', rounded to the half inch. */
export function inches([from, to]: Span): string {
  return `${halfInches(from)}–${halfInches(to)} in`
}

/** Centimetres in feet and whole inches: 5′2″ for 157. */
export function feetAndInches(cm: number): string {
  const whole = Math.round(cm / 2.54)
  return `${Math.floor(whole / 12)}′${whole % 12}″`
}

/** The body measurements of a size, as text in each unit: 'Bust 93–98, waist 76–81, hips 101–106 cm'. */
export type SizeRangeLabels = { cm: string; in: string }

/** The measurements of those sizes of a garment that are in the chart; other sizes have none. */
export function listSizeRangeLabels(garmentSizes: readonly string[]): Record<string, SizeRangeLabels> {
  const rows = listSizes().filter(({ size }) => garmentSizes.includes(size))
  return Object.fromEntries(
    rows.map((row) => [row.size, { cm: measured(row, centimetres), in: measured(row, inches) }]),
  )
}

/** The unit is said once, after the last. */
function measured({ bust, waist, hips }: SizeRow, inUnit: (span: Span) => string): string {
  const bare = (span: Span) => inUnit(span).replace(/ \w+$/, '')
  return `Bust ${bare(bust)}, waist ${bare(waist)}, hips ${inUnit(hips)}`
}
