import type { Measures } from '../measures.ts'
import { type Body, bodyOf, shortest, tallest } from './body.ts'

/** The heel of the second choice of shoes, in cm. */
export const heelChoice = 5
export const defaultHeight = 165

/** Where a hem is, in cm above the floor; negative where the garment is too long. */
export function hemAbove(measures: Measures, body: Body): number {
  return (measures.from === 'nape' ? body.nape : body.waist) - measures.length
}

/** 'at the ankle bone': the part of the body beside a hem this high above the floor. */
function placeOf(above: number, { height, heel, ankle, knee, hip, waist }: Body): string {
  const share = (above - heel) / height
  if (above < ankle - 2.5) return 'below the ankle bone'
  if (above <= ankle + 2.5) return 'at the ankle bone'
  if (above <= ankle + 6) return 'just above the ankle bone'
  if (share < 0.14) return 'low on the calf'
  if (share < 0.22) return 'at mid-calf'
  if (above < knee - 2.5) return 'below the knee'
  if (above <= knee + 2.5) return 'at the knee'
  if (above < knee + 9) return 'just above the knee'
  if (above < hip - 9) return 'at mid-thigh'
  return above < hip + 9 ? 'at the hip' : above < waist ? 'below the waist' : 'at the waist'
}

/** '9 cm above the floor, at the ankle bone', '5 cm too long': the hem of one height and heel, for the table. */
export function hemEntry(measures: Measures, height: number, heel: number): string {
  const body = bodyOf(height, heel)
  const above = Math.round(hemAbove(measures, body))
  if (above < 0) return `${-above} cm too long; we’ll hem it free`
  return above === 0 ? 'Touches the floor' : `${above} cm above the floor, ${placeOf(above, body)}`
}

/** 'At 164 cm in flats the hem falls at the ankle bone, 9 cm above the floor.' */
export function hemSentence(measures: Measures, height: number, heel: number): string {
  const body = bodyOf(height, heel)
  const above = Math.round(hemAbove(measures, body))
  const who = `At ${height} cm in ${heel > 0 ? `${heel} cm heels` : 'flats'}`
  if (above < 0) return `${who} it’s ${-above} cm too long: enter your height and we’ll hem it free.`
  if (above === 0) return `${who} the hem just touches the floor.`
  return `${who} the hem falls ${placeOf(above, body)}, ${above} cm above the floor.`
}

/** The heights of the table, in cm. */
export const tableHeights: readonly number[] = Array.from(
  { length: (tallest - shortest) / 5 + 1 },
  (_, index) => shortest + index * 5,
)
