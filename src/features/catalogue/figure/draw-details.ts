import type { Measures } from '../measures.ts'
import type { Body } from './body.ts'
import { closeNeck } from './collars.ts'
import { fallingDetails } from './draw-falling.ts'
import { fittedDetails } from './draw-fitted.ts'
import { waistband } from './parts.ts'
import type { Details, Shape, Stroke } from './shape.ts'

const byCut: Details = { ...fallingDetails, ...fittedDetails }

/** What makes a cut recognisable: seams, closings, waist and folds. */
export function details(measures: Measures, body: Body, shape: Shape): Stroke[] {
  const { cut, from } = measures
  const own = byCut[cut]?.(measures, body, shape) ?? []
  const waist = from === 'waist' ? waistband(body) : []
  const neck =
    from === 'nape' && !['shirt', 'tailored', 'blouse', 'wrap'].includes(cut) ? closeNeck(measures, body) : []
  return [...own, ...waist, ...neck]
}
