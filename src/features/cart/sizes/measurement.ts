import { type Body, parts } from '#features/catalogue/sizes/find-size.ts'
import { tapeBounds, type Unit } from '#features/catalogue/sizes/size.ts'

const parted: Record<string, string> = { '¼': ' 1/4', '½': ' 1/2', '¾': ' 3/4' }
const written =
  /^(\d{1,3})(?:[.,](\d+)|(?:\s+|-)([1-7])\/([248]))?\s*(cms?|centimet(?:re|er)s?|in|ins|inch|inches|["″”]|'')?\.?$/i

/**
 * Parses a typed measurement in `unit`; NaN if it is none. Accepts a decimal point or comma, halves, quarters and
 * eighths ('38½', '38 1/2'), and a unit suffix, which wins: '38 in' among centimetres is 97.
 */
export function readMeasurement(typed: unknown, unit: Unit): number {
  const read = readWritten(typed)
  if (!read) return Number.NaN
  return read.unit && read.unit !== unit ? inUnit(read.number, unit) : read.number
}

/**
 * Converts typed text to the other unit: whole centimetres, half inches. Text that is not a number stays, and so does a
 * value meant in the other unit, such as '36' among centimetres.
 */
export function converted(typed: string, to: Unit): string {
  const read = readWritten(typed)
  if (!read || read.unit === to) return typed
  if (!read.unit && !isUsual(read.number, otherUnit(to)) && isUsual(read.number, to)) return typed
  return String(inUnit(read.number, to))
}

/** Whether all measurements are usual in the other unit and none in this one. */
export function isInOtherUnit(body: Body, unit: Unit): boolean {
  return parts.every((part) => !isUsual(body[part], unit) && isUsual(body[part], otherUnit(unit)))
}

/** Whether a measurement is plausible for a body. */
export function isOfABody(measured: number, unit: Unit): boolean {
  return measured >= tapeBounds[unit][0] && measured <= tapeBounds[unit][1]
}

export function otherUnit(unit: Unit): Unit {
  return unit === 'cm' ? 'in' : 'cm'
}

/** The range of nearly every adult woman. The two do not overlap, so a number is usual in one unit at most. */
const usual: Record<Unit, readonly [number, number]> = { cm: [60, 150], in: [22, 59] }

function isUsual(measured: number, unit: Unit): boolean {
  return measured >= usual[unit][0] && measured <= usual[unit][1]
}

function inUnit(other: number, to: Unit): number {
  return to === 'in' ? Math.round((other / 2.54) * 2) / 2 : Math.round(other * 2.54)
}

function readWritten(typed: unknown): { number: number; unit: Unit | null } | null {
  const text = String(typed ?? '').replace(/\s{0,9}([¼½¾])/, (_, part: string) => parted[part] ?? '')
  const found = written.exec(text.trim())
  if (!found) return null
  const [, whole, decimals, over, under, unit] = found
  const part = over && under ? Number(over) / Number(under) : 0
  if (part >= 1) return null
  return { number: Number(`${whole}.${decimals ?? 0}`) + part, unit: unit ? (/^c/i.test(unit) ? 'cm' : 'in') : null }
}

/** Records the unit a new field is filled in. */
export function noteUnit(field: HTMLInputElement | null, unit: Unit): void {
  if (field) field.dataset.in ??= unit
}

/** Converts a field's value to another unit; the typed text is restored when its unit is chosen again. */
export function followUnit(field: HTMLInputElement, unit: Unit): void {
  const { dataset, value } = field
  if (dataset.in === unit) return
  field.value = dataset.before !== undefined && value === dataset.became ? dataset.before : converted(value, unit)
  dataset.before = value
  dataset.became = field.value
  dataset.in = unit
}

/** Keeps the digits and reads them in another unit. */
export function readAs(field: HTMLInputElement, unit: Unit): void {
  field.dataset.in = unit
  delete field.dataset.before
}
