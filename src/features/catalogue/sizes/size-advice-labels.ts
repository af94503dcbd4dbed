import { printedSize, type SizeAdvice } from './size.ts'

/** 'bust 92, waist 75, hips 100 cm, to sit close'; inches with their whole centimetres. */
export function measurementWords({ bust, waist, hips, unit, ease }: SizeAdvice): string {
  const inCentimetres = [bust, waist, hips].map((inches) => Math.round(inches * 2.54)).join(', ')
  const metric = unit === 'in' ? ` (${inCentimetres} cm)` : ''
  return `bust ${bust}, waist ${waist}, hips ${hips} ${unit}${metric}, to ${ease === 'close' ? 'sit close' : 'flow'}`
}

/** The same for the owner: 'Her measurements: …; our finder gave 10–12.' */
export function adviceForMaker(advice: SizeAdvice): string {
  return `Her measurements: ${measurementWords(advice)}; the finder gave ${printedSize(advice.size)}.`
}
