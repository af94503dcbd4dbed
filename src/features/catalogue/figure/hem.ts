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

/** The heel in the table beside the figure, in cm. */
export const tableHeel = 5
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

/** How far a hem clears the floor where the garment was taken up, in cm. */
const clearance = 2

/** How many cm a garment that reaches the floor is taken up for this height and heel, so that it clears it; else 0. */
export function takenUp(measures: Measures, height: number, heel: number): number {
  const above = Math.round(hemAbove(measures, bodyOf(height, heel)))
  return above > 0 ? 0 : clearance - above
}

/** The garment as it is hemmed for this height and heel. */
export function hemmedFor(measures: Measures, height: number, heel: number): Measures {
  return { ...measures, length: measures.length - takenUp(measures, height, heel) }
}

// A number and its unit stay on one line.
const cm = (length: number) => `${length}\u00a0cm`

/** '9 cm above the floor, at the ankle bone', '5 cm too long': the hem of one height and heel, for the table. */
export function hemEntry(measures: Measures, height: number, heel: number, isHemmed: boolean): string {
  const body = bodyOf(height, heel)
  const above = Math.round(hemAbove(measures, body))
  if (above < 0) return `${cm(-above)} too long${isHemmed ? '; we’ll hem it free' : ''}`
  return above === 0 ? 'Touches the floor' : `${cm(above)} above the floor, ${placeOf(above, body)}`
}

/**
 * Where the hem is at a height and a heel: 'At 164 cm in flats the hem falls at the ankle bone, 9 cm above the floor.'
 * `hem`: whether a garment that is too long is taken up for this height, only for a customer who gives hers, or never.
 */
export function hemSentence(
  measures: Measures,
  { height, heel, hem }: { height: number; heel: number; hem: 'hers' | 'offered' | 'as it is' },
): string {
  const body = bodyOf(height, heel)
  const above = Math.round(hemAbove(measures, body))
  const who = `At ${cm(height)} in ${heel > 0 ? `${cm(heel)} heels` : 'flats'}`
  if (above > 0) return `${who} the hem falls ${placeOf(above, body)}, ${cm(above)} above the floor.`
  const untouched = above < 0 ? `it’s ${cm(-above)} too long` : 'the hem just touches the floor'
  if (hem === 'as it is') return `${who} ${untouched}.`
  if (hem === 'offered') return `${who} ${untouched}. With your height we’ll hem it free.`
  const up = takenUp(measures, height, heel)
  return `${who} ${untouched}. We’ll take it up ${cm(up)}, so it clears the floor by ${clearance}.`
}

/** The heights of the table, in cm. */
export const tableHeights: readonly number[] = Array.from(
  { length: (tallest - shortest) / 5 + 1 },
  (_, index) => shortest + index * 5,
)
