import type { Unit } from '#features/catalogue/sizes/size-advice.ts'

/** A typed measurement; NaN for what is none. A comma may stand for the point, and 'cm' or 'in' behind it. */
export function readMeasurement(typed: unknown): number {
  const text = String(typed ?? '')
    .trim()
    .replace(',', '.')
    .replace('½', '.5')
    .replace(/\s*(cm|in|")$/i, '')
  return /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

/** What was typed in one unit, for a field in the other: whole centimetres, half inches. What is no number stays. */
export function converted(typed: string, to: Unit): string {
  const number = readMeasurement(typed)
  if (Number.isNaN(number)) return typed
  return String(to === 'in' ? Math.round((number / 2.54) * 2) / 2 : Math.round(number * 2.54))
}
