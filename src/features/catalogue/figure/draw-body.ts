import type { Body } from './hem.ts'
import { curve, flip, joined, type Point, points, smooth, straight, symmetric } from './paths.ts'

/**
 * The centre line of the arm on the wearer's left: shoulder, elbow, wrist. `spread`: cm that it is held away from the
 * body.
 */
export function armOf({ height, shoulder, wrist }: Body, spread = 0): readonly [Point, Point, Point] {
  const elbow = shoulder - 0.184 * height
  return [
    [14.2, shoulder - 0.016 * height],
    [18.6 + spread * 0.6, elbow],
    [20.4 + spread, wrist + spread * 0.22],
  ]
}

/** Head, neck and hair. The face stays empty. */
export function head({ crown, chin, neck, throat, height }: Body) {
  const k = height / 170
  const y = (share: number) => chin + share * (crown - chin)
  const face = points`0 ${y(0.96)}, ${4.4 * k} ${y(0.9)}, ${6.5 * k} ${y(0.66)},
    ${6.2 * k} ${y(0.4)}, ${4.5 * k} ${y(0.12)}, ${1.9 * k} ${y(0.005)}, 0 ${y(0)}`
  const nape = points`0 ${y(0.14)}, ${4 * k} ${y(0.1)}, ${4 * k} ${neck + 3.4},
    ${4.9 * k} ${neck + 0.8}, ${9 * k} ${neck - 2.6}, 0 ${throat - 2}`
  const hairOut = points`0 ${crown + 0.3}, ${4.6 * k} ${y(0.965)}, ${7.2 * k} ${y(0.74)},
    ${7 * k} ${y(0.46)}`
  const hairIn = points`${7 * k} ${y(0.46)}, ${6 * k} ${y(0.58)}, ${5.2 * k} ${y(0.72)},
    ${3.2 * k} ${y(0.82)}, ${0.2 * k} ${y(0.855)}`
  const knot = points`${3.9 * k} ${y(0.16)}, ${6.6 * k} ${y(0.3)}, ${8.6 * k} ${y(0.16)},
    ${8 * k} ${y(-0.04)}, ${5.6 * k} ${y(-0.1)}, ${3.9 * k} ${y(-0.02)}, ${3.9 * k} ${y(0.16)}`
  return {
    knot: `${smooth(knot)}Z`,
    neck: `${symmetric(nape)}`,
    face: symmetric(face),
    hair: symmetric(hairOut, hairIn),
    strands: [
      curve`0.2 ${y(0.98)}, ${2.6 * k} ${y(0.9)}, ${5 * k} ${y(0.78)}, ${6.6 * k} ${y(0.55)}`,
      curve`-0.2 ${y(0.98)}, ${-2.8 * k} ${y(0.9)}, ${-5.1 * k} ${y(0.77)}, ${-6.6 * k} ${y(0.56)}`,
      curve`${4.9 * k} ${y(0.14)}, ${6.6 * k} ${y(0.17)}, ${7.4 * k} ${y(0.06)}`,
    ],
  }
}

/** A hand below the wrist, turned towards the body. */
export function hand(body: Body, side: 1 | -1, spread = 0): string {
  const [, elbow, wrist] = armOf(body, spread)
  const k = body.height / 170
  const [dx, dy] = [wrist[0] - elbow[0], wrist[1] - elbow[1]]
  const length = Math.hypot(dx, dy)
  const [ux, uy] = [dx / length, dy / length]
  // `along` the arm from the wrist, `out` away from the body.
  const place = (along: number, out: number): Point => [
    wrist[0] + (ux * along - uy * out) * k,
    wrist[1] + (uy * along + ux * out) * k,
  ]
  const outline = points`-7 2.4, 0 2, 4.6 2.7, 8.5 2.4, 12.6 1.2, 16 -0.4, 16.4 -1.3, 13.4 -1.5, 10.4 -1.7,
    9.4 -2.6, 6.6 -3.1, 3 -2.4, 0 -2, -7 -2.4`.map(([along, out]) => place(along, out))
  return `${smooth(side === 1 ? outline : outline.map(flip))}Z`
}

/** Both legs from above the knee, and shoes: flat, or with the body's heel. */
export function legs(body: Body): string[] {
  return [1, -1].flatMap((side) => leg(body, side as 1 | -1))
}

function leg({ height, knee, ankle, heel }: Body, side: 1 | -1): string[] {
  const up = (share: number) => ankle + (knee - ankle) * share
  const k = height / 170
  const outer = points`11.6 ${up(1.5)}, 10.6 ${up(1.06)}, 10.9 ${up(0.74)}, 9.4 ${up(0.36)},
    7.7 ${up(0.1)}, 7.9 ${ankle - 0.6}`
  const inner = points`3.4 ${ankle - 0.6}, 3.6 ${up(0.1)}, 3 ${up(0.36)}, 2.1 ${up(0.7)},
    2.7 ${up(1.04)}, 1.6 ${up(1.5)}`
  const sole = heel + 0.2
  // Turned outwards: the toe points away from the middle.
  const toe = 15.2 * k - heel * 0.25
  const foot = points`7.9 ${ankle - 0.6}, 9.6 ${Math.max(ankle - 2.6, 2.5)}, ${toe - 2.4} 2.7,
    ${toe} 1.2, ${toe - 0.8} 0.1`
  const under =
    heel > 1
      ? points`${toe - 0.8} 0.1, 9.4 0.1, 5.6 ${sole * 0.72}, 2.4 ${sole}`
      : points`${toe - 0.8} 0.1, 8 0.1, 2.6 0.1`
  const back: Point[] = [heel > 1 ? [2.4, sole] : [2.6, 0.1], [1.9, sole + 2.2], [3.4, ankle - 0.6]]
  const turn = (left: Point[]) => (side === 1 ? left : left.map(flip))
  const skin = `${joined(turn(outer), turn(foot), turn(under), turn(back), turn(inner))}Z`
  const opening = points`2.2 ${sole + 2.9}, 4.6 ${Math.max(ankle - 3.4, heel * 0.75 + 2)},
    9.2 ${Math.max(2.1, ankle - 4.6 - heel * 0.35)}, ${toe - 3.4} 2.6`
  const stem = points`4.4 ${sole * 0.93}, 3.5 0.1, 2.3 0.1, 2.1 ${sole}`
  return [skin, smooth(turn(opening)), ...(heel > 1 ? [`${straight(turn(stem))}Z`] : [])]
}
