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
