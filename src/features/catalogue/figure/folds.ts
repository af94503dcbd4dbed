import { type Point, sideAt, smooth } from './paths.ts'
import type { Shape, Stroke } from './shape.ts'

export const line = (d: string): Stroke => ({ d, as: 'line' })
export const fold = (d: string): Stroke => ({ d, as: 'fold' })
export const cloth = (d: string): Stroke => ({ d, as: 'cloth' })

/** A line at a share `f` of the garment's half width, from one height down to another. */
export function along(shape: Shape, f: number, from: number, to: number, sway = 0): Point[] {
  return [0, 0.25, 0.5, 0.75, 1].map((t) => {
    const y = from + (to - from) * t
    return [f * sideAt(shape.side, y) + sway * Math.sin(t * Math.PI), y]
  })
}

/** Folds: each at its share of the half width, from its height down to the hem or to `to`. */
export function folds(shape: Shape, list: readonly (readonly [f: number, from: number, to?: number])[]): Stroke[] {
  return list.map(([f, from, to = shape.hemY + 0.6], index) => ({
    d: smooth(along(shape, f, from, to, index % 2 === 0 ? 0.5 : -0.4)),
    as: 'fold',
  }))
}

/** Short gathers below a seam: `count` over the whole width, no two neighbours equally long. */
export function gathers(shape: Shape, seamY: number, count: number, length: number): Stroke[] {
  const d = Array.from({ length: count }, (_, index) => {
    const f = ((index + 0.5) / count) * 2 - 1
    const long = length * (0.45 + 0.55 * (((index * 37) % 11) / 10))
    const x = f * 0.97 * sideAt(shape.side, seamY - 0.5)
    const below = f * 0.99 * sideAt(shape.side, seamY - long)
    return smooth([
      [x, seamY - 0.3],
      [(x * 2 + below) / 3, seamY - long * 0.45],
      [below, seamY - long],
    ])
  }).join('')
  return [{ d, as: 'fold' }]
}

/** A seam across the garment at this height, a little lower in the middle. */
export function across(shape: Shape, y: number, sag = 0.8): string {
  const x = sideAt(shape.side, y)
  return smooth([
    [-x, y],
    [-x * 0.5, y - sag * 0.75],
    [0, y - sag],
    [x * 0.5, y - sag * 0.75],
    [x, y],
  ])
}
