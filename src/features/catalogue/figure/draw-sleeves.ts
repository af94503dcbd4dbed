import type { Measures } from '../measures.ts'
import { armOf, hand } from './draw-body.ts'
import type { Body } from './hem.ts'
import { cloth, flip, fold, joined, line, type Point, points, type Stroke, smooth, symmetric } from './paths.ts'
import { halfWidths, neckline, smoothStep } from './shape.ts'

/** Half of the width of a tube of cloth, seen from the front, for its circumference. */
const seen = 0.156

/** Wide sleeves are shown a little away from the body. */
function spreadOf({ cut, cuff = 0 }: Measures): number {
  if (cut === 'kaftan') return 9
  return cuff > 45 ? 4 : cuff > 34 ? 2 : 0
}

/** Both sleeves over their hands, or hands alone where there are none. */
export function sleeves(measures: Measures, body: Body): Stroke[] {
  return ([1, -1] as const).flatMap((side) => sleeve(measures, body, side))
}

type Edges = {
  outer: Point[]
  inner: Point[]
  end: number
  half: (s: number) => number
  at: (s: number) => [Point, Point]
}

/** The edges of a sleeve of this length down the arm. */
function edgesOf(measures: Measures, body: Body): Edges {
  const [shoulder, elbow, wrist] = armOf(body, spreadOf(measures))
  const upper = Math.hypot(elbow[0] - shoulder[0], elbow[1] - shoulder[1])
  const fore = Math.hypot(wrist[0] - elbow[0], wrist[1] - elbow[1])
  // The seam is some 2 cm above the joint, and a sleeve has ease.
  const end = Math.max((measures.sleeve ?? 0) * 0.965 - 1.5, 4)
  const at = (s: number): [Point, Point] => {
    const bend = smoothStep((s - upper + 7) / 14)
    const up: Point = [(elbow[0] - shoulder[0]) / upper, (elbow[1] - shoulder[1]) / upper]
    const low: Point = [(wrist[0] - elbow[0]) / fore, (wrist[1] - elbow[1]) / fore]
    const d: Point = [up[0] + (low[0] - up[0]) * bend, up[1] + (low[1] - up[1]) * bend]
    const first = Math.min(s, upper)
    const rest = Math.max(s - upper, 0)
    return [
      [shoulder[0] + up[0] * first + low[0] * rest, shoulder[1] + up[1] * first + low[1] * rest],
      [d[0] / Math.hypot(...d), d[1] / Math.hypot(...d)],
    ]
  }
  const half = widthAlong(measures, end)
  const steps = [0.16, 0.3, 0.44, 0.58, 0.7, 0.8, 0.87, 0.905, 0.93, 1].map((t) => t * end)
  const offset = (s: number, out: 1 | -1): Point => {
    const [[x, y], [dx, dy]] = at(s)
    // More of the fullness hangs to the outside.
    const wide = half(s) * (out === 1 ? 1.08 : 0.92)
    return [x - dy * wide * out, y + dx * wide * out]
  }
  // Above the armpit there is no inner edge.
  const inner = steps.map((s) => offset(s, -1)).filter(([, y]) => y < body.armpit - 4)
  return { outer: steps.map((s) => offset(s, 1)), inner, end, half, at }
}

function isGathered({ sleeveWidest = 0, cuff = 22, cut }: Pick<Measures, 'sleeveWidest' | 'cuff' | 'cut'>): boolean {
  return sleeveWidest > 34 && cuff < sleeveWidest * 0.7 && cut !== 'tailored'
}

/** Half of the width at a distance from the shoulder: close, gathered into a cuff, or wide at its end. */
function widthAlong({ sleeveWidest = 32, cuff = 22, cut }: Measures, end: number): (s: number) => number {
  const top = Math.min(sleeveWidest, 31) * seen
  const [widest, last] = [sleeveWidest * seen, cuff * seen]
  if (isGathered({ sleeveWidest, cuff, cut })) {
    return (s) => {
      const t = s / end
      if (t > 0.915) return last
      const puff = top + (widest - top) * smoothStep((t - 0.2) / 0.6)
      return puff + (last * 1.15 - puff) * smoothStep((t - 0.82) / 0.095)
    }
  }
  const isWide = cuff >= sleeveWidest * 0.9 && cuff > 34
  if (isWide) return (s) => top + (last - top) * Math.max((s / end - 0.2) / 0.8, 0) ** (cuff > 45 ? 1.6 : 1)
  return (s) => top + (last - top) * smoothStep((s / end - 0.1) / 0.95)
}

function sleeve(measures: Measures, body: Body, side: 1 | -1): Stroke[] {
  const turn = (points: readonly Point[]) => (side === 1 ? [...points] : points.map(flip))
  const palm: Stroke = { d: hand(body, side, spreadOf(measures)), as: 'skin' }
  if (!measures.sleeve) return [palm]
  const { outer, inner, end, at, half } = edgesOf(measures, body)
  const tip: Point = [halfWidths.shoulder - 0.4, body.shoulder - 0.5]
  const pit: Point = [halfWidths.armpit - 0.1, body.armpit - 0.6]
  const crown: Point = [halfWidths.shoulder + 1.7, body.shoulder - 3]
  const [lastOuter, lastInner] = [outer.at(-1) ?? tip, inner.at(-1) ?? pit]
  const [, [dx, dy]] = at(end)
  const sag = Math.min(half(end) * 0.22, 1.6)
  const mouth: Point[] = [
    lastOuter,
    [(lastOuter[0] + lastInner[0]) / 2 + dx * sag, (lastOuter[1] + lastInner[1]) / 2 + dy * sag],
    lastInner,
  ]
  const armhole: Point[] = [pit, [halfWidths.armpit - 0.1, (pit[1] + tip[1]) / 2], tip]
  const outline = `${joined(turn([tip, crown, ...outer]), turn(mouth), turn([...[...inner].reverse(), pit]), turn(armhole))}Z`
  const point = (s: number, out: number): Point => {
    const [[x, y], [ux, uy]] = at(s)
    return [x - uy * half(s) * out, y + ux * half(s) * out]
  }
  const lines: Stroke[] = []
  if (isGathered(measures)) {
    const seam = end * 0.915
    lines.push(line(smooth(turn([point(seam, 1.12), point(seam + 0.8, 0), point(seam, -0.95)]))))
    for (const [out, up] of points`0.55 9, 0.05 12, -0.5 7`) {
      lines.push(
        fold(
          smooth(turn([point(seam - 0.4, out * 0.9), point(seam - up * 0.5, out * 1.1), point(seam - up, out * 0.9)])),
        ),
      )
    }
  }
  const elbow = Math.min(end * 0.52, 31)
  if (end > 36) {
    lines.push(fold(smooth(turn([point(elbow, -0.85), point(elbow + 1.6, -0.3), point(elbow + 1.2, 0.15)]))))
    if ((measures.cuff ?? 0) > 34) {
      lines.push(fold(smooth(turn([point(end * 0.55, 0.2), point(end * 0.8, 0.35), point(end * 0.99, 0.42)]))))
      lines.push(fold(smooth(turn([point(end * 0.66, -0.3), point(end * 0.85, -0.25), point(end * 0.99, -0.3)]))))
    }
  }
  return [palm, cloth(outline), ...lines]
}

/** The top of a kaftan: body and sleeves in one piece, drawn in at the waist, with its hands. */
export function kaftanTop(measures: Measures, body: Body): Stroke[] {
  const cuff = measures.cuff ?? 45
  const { outer, inner, at, end, half } = edgesOf(
    { ...measures, sleeve: measures.sleeve ?? 58, sleeveWidest: cuff, cuff },
    body,
  )
  const neck = neckline(measures, body)
  const top = neck.at(-1) ?? [6.7, body.neck]
  const { waist } = body
  const [lastOuter, lastInner] = [outer.at(-1) ?? top, inner.at(-1) ?? top]
  const [, [dx, dy]] = at(end)
  const sag = half(end) * 0.24
  const mouth: Point[] = [
    lastOuter,
    [(lastOuter[0] + lastInner[0]) / 2 + dx * sag, (lastOuter[1] + lastInner[1]) / 2 + dy * sag],
    lastInner,
  ]
  // The deep part hangs between the arm and the waist.
  const deep = Math.min((measures.sleeveWidest ?? cuff * 1.8) * 0.12, 14)
  const under: Point[] = [
    lastInner,
    [lastInner[0] - 1.4, lastInner[1] + 10],
    [15.4, waist - 3 + (14 - deep) * 0.4],
    [13.2, waist + 1.5],
  ]
  const shoulder: Point[] = [top, [12.6, body.shoulder + 1], [18.4, body.shoulder - 2.4], ...outer]
  const pairOf = (left: readonly Point[]) => [left, left.map(flip)].map((each) => fold(smooth(each)))
  return [
    ...([1, -1] as const).map((side): Stroke => ({ d: hand(body, side, spreadOf(measures)), as: 'skin' })),
    cloth(symmetric(neck, shoulder, mouth, under, points`13.2 ${waist + 1.5}, 0 ${waist + 0.8}`)),
    ...pairOf(points`19 ${body.bust + 2}, 17.4 ${waist + 16}, 17.6 ${waist + 4}`),
    ...pairOf(points`20.6 ${body.bust - 8}, 20 ${waist + 4}, ${lastInner[0] + 1.6} ${lastInner[1] + 6}`),
  ]
}
