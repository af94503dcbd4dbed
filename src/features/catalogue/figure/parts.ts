import type { Measures } from '../measures.ts'
import type { Body } from './hem.ts'
import {
  cloth,
  curve,
  dot,
  fold,
  joined,
  line,
  numbersOf,
  type Point,
  points,
  type Stroke,
  sideAt,
  smooth,
  straight,
} from './paths.ts'
import { halfWidths, neckline, type Shape } from './shape.ts'

/** A line at a share `f` of the garment's half width, from one height down to another. */
export function along(shape: Shape, f: number, from: number, to: number, sway = 0): Point[] {
  return [0, 0.25, 0.5, 0.75, 1].map((t) => {
    const y = from + (to - from) * t
    return [f * sideAt(shape.side, y) + sway * Math.sin(t * Math.PI), y]
  })
}

/** Folds, as in folds(shape)`0.4 ${hip}`: each at its share of the half width, from a height to the hem or another. */
export function folds(shape: Shape) {
  return (texts: TemplateStringsArray, ...values: number[]): Stroke[] =>
    numbersOf(texts, values).map(([f = 0, from = 0, to = shape.hemY + 0.6], index) =>
      fold(smooth(along(shape, f, from, to, index % 2 === 0 ? 0.5 : -0.4))),
    )
}

/** Short gathers below a seam: `count` over the whole width, no two neighbours equally long. */
export function gathers(shape: Shape, seamY: number, count: number, length: number): Stroke[] {
  const d = Array.from({ length: count }, (_, index) => {
    const f = ((index + 0.5) / count) * 2 - 1
    const long = length * (0.45 + 0.55 * (((index * 37) % 11) / 10))
    const x = f * 0.97 * sideAt(shape.side, seamY - 0.5)
    const below = f * 0.99 * sideAt(shape.side, seamY - long)
    return curve`${x} ${seamY - 0.3}, ${(x * 2 + below) / 3} ${seamY - long * 0.45},
      ${below} ${seamY - long}`
  }).join('')
  return [fold(d)]
}

/** A seam across the garment at this height, a little lower in the middle. */
export function across(shape: Shape, y: number, sag = 0.8): string {
  const x = sideAt(shape.side, y)
  return curve`${-x} ${y}, ${-x * 0.5} ${y - sag * 0.75}, 0 ${y - sag},
    ${x * 0.5} ${y - sag * 0.75}, ${x} ${y}`
}

export function bodiceFolds({ bust, waist }: Body): Stroke[] {
  return [
    points`-13.4 ${bust + 4}, -9.6 ${bust - 1}, -7.2 ${bust - 2}`,
    points`13.2 ${bust + 3}, 9.8 ${bust - 2}, 7.6 ${bust - 2.4}`,
    points`-8.6 ${waist + 2}, -8.2 ${waist + 7}, -6.8 ${waist + 11}`,
    points`7.4 ${waist + 2}, 7.4 ${waist + 6}, 6.2 ${waist + 9}`,
    points`-4.6 ${waist + 2}, -4.6 ${waist + 5}, -4 ${waist + 7}`,
  ].map((each) => fold(smooth(each)))
}

export function darts({ bust }: Body): Stroke[] {
  return [1, -1].map((side) =>
    fold(curve`${side * 14.6} ${bust - 8}, ${side * 11} ${bust - 4.4}, ${side * 8} ${bust - 2.4}`),
  )
}

export function belt({ waist }: Body, half: number, buckled = false): Stroke[] {
  const x = halfWidths.waist + 1.1
  const band = points`${-x} ${waist + half}, 0 ${waist + half - 0.9}, ${x} ${waist + half}`
  const low = points`${x} ${waist + half}, ${x} ${waist - half}`
  const under = points`${x} ${waist - half}, 0 ${waist - half - 0.9}, ${-x} ${waist - half}`
  const buckle = straight(points`-2.4 ${waist + half - 0.2}, 2.4 ${waist + half - 0.2},
    2.4 ${waist - half - 1.4}, -2.4 ${waist - half - 1.4}, -2.4 ${waist + half - 0.2}`)
  return [cloth(`${joined(band, low, under)}Z`), ...(buckled ? [line(buckle)] : [])]
}

export function waistband({ waist }: Body): Stroke[] {
  const x = halfWidths.waist + 0.7
  const top = points`${-x} ${waist + 1.4}, 0 ${waist + 0.7}, ${x} ${waist + 1.4}`
  const low = points`${x + 0.5} ${waist - 2.6}, 0 ${waist - 3.4}, ${-x - 0.5} ${waist - 2.6}`
  return [cloth(`${joined(top, points`${x} ${waist + 1.4}, ${x + 0.5} ${waist - 2.6}`, low)}Z`)]
}

export function buttonsDown(from: number, to: number, count: number, x: number): Stroke[] {
  const gap = (from - to) / Math.max(count - 1, 1)
  return [{ d: Array.from({ length: count }, (_, index) => dot([x, from - gap * index], 0.55)).join(''), as: 'dots' }]
}

export function neckTies(measures: Measures, body: Body): Stroke[] {
  const middle = neckline(measures, body)[0] ?? [0, body.throat]
  const [, y] = middle
  return [
    line(curve`0 ${y - 0.4}, -1.6 ${y - 6}, -1.2 ${y - 13}`),
    line(curve`0 ${y - 0.4}, 1.9 ${y - 5}, 2.2 ${y - 11.5}`),
    { d: dot([-1.2, y - 13.4], 0.6) + dot([2.2, y - 11.9], 0.6), as: 'dots' },
  ]
}

/** A bow whose knot is at `at`: two loops and two ends of length `drop`. */
export function bow([x, y]: Point, size: number, drop: number): Stroke[] {
  const loop = (side: 1 | -1): string =>
    `${curve`${x} ${y + 0.5}, ${x + side * size * 0.5} ${y + size * 0.34},
      ${x + side * size} ${y + size * 0.1}, ${x + side * size * 0.86} ${y - size * 0.32},
      ${x + side * size * 0.4} ${y - size * 0.22}, ${x} ${y - 0.5}`}Z`
  return [
    ...tails([x, y - 0.6], drop, size * 0.42),
    cloth(loop(-1)),
    cloth(loop(1)),
    cloth(
      `${curve`${x - 1.2} ${y + 1.3}, ${x + 1.2} ${y + 1.3}, ${x + 1.3} ${y - 1.4},
        ${x - 1.3} ${y - 1.4}, ${x - 1.2} ${y + 1.3}`}Z`,
    ),
  ]
}

/** Two ends of a sash or a tie that hang from a knot. */
export function tails([x, y]: Point, drop: number, wide: number): Stroke[] {
  const end = (lean: number, length: number): string => {
    const [left, right] = [x + lean - wide * 0.45, x + lean + wide * 0.55]
    return `${joined(
      points`${x - 0.6} ${y}, ${x + lean * 0.5 - wide * 0.35} ${y - length * 0.5}, ${left} ${y - length}`,
      points`${left} ${y - length}, ${right} ${y - length + 1.4}`,
      points`${right} ${y - length + 1.4}, ${x + lean * 0.5 + wide * 0.45} ${y - length * 0.5}, ${x + 0.8} ${y}`,
    )}Z`
  }
  return [cloth(end(-wide * 0.8, drop)), cloth(end(wide * 0.9, drop * 0.88))]
}
