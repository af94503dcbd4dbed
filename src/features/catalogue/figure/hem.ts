import type { Measures } from '../measures.ts'

/**
 * The heights of a woman's landmarks above the floor as shares of body height, barefoot.
 *
 * Sources: Gordon et al., 2012 Anthropometric Survey of U.S. Army Personnel (ANSUR II, NATICK/TR-15/007): seventh
 * cervical vertebra 0.862, acromion 0.820, axilla 0.758, chest 0.730, navel 0.602, trochanter 0.515, wrist 0.484,
 * mid-patella 0.277, lateral malleolus 0.041. Chin: Drillis and Contini, Body Segment Parameters (1966).
 * The nape is half a centimetre higher, because a length down the back goes over the shoulder blades. The waist is
 * where a waistband sits, 3 cm above the navel.
 */
const shares = {
  crown: 1,
  chin: 0.87,
  nape: 147 / 170,
  neck: 0.846,
  shoulder: 0.82,
  throat: 0.816,
  armpit: 0.758,
  bust: 0.73,
  waist: 105 / 170,
  wrist: 0.484,
  hip: 0.515,
  knee: 0.277,
  ankle: 0.041,
} as const

export type Landmark = keyof typeof shares
/** The height of each landmark above the floor, in cm. */
export type Body = Record<Landmark, number> & { height: number; heel: number }

/** The heights that the figure is drawn at, and those of the table beside it, in cm. */
export const shortest = 150
export const tallest = 185

/** A woman of this height in shoes with this heel, both in cm. Flat shoes count as none. */
export function bodyOf(height: number, heel = 0): Body {
  const levels = Object.entries(shares).map(([name, share]) => [name, share * height + heel])
  return { ...(Object.fromEntries(levels) as Record<Landmark, number>), height, heel }
}

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
