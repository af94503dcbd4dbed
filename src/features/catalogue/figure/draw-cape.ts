import type { Measures } from '../measures.ts'
import type { Body } from './body.ts'
import { standCollar } from './collars.ts'
import { dot, type Point, smooth, symmetric } from './paths.ts'
import { hemLine, neckline, type Shape, type Stroke } from './shape.ts'

/** A cape over the shoulders and arms, with slits for the hands. */
export function drawCape(measures: Measures, body: Body, shape: Shape): Stroke[] {
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
  const fold = (points: Point[]): Stroke => ({ d: smooth(points), as: 'fold' })
  const line = (points: Point[]): Stroke => ({ d: smooth(points), as: 'line' })
  return [
    { d: symmetric(edge, side, hemLine(shape)), as: 'cloth' },
    line([
      [2.8, body.throat],
      [3, body.bust],
      [3.4, body.waist],
      [3, hemY],
    ]),
    { d: [0, 1, 2, 3].map((index) => dot([-0.2, body.throat - 5 - index * 10.5], 0.95)).join(''), as: 'dots' },
    ...[1, -1].map((s) =>
      line([
        [s * 11, body.waist + 7],
        [s * 12, body.waist - 6],
        [s * 12.4, body.waist - 19],
      ]),
    ),
    ...[1, -1].map((s) =>
      line([
        [s * 12.4, body.waist + 7],
        [s * 13.4, body.waist - 6],
        [s * 13.8, body.waist - 19],
      ]),
    ),
    fold([
      [14.6, body.shoulder - 4],
      [17.4, body.waist + 8],
      [18.6, hemY + 22],
      [hemX * 0.8, hemY + 1.2],
    ]),
    fold([
      [-14.4, body.shoulder - 5],
      [-16.6, body.waist + 4],
      [-18, hemY + 26],
      [-hemX * 0.76, hemY + 1.2],
    ]),
    fold([
      [-7.4, body.bust - 8],
      [-8, body.hip + 8],
      [-8.8, hemY + 0.4],
    ]),
    fold([
      [8.4, body.waist - 24],
      [9.2, body.hip - 18],
      [9.4, hemY + 0.4],
    ]),
    ...standCollar({ ...measures, collar: measures.collar ?? 4 }, body),
  ]
}

/** A short cape over a gown, from the neck to the elbow; longer at the sides. */
export function capelet(measures: Measures, body: Body): Stroke[] {
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
  const hem: Point[] = [
    [24.4, elbow + 1],
    [18.6, elbow + 0.4],
    [10, elbow + 5.2],
    [0, elbow + 7],
  ]
  const fold = (points: Point[]): Stroke => ({ d: smooth(points), as: 'fold' })
  return [
    { d: symmetric(edge, side, hem), as: 'cloth' },
    fold([
      [4.6, body.throat - 3],
      [8.6, body.bust],
      [11.4, elbow + 6.6],
    ]),
    fold([
      [-4.2, body.throat - 3],
      [-8, body.bust],
      [-12, elbow + 6],
    ]),
    fold([
      [8.4, body.shoulder - 2],
      [15, body.bust + 2],
      [18.4, elbow + 1.6],
    ]),
    fold([
      [-8.8, body.shoulder - 3],
      [-15.6, body.bust],
      [-19.2, elbow + 1],
    ]),
    fold([
      [0.4, body.bust + 2],
      [1.4, body.bust - 8],
      [1.6, elbow + 8.4],
    ]),
    fold([
      [18, body.shoulder - 7],
      [21.4, body.bust],
      [23, elbow + 1],
    ]),
  ]
}
