import type { Measures } from '../measures.ts'
import { type Body, bodyOf } from './body.ts'
import { capelet, drawCape } from './draw-cape.ts'
import { details } from './draw-details.ts'
import { kaftanTop, sleeves } from './draw-sleeves.ts'
import { type Point, smooth, symmetric } from './paths.ts'
import { halfWidths, hemLine, neckline, type Shape, type Stroke, shapeOf } from './shape.ts'

/** A garment on a body, from the back to the front. */
export function drawGarment(measures: Measures, body: Body): Stroke[] {
  const shape = shapeOf(measures, body)
  if (measures.cut === 'cape') return [...plainDress(body, shape.hemY), ...drawCape(measures, body, shape)]
  if (measures.from === 'waist')
    return [...plainTop(body), cloth(skirtOutline(shape, body)), ...details(measures, body, shape)]
  const beneath =
    measures.cut === 'tailored' ? plainSkirt(body, 1) : measures.cut === 'blouse' ? plainSkirt(body, 1.2) : []
  const kaftan = measures.cut === 'kaftan'
  return [
    ...beneath,
    cloth(kaftan ? skirtOutline(shape, body) : dressOutline(measures, body, shape)),
    ...(kaftan ? kaftanTop(measures, body) : []),
    ...details(measures, body, shape),
    ...(kaftan ? [] : sleeves(measures, body)),
    ...(measures.cut === 'capelet' ? capelet(measures, body) : []),
  ]
}

function cloth(d: string): Stroke {
  return { d, as: 'cloth' }
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
  const folds = [-0.45, 0.3].map((x) =>
    smooth([
      [x * shape.hemX * 0.8, shape.hemY + 44],
      [x * shape.hemX * 0.95, shape.hemY + 18],
      [x * shape.hemX, shape.hemY + 1],
    ]),
  )
  return [skirtOutline(shape, body), ...folds].map((d) => ({ d, as: 'ghost' }))
}

function plainDress(body: Body, hemY: number): Stroke[] {
  return hemY > bodyOf(body.height, body.heel).ankle + 8 ? plainSkirt(body, 0.9) : []
}
