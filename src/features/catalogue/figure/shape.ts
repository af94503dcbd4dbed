import type { Measures } from '../measures.ts'
import type { Body } from './hem.ts'
import { type Point, points } from './paths.ts'

/** The outline of a garment on a body: where it begins, its sides from there to the hem, and its hem. */
export type Shape = {
  /** The side on the wearer's left, from armpit or waistband down. */
  side: readonly Point[]
  hemY: number
  /** Half of the width at the hem, as seen from the front. */
  hemX: number
  /** The part of the length on the floor, in cm. */
  pooled: number
}

/** Half of the width of the body in size 10-12, seen from the front, in cm. */
export const halfWidths = { shoulder: 16.2, armpit: 13.4, bust: 13.2, waist: 10.6, hip: 15.6 }

/** The shape of a garment from its measures. Unset measures get what is usual for the cut. */
export function shapeOf(measures: Measures, body: Body): Shape {
  const reach = (measures.from === 'nape' ? body.nape : body.waist) - measures.length
  const hemY = Math.max(reach, 0)
  const pooled = Math.max(-reach, 0)
  const hemX = hemWidth(measures, hemY, body) + Math.min(pooled, 14) * 0.35
  return { side: sides(measures, body, hemY, hemX), hemY, hemX, pooled }
}

/** Cloth falls in folds: the wider the hem, the smaller the share that shows. */
function hemWidth({ cut, hem }: Measures, hemY: number, body: Body): number {
  const round = hem ?? (hemY > body.waist ? 104 : hemY > body.knee ? 170 : 250)
  const wide = round <= 150 ? round * 0.152 : 22.8 + (round - 150) * 0.044
  const share: Partial<Record<Measures['cut'], number>> = {
    ...{ pleated: 0.78, straight: 0.94, capelet: 1.12, cape: 1.1, gathered: 1.04 },
  }
  return wide * (share[cut] ?? 1)
}

/** Points from `top` to the hem: at share t of the way down, `wide(t)` of the way out. */
function fall(top: Point, hemY: number, hemX: number, wide: (t: number) => number): Point[] {
  return [0, 0.08, 0.2, 0.38, 0.6, 0.82, 1].map((t) => [
    top[0] + (hemX - top[0]) * wide(t),
    top[1] + (hemY - top[1]) * t,
  ])
}

function sides(measures: Measures, body: Body, hemY: number, hemX: number): Point[] {
  const { armpit, bust, waist, hip } = body
  const { cut, from } = measures
  const w = halfWidths
  const skirt = (wide: (t: number) => number, ease = 0.7) => fall([w.waist + ease, waist], hemY, hemX, wide)
  const bodice = points`${w.armpit} ${armpit}, ${w.bust + 0.7} ${bust},
    ${w.waist + 2.2} ${waist + 6}`
  if (from === 'waist') {
    if (cut === 'pleated') return skirt((t) => 0.45 * smoothStep(t / 0.26) + 0.55 * t)
    if (cut === 'tiered') return skirt((t) => 0.3 * smoothStep(t / 0.2) + 0.7 * t)
    if (cut === 'straight' || cut === 'close') return skirt((t) => smoothStep(t / 0.3))
    return skirt((t) => 0.28 * smoothStep(t / 0.24) + 0.72 * t)
  }
  switch (cut) {
    case 'gathered':
      return [...bodice, ...skirt((t) => 0.42 * smoothStep(t / 0.17) + 0.58 * t ** 0.95)]
    case 'shirt':
      return [...bodice, ...skirt((t) => 0.14 * smoothStep(t / 0.2) + 0.86 * t ** 0.95)]
    case 'wrap':
      return [...bodice, ...skirt((t) => 0.32 * smoothStep(t / 0.2) + 0.68 * t)]
    case 'kaftan':
      return [...skirt((t) => 0.3 * smoothStep(t / 0.18) + 0.7 * t ** 0.9, 1.6)]
    case 'close':
    case 'capelet':
      return [
        ...points`${w.armpit} ${armpit}, ${w.bust + 0.5} ${bust}, ${w.waist + 1.4} ${waist + 1},
          ${w.hip - 1.3} ${hip + (waist - hip) * 0.4}, ${w.hip + 1} ${hip - 2}`,
        ...fall([w.hip + 1.2, hip - 8], hemY, hemX, (t) => t ** 1.55).slice(1),
      ]
    case 'tiered':
      return [
        ...points`${w.armpit} ${armpit}, ${w.bust + 1} ${bust - 1}`,
        ...fall([w.bust + 2.4, bust - 4], hemY, hemX, (t) => t ** 0.9).slice(1),
      ]
    case 'tailored':
      return points`${w.armpit + 1} ${armpit}, ${w.bust + 1.6} ${bust - 2}, ${w.waist + 3.6} ${waist},
        ${w.hip + 1.4} ${hip + 3}, ${hemX * 0.5 + (w.hip + 2.2) * 0.5} ${(hip + hemY) / 2}, ${hemX} ${hemY}`
    case 'blouse':
      return points`${w.armpit} ${armpit}, ${w.bust + 1} ${bust - 2}, ${w.waist + 3.4} ${waist},
        ${Math.max(hemX, 15)} ${hemY}`
    default:
      return [
        ...points`${w.armpit} ${armpit}, ${w.bust + 1} ${bust - 1}`,
        ...fall([w.bust + 1.4, bust - 5], hemY, hemX, (t) => t).slice(1),
      ]
  }
}

/** From 0 to 1, without corners. */
export function smoothStep(t: number): number {
  const k = Math.min(Math.max(t, 0), 1)
  return k * k * (3 - 2 * k)
}

/** The neckline from its middle to the side of the neck, and the shoulder. */
export function neckline({ neckDrop = 0, neckWidth = 13.4 }: Measures, { throat, neck, shoulder }: Body): Point[] {
  const half = neckWidth / 2
  // Along the shoulder.
  const side = neck - (Math.max(half - 6.7, 0) / (halfWidths.shoulder - 6.7)) * (neck - shoulder)
  const middle = throat + 0.8 - neckDrop
  return points`0 ${middle}, ${half * 0.62} ${middle + (side - middle) * 0.22}, ${half} ${side}`
}

/** The bottom edge from the side to the middle: a soft line whose middle is at the hem. */
export function hemLine({ hemX, hemY, pooled }: Shape): Point[] {
  if (pooled > 0) {
    const out = Math.min(pooled, 14) * 0.5
    return points`${hemX} ${hemY + 1.4}, ${hemX + out} ${hemY + 0.3}, ${hemX * 0.86} ${hemY - 0.5},
      ${hemX * 0.52} ${hemY + 0.2}, ${hemX * 0.2} ${hemY - 0.5}, 0 ${hemY - 0.2}`
  }
  const lift = Math.min(hemX * 0.05, 1.5)
  return points`${hemX} ${hemY + lift}, ${hemX * 0.72} ${hemY + lift * 0.35}, ${hemX * 0.4} ${hemY},
    0 ${hemY - 0.2}`
}
