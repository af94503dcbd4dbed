import type { Measures } from '../measures.ts'
import type { Body } from './body.ts'
import { cloth, fold, line } from './folds.ts'
import { dot, joined, type Point, smooth, straight } from './paths.ts'
import { halfWidths, neckline, type Stroke } from './shape.ts'

export function bodiceFolds({ bust, waist }: Body): Stroke[] {
  return [
    [
      [-13.4, bust + 4],
      [-9.6, bust - 1],
      [-7.2, bust - 2],
    ],
    [
      [13.2, bust + 3],
      [9.8, bust - 2],
      [7.6, bust - 2.4],
    ],
    [
      [-8.6, waist + 2],
      [-8.2, waist + 7],
      [-6.8, waist + 11],
    ],
    [
      [7.4, waist + 2],
      [7.4, waist + 6],
      [6.2, waist + 9],
    ],
    [
      [-4.6, waist + 2],
      [-4.6, waist + 5],
      [-4, waist + 7],
    ],
  ].map((points) => fold(smooth(points as unknown as Point[])))
}

export function darts({ bust }: Body): Stroke[] {
  return [1, -1].map((side) =>
    fold(
      smooth([
        [side * 14.6, bust - 8],
        [side * 11, bust - 4.4],
        [side * 8, bust - 2.4],
      ]),
    ),
  )
}

export function belt({ waist }: Body, half: number, buckled = false): Stroke[] {
  const x = halfWidths.waist + 1.1
  const band: Point[] = [
    [-x, waist + half],
    [0, waist + half - 0.9],
    [x, waist + half],
  ]
  const low: Point[] = [
    [x, waist + half],
    [x, waist - half],
  ]
  const under: Point[] = [
    [x, waist - half],
    [0, waist - half - 0.9],
    [-x, waist - half],
  ]
  const buckle = straight([
    [-2.4, waist + half - 0.2],
    [2.4, waist + half - 0.2],
    [2.4, waist - half - 1.4],
    [-2.4, waist - half - 1.4],
    [-2.4, waist + half - 0.2],
  ])
  return [cloth(`${joined(band, low, under)}Z`), ...(buckled ? [line(buckle)] : [])]
}

export function waistband({ waist }: Body): Stroke[] {
  const x = halfWidths.waist + 0.7
  const top: Point[] = [
    [-x, waist + 1.4],
    [0, waist + 0.7],
    [x, waist + 1.4],
  ]
  const low: Point[] = [
    [x + 0.5, waist - 2.6],
    [0, waist - 3.4],
    [-x - 0.5, waist - 2.6],
  ]
  return [
    cloth(
      `${joined(
        top,
        [
          [x, waist + 1.4],
          [x + 0.5, waist - 2.6],
        ],
        low,
      )}Z`,
    ),
  ]
}

export function buttonsDown(_body: Body, from: number, to: number, count: number, x: number): Stroke[] {
  const gap = (from - to) / Math.max(count - 1, 1)
  return [{ d: Array.from({ length: count }, (_, index) => dot([x, from - gap * index], 0.55)).join(''), as: 'dots' }]
}

export function neckTies(measures: Measures, body: Body): Stroke[] {
  const middle = neckline(measures, body)[0] ?? [0, body.throat]
  const [, y] = middle
  return [
    line(
      smooth([
        [0, y - 0.4],
        [-1.6, y - 6],
        [-1.2, y - 13],
      ]),
    ),
    line(
      smooth([
        [0, y - 0.4],
        [1.9, y - 5],
        [2.2, y - 11.5],
      ]),
    ),
    { d: dot([-1.2, y - 13.4], 0.6) + dot([2.2, y - 11.9], 0.6), as: 'dots' },
  ]
}

/** A bow whose knot is at `at`: two loops and two ends of length `drop`. */
export function bow([x, y]: Point, size: number, drop: number): Stroke[] {
  const loop = (side: 1 | -1): string =>
    `${smooth([
      [x, y + 0.5],
      [x + side * size * 0.5, y + size * 0.34],
      [x + side * size, y + size * 0.1],
      [x + side * size * 0.86, y - size * 0.32],
      [x + side * size * 0.4, y - size * 0.22],
      [x, y - 0.5],
    ])}Z`
  return [
    ...tails([x, y - 0.6], drop, size * 0.42),
    cloth(loop(-1)),
    cloth(loop(1)),
    cloth(
      `${smooth([
        [x - 1.2, y + 1.3],
        [x + 1.2, y + 1.3],
        [x + 1.3, y - 1.4],
        [x - 1.3, y - 1.4],
        [x - 1.2, y + 1.3],
      ])}Z`,
    ),
  ]
}

/** Two ends of a sash or a tie that hang from a knot. */
export function tails([x, y]: Point, drop: number, wide: number): Stroke[] {
  const end = (lean: number, length: number): string =>
    `${smooth([
      [x - 0.6, y],
      [x + lean * 0.5 - wide * 0.35, y - length * 0.5],
      [x + lean - wide * 0.45, y - length],
    ])}${straight([
      [x + lean - wide * 0.45, y - length],
      [x + lean + wide * 0.55, y - length + 1.4],
    ]).replace('M', 'L')}${smooth(
      [
        [x + lean + wide * 0.55, y - length + 1.4],
        [x + lean * 0.5 + wide * 0.45, y - length * 0.5],
        [x + 0.8, y],
      ],
      { on: true },
    )}Z`
  return [cloth(end(-wide * 0.8, drop)), cloth(end(wide * 0.9, drop * 0.88))]
}
