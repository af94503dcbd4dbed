import { type Body, parts } from '#features/catalogue/sizes/find-size.ts'
import { tapeBounds, type Unit } from '#features/catalogue/sizes/size-advice.ts'

const parted: Record<string, string> = { '¼': ' 1/4', '½': ' 1/2', '¾': ' 3/4' }
const written =
  /^(\d{1,3})(?:[.,](\d+)|(?:\s+|-)([1-7])\/([248]))?\s*(cms?|centimet(?:re|er)s?|in|ins|inch|inches|["″”]|'')?\.?$/i

/**
 * A typed measurement in `unit`; NaN for what is none. Decimals behind a point or a comma, halves, quarters and eighths
 * ('38½', '38 1/2'), and the unit behind it, which is the one that counts: '38 in' among centimetres is 97.
 */
export function readMeasurement(typed: unknown, unit: Unit): number {
  const read = readWritten(typed)
  if (!read) return Number.NaN
  return read.unit && read.unit !== unit ? inUnit(read.number, unit) : read.number
}

/**
 * What was typed in one unit, for a field in the other: whole centimetres, half inches. What is no number stays, and so
 * does what was meant in the other unit all along: '36' among centimetres.
 */
export function converted(typed: string, to: Unit): string {
  const read = readWritten(typed)
  if (!read || read.unit === to) return typed
  if (!read.unit && !isUsual(read.number, otherUnit(to)) && isUsual(read.number, to)) return typed
  return String(inUnit(read.number, to))
}

/** Whether all of it is usual in the other unit and none of it in this one. */
export function isInOtherUnit(body: Body, unit: Unit): boolean {
  return parts.every((part) => !isUsual(body[part], unit) && isUsual(body[part], otherUnit(unit)))
}

/** Whether a tape around a person can show it. */
export function isOfABody(measured: number, unit: Unit): boolean {
  return measured >= tapeBounds[unit][0] && measured <= tapeBounds[unit][1]
}

export function otherUnit(unit: Unit): Unit {
  return unit === 'cm' ? 'in' : 'cm'
}

/** Nearly every grown woman's; the two do not overlap, so that a number is usual in one unit at most. */
const usual: Record<Unit, readonly [number, number]> = { cm: [60, 150], in: [22, 59] }

function isUsual(measured: number, unit: Unit): boolean {
  return measured >= usual[unit][0] && measured <= usual[unit][1]
}

function inUnit(other: number, to: Unit): number {
  return to === 'in' ? Math.round((other / 2.54) * 2) / 2 : Math.round(other * 2.54)
}

function readWritten(typed: unknown): { number: number; unit: Unit | null } | null {
  const text = String(typed ?? '').replace(/\s*([¼½¾])/, (_, part: string) => parted[part] ?? '')
  const found = written.exec(text.trim())
  if (!found) return null
  const [, whole, decimals, over, under, unit] = found
  const part = over && under ? Number(over) / Number(under) : 0
  if (part >= 1) return null
  return { number: Number(`${whole}.${decimals ?? 0}`) + part, unit: unit ? (/^c/i.test(unit) ? 'cm' : 'in') : null }
}
