import type { Measures } from '../measures.ts'
import type { Body } from './hem.ts'
import { bow } from './parts.ts'
import {
  cloth,
  flip,
  fold,
  joined,
  line,
  type Point,
  points,
  type Stroke,
  smooth,
  straight,
  symmetric,
} from './paths.ts'
import { neckline } from './shape.ts'

/** An upright band around the neck. */
export function standCollar(measures: Measures, body: Body): Stroke[] {
  const edge = neckline(measures, body)
  const high = measures.collar ?? 3
  const [middle = [0, body.throat], , side = [6.7, body.neck]] = edge
  const top = points`0 ${middle[1] + high * 0.92}, 3.6 ${middle[1] + high * 0.95 + 0.6},
    5.3 ${side[1] + high * 0.8}`
  const down = points`5.3 ${side[1] + high * 0.8}, 6.1 ${side[1] + high * 0.3},
    ${side[0] - 0.1} ${side[1] - 0.2}`
  return [
    cloth(symmetric(top, down, [...edge].reverse())),
    line(straight(points`0 ${middle[1] + high * 0.92}, 0 ${middle[1]}`)),
  ]
}

/** A shirt collar: two points that lie on the bodice. */
export function shirtCollar({ neck, throat }: Body): Stroke[] {
  return [1, -1].map((side) => {
    const outline = points`0.2 ${throat + 1.6}, 3.6 ${throat + 4.4}, 5.6 ${neck + 3},
      7.6 ${neck + 0.4}, 8.8 ${throat - 2.4}, 5.4 ${throat - 6.4}, 0.2 ${throat + 1.6}`
    const turned = side === 1 ? outline : outline.map(flip)
    const [a, b, c, d, e, f, g] = turned as [Point, Point, Point, Point, Point, Point, Point]
    return cloth(`${joined([a, b, c], [c, d], [d, e], [e, f], [f, g])}Z`)
  })
}

/** Lapels that roll from the first button, below a collar. */
export function lapels(measures: Measures, { neck, throat, height }: Body): Stroke[] {
  const open = throat - (measures.neckDrop ?? 22)
  const k = height / 170
  const notch: Point = [7.4, throat - 5.4 * k]
  const front = (side: 1 | -1, close: number): Stroke[] => {
    const turn = (points: readonly Point[]) => (side === 1 ? [...points] : points.map(flip))
    const lapel: Point[][] = [
      points`5.6 ${neck + 1.6}, 4.4 ${throat - 5 * k}, ${close * side} ${open}`,
      points`${close * side} ${open}, 5.6 ${open + 6.4}, 10.2 ${throat - 7.2 * k}`,
      [[10.2, throat - 7.2 * k], notch],
      [notch, [9.4, throat - 3.4 * k]],
      points`9.4 ${throat - 3.4 * k}, 8.6 ${neck - 1.8}, 6.7 ${neck + 1.8}`,
      points`6.7 ${neck + 1.8}, 5.6 ${neck + 1.6}`,
    ]
    return [
      cloth(`${joined(...lapel.map(turn))}Z`),
      line(smooth(turn([notch, [6, throat - 4 * k], [4.9, throat - 2.4 * k]]))),
    ]
  }
  // Worn over a plain dress with a close neck.
  return [
    {
      d: symmetric(
        points`0 ${throat + 1}, 3.6 ${throat + 1.8}, 5.8 ${neck + 1.2}`,
        points`5.8 ${neck + 1.2}, 4.6 ${throat - 5}, 1.4 ${open}`,
        points`1.4 ${open}, 0 ${open}`,
      ),
      as: 'ghost',
    },
    ...front(-1, -1.4),
    ...front(1, 2.4),
  ]
}

/** A high soft neck, closed by a tie in a bow. */
export function tiedNeck(measures: Measures, body: Body): Stroke[] {
  return [...standCollar(measures, body).slice(0, 1), ...bow([0, body.throat - 0.6], 7, 25)]
}

/** A stand collar, or the band of a neckline without one. */
export function closeNeck(measures: Measures, body: Body): Stroke[] {
  if ((measures.collar ?? 0) > 0.9) return standCollar(measures, body)
  const edge = neckline(measures, body)
  const isBoat = (measures.neckWidth ?? 0) > 20
  const outside = edge.map(([x, y]): Point => [x * (isBoat ? 0.99 : 1.18), y - (isBoat ? 2.6 : 2.1 - x * 0.1)])
  const whole = (points: readonly Point[]) => [...points].reverse().concat(points.slice(1).map(flip))
  return [(isBoat ? fold : line)(smooth(whole(outside)))]
}
