/** A point in cm: to the wearer's left of the middle, and above the floor. */
export type Point = readonly [x: number, y: number]

/** A path of the drawing. `ghost`: a plain garment that is worn with this one. */
export type Stroke = { d: string; as: 'cloth' | 'line' | 'fold' | 'skin' | 'ghost' | 'dots' }

export const line = (d: string): Stroke => ({ d, as: 'line' })
export const fold = (d: string): Stroke => ({ d, as: 'fold' })
export const cloth = (d: string): Stroke => ({ d, as: 'cloth' })

/** The groups of numbers of a text, separated by commas. */
export function numbersOf(texts: TemplateStringsArray, values: readonly number[]): number[][] {
  const groups = String.raw({ raw: texts }, ...values).split(',')
  return groups.map((group) => group.trim().split(/\s+/).map(Number))
}

/** The points of a text, as in SVG: points`0 ${waist}, 4.2 ${waist - 6}`. */
export function points(texts: TemplateStringsArray, ...values: number[]): Point[] {
  return numbersOf(texts, values).map(([x = 0, y = 0]) => [x, y])
}

/** A smooth line through the points of a text. */
export function curve(texts: TemplateStringsArray, ...values: number[]): string {
  return smooth(points(texts, ...values))
}

/** SVG's y grows downwards. A tenth of a centimetre is less than a pixel. */
function at([x, y]: Point): string {
  return `${round(x)} ${round(-y)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10 || 0
}

/** A smooth line through the points. `on`: continues a path that ends at the first point. */
export function smooth(points: readonly Point[], { on = false, tight = 6 } = {}): string {
  const [first] = points
  if (!first) return ''
  const steps = points.slice(1).map((end, index) => {
    const start = points[index] ?? end
    const [before, after] = [points[index - 1] ?? start, points[index + 2] ?? end]
    const leave: Point = [start[0] + (end[0] - before[0]) / tight, start[1] + (end[1] - before[1]) / tight]
    const arrive: Point = [end[0] - (after[0] - start[0]) / tight, end[1] - (after[1] - start[1]) / tight]
    return `C${at(leave)} ${at(arrive)} ${at(end)}`
  })
  return `${on ? '' : `M${at(first)}`}${steps.join('')}`
}

/** Straight lines through the points. */
export function straight(points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'}${at(point)}`).join('')
}

/** Smooth lines joined at corners: each piece begins where the one before it ends. */
export function joined(...pieces: readonly (readonly Point[])[]): string {
  return pieces.map((piece, index) => smooth(piece, { on: index > 0 })).join('')
}

/** A closed shape, the same on both sides: from the middle above down one side to the middle below. */
export function symmetric(...pieces: readonly (readonly Point[])[]): string {
  return `${joined(...pieces, ...mirrored(pieces))}Z`
}

/** The other side, in the opposite direction. */
function mirrored(pieces: readonly (readonly Point[])[]): Point[][] {
  return pieces.map((piece) => piece.map(flip).reverse()).reverse()
}

export function flip([x, y]: Point): Point {
  return [-x, y]
}

/** A dot of radius `r`. */
export function dot([x, y]: Point, r: number): string {
  return `M${at([x - r, y])}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
}

/** The point on the line through `points`, ordered by falling height, at height `y`. */
export function sideAt(points: readonly Point[], y: number): number {
  for (let index = 1; index < points.length; index++) {
    const [above, below] = [points[index - 1], points[index]]
    if (above && below && y <= above[1] && y >= below[1]) {
      const share = above[1] === below[1] ? 0 : (above[1] - y) / (above[1] - below[1])
      return above[0] + (below[0] - above[0]) * share
    }
  }
  return points.at(-1)?.[0] ?? 0
}
