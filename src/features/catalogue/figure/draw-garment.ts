import type { Measures } from '../measures.ts'
import { standCollar } from './collars.ts'
import { drawDetails } from './details.ts'
import { kaftanTop, sleeves } from './draw-sleeves.ts'
import type { Body } from './hem.ts'
import { cloth, curve, dot, fold, line, type Point, points, type Stroke, symmetric } from './paths.ts'
import { halfWidths, hemLine, neckline, type Shape, shapeOf } from './shape.ts'

/** A garment on a body, from the back to the front. */
export function drawGarment(measures: Measures, body: Body): Stroke[] {
  const shape = shapeOf(measures, body)
  if (measures.cut === 'cape') return [...plainDress(body, shape.hemY), ...drawCape(measures, body, shape)]
  if (measures.from === 'waist')
    return [...plainTop(body), cloth(skirtOutline(shape, body)), ...drawDetails(measures, body, shape)]
  const beneath =
    measures.cut === 'tailored' ? plainSkirt(body, 1) : measures.cut === 'blouse' ? plainSkirt(body, 1.2) : []
  const kaftan = measures.cut === 'kaftan'
  return [
    ...beneath,
    cloth(kaftan ? skirtOutline(shape, body) : dressOutline(measures, body, shape)),
    ...(kaftan ? kaftanTop(measures, body) : []),
    ...drawDetails(measures, body, shape),
    ...(kaftan ? [] : sleeves(measures, body)),
    ...(measures.cut === 'capelet' ? capelet(measures, body) : []),
  ]
}

function sideOf({ side, hemX, hemY, pooled }: Shape): Point[] {
  const last: Point = [hemX, hemY + (pooled > 0 ? 1.4 : Math.min(hemX * 0.05, 1.5))]
  return [...side.slice(0, -1), last]
}

function dressOutline(measures: Measures, body: Body, shape: Shape): string {
  const neck = neckline(measures, body)
  const tip: Point = [halfWidths.shoulder, body.shoulder - 0.6]
  const top = neck.at(-1) ?? tip
  const armhole: Point[] = [
    tip,
    [halfWidths.armpit + 0.2, (tip[1] + body.armpit) / 2],
    [halfWidths.armpit, body.armpit],
  ]
  return symmetric(
    neck,
    [top, [(top[0] + tip[0]) / 2, (top[1] + tip[1]) / 2 + 0.5], tip],
    armhole,
    sideOf(shape),
    hemLine(shape),
  )
}

function skirtOutline(shape: Shape, { waist }: Body): string {
  const [first = [0, waist]] = shape.side
  return symmetric([[0, first[1] - 0.5], [first[0] * 0.6, first[1] - 0.3], first], sideOf(shape), hemLine(shape))
}

/** A plain fitted top below a skirt, drawn lightly. */
function plainTop(body: Body): Stroke[] {
  const plain: Measures = {
    cut: 'close',
    from: 'nape',
    length: body.nape - body.hip - 4,
    hem: 100,
    sleeve: 58,
    sleeveWidest: 30,
    cuff: 18,
  }
  const shape = shapeOf(plain, body)
  const short = {
    ...shape,
    side: [...shape.side.slice(0, 3), [halfWidths.waist + 1, body.waist - 3] as Point],
    hemX: halfWidths.waist + 1,
    hemY: body.waist - 3,
  }
  return [dressOutline(plain, body, short), ...sleeves(plain, body).map(({ d }) => d)].map((d) => ({ d, as: 'ghost' }))
}

/** A plain long skirt below a blouse or a coat, drawn lightly. */
function plainSkirt(body: Body, wide: number): Stroke[] {
  const length = body.waist - body.ankle - 3
  const shape = shapeOf({ cut: 'a-line', from: 'waist', length, hem: 190 * wide }, body)
  const folds = [-0.45, 0.3].map(
    (x) =>
      curve`${x * shape.hemX * 0.8} ${shape.hemY + 44}, ${x * shape.hemX * 0.95} ${shape.hemY + 18},
      ${x * shape.hemX} ${shape.hemY + 1}`,
  )
  return [skirtOutline(shape, body), ...folds].map((d) => ({ d, as: 'ghost' }))
}

function plainDress(body: Body, hemY: number): Stroke[] {
  return hemY > body.ankle + 8 ? plainSkirt(body, 0.9) : []
}

/** A cape over the shoulders and arms, with slits for the hands. */
function drawCape(measures: Measures, body: Body, shape: Shape): Stroke[] {
  const edge = neckline(measures, body)
  const top = edge.at(-1) ?? [6.7, body.neck]
  const { hemX, hemY } = shape
  const down = (t: number) => body.shoulder - 6 + (hemY - body.shoulder + 6) * t
  const side: Point[] = [
    top,
    [11.4, body.shoulder + 2],
    [16.2, body.shoulder - 1.6],
    [19.2, down(0.08)],
    [21.4, down(0.3)],
    [hemX * 0.5 + 11.4, down(0.62)],
    [hemX, hemY + 1.4],
  ]
  return [
    cloth(symmetric(edge, side, hemLine(shape))),
    line(curve`2.8 ${body.throat}, 3 ${body.bust}, 3.4 ${body.waist}, 3 ${hemY}`),
    { d: [0, 1, 2, 3].map((index) => dot([-0.2, body.throat - 5 - index * 10.5], 0.95)).join(''), as: 'dots' },
    ...[1, -1].map((s) =>
      line(curve`${s * 11} ${body.waist + 7}, ${s * 12} ${body.waist - 6}, ${s * 12.4} ${body.waist - 19}`),
    ),
    ...[1, -1].map((s) =>
      line(curve`${s * 12.4} ${body.waist + 7}, ${s * 13.4} ${body.waist - 6},
        ${s * 13.8} ${body.waist - 19}`),
    ),
    fold(curve`14.6 ${body.shoulder - 4}, 17.4 ${body.waist + 8}, 18.6 ${hemY + 22},
      ${hemX * 0.8} ${hemY + 1.2}`),
    fold(curve`-14.4 ${body.shoulder - 5}, -16.6 ${body.waist + 4}, -18 ${hemY + 26},
      ${-hemX * 0.76} ${hemY + 1.2}`),
    fold(curve`-7.4 ${body.bust - 8}, -8 ${body.hip + 8}, -8.8 ${hemY + 0.4}`),
    fold(curve`8.4 ${body.waist - 24}, 9.2 ${body.hip - 18}, 9.4 ${hemY + 0.4}`),
    ...standCollar({ ...measures, collar: measures.collar ?? 4 }, body),
  ]
}

/** A short cape over a gown, from the neck to the elbow; longer at the sides. */
function capelet(measures: Measures, body: Body): Stroke[] {
  const edge = neckline(measures, body)
  const top = edge.at(-1) ?? [6.7, body.neck]
  const elbow = body.shoulder - 0.175 * body.height
  const side: Point[] = [
    top,
    [11.4, body.shoulder + 1.8],
    [16.4, body.shoulder - 1.8],
    [20.4, body.armpit - 2],
    [24.4, elbow + 1],
  ]
  const hem = points`24.4 ${elbow + 1}, 18.6 ${elbow + 0.4}, 10 ${elbow + 5.2}, 0 ${elbow + 7}`
  return [
    cloth(symmetric(edge, side, hem)),
    fold(curve`4.6 ${body.throat - 3}, 8.6 ${body.bust}, 11.4 ${elbow + 6.6}`),
    fold(curve`-4.2 ${body.throat - 3}, -8 ${body.bust}, -12 ${elbow + 6}`),
    fold(curve`8.4 ${body.shoulder - 2}, 15 ${body.bust + 2}, 18.4 ${elbow + 1.6}`),
    fold(curve`-8.8 ${body.shoulder - 3}, -15.6 ${body.bust}, -19.2 ${elbow + 1}`),
    fold(curve`0.4 ${body.bust + 2}, 1.4 ${body.bust - 8}, 1.6 ${elbow + 8.4}`),
    fold(curve`18 ${body.shoulder - 7}, 21.4 ${body.bust}, 23 ${elbow + 1}`),
  ]
}
