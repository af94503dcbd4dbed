import { across, along, fold, folds, gathers, line } from './folds.ts'
import { darts, neckTies } from './parts.ts'
import { type Point, smooth } from './paths.ts'
import { type Details, neckline } from './shape.ts'

/** Cuts whose cloth falls in one line, or in tiers or pleats. */
export const fallingDetails: Details = {
  straight(measures, body, shape) {
    if (measures.from === 'waist')
      return folds(shape, [
        [-0.4, body.hip],
        [0.5, body.hip - 10],
      ])
    const middle = neckline(measures, body)[0] ?? [0, body.throat]
    const edge: Point[] = [
      [3.4, middle[1] - 3.4],
      [3.2, body.waist],
      [3.6, (body.waist + shape.hemY) / 2],
      [3.4, shape.hemY],
    ]
    return [
      line(smooth(edge)),
      ...folds(shape, [
        [-0.74, body.bust - 14],
        [-0.46, body.bust - 3],
        [-0.2, body.waist + 6],
        [0.42, body.bust - 8],
        [0.66, body.waist],
        [0.86, body.hip],
      ]),
    ]
  },
  'a-line'(measures, body, shape) {
    const top = measures.from === 'nape' ? body.bust - 12 : body.waist - 14
    return [
      ...folds(shape, [
        [-0.76, top - 20],
        [-0.38, top - 34],
        [0.14, top - 26],
        [0.52, top - 8],
        [0.84, top - 30],
      ]),
      ...(measures.from === 'nape' ? darts(body) : []),
    ]
  },
  close(_measures, body, shape) {
    return [
      ...[0.62, -0.62].map((f) =>
        fold(
          smooth([
            [f * 16.2, body.armpit + 3],
            [f * 13.4, body.bust - 3],
            [f * 11.4, body.waist],
            [f * 14.6, body.hip],
            [f * 17, body.hip - 22],
          ]),
        ),
      ),
      ...folds(shape, [
        [-0.78, body.hip - 8],
        [-0.44, body.hip - 26],
        [-0.12, body.hip - 14],
        [0.2, body.hip - 34],
        [0.5, body.hip - 18],
        [0.8, body.hip - 6],
      ]),
    ]
  },
  capelet(_measures, body, shape) {
    return [
      ...folds(shape, [
        [-0.82, body.hip - 4],
        [-0.5, body.hip - 24],
        [-0.2, body.hip - 12],
        [0.16, body.hip - 32],
        [0.46, body.hip - 16],
        [0.78, body.hip - 28],
      ]),
    ]
  },
  tiered(measures, body, shape) {
    const top = measures.from === 'waist' ? body.waist - 3 : body.bust - 3
    const yoke =
      measures.from === 'nape'
        ? [line(across(shape, top, 1)), ...gathers(shape, top - 0.8, 22, 11)]
        : gathers(shape, body.waist - 2.2, 22, 10)
    const first = measures.from === 'waist' ? 0.28 : 0.36
    const second = measures.from === 'waist' ? 0.6 : 0.68
    const seams = [first, second].map((t) => top + (shape.hemY - top) * t)
    return [
      ...yoke,
      ...seams.flatMap((y, index) => [
        line(across(shape, y, 1.2)),
        ...gathers(shape, y - 1.1, index === 0 ? 30 : 40, 12),
      ]),
      ...folds(shape, [
        [-0.6, (seams[1] ?? 40) - 14],
        [-0.2, (seams[1] ?? 40) - 9],
        [0.34, (seams[1] ?? 40) - 16],
        [0.7, (seams[1] ?? 40) - 10],
      ]),
      ...(measures.from === 'nape' ? neckTies(measures, body) : []),
    ]
  },
  pleated(_measures, body, shape) {
    const count = 23
    const d = Array.from({ length: count }, (_, index) => {
      const f = ((index + 0.5) / count) * 2 - 1
      const round = Math.sin((f * Math.PI) / 2)
      return smooth(
        along(shape, round * 0.985, body.waist - 2.4, shape.hemY + 1.2 * (1 - f * f) * 0 + Math.abs(round) * 1.2),
      )
    })
    return [
      fold(d.filter((_, index) => index % 2 === 0).join('')),
      line(d.filter((_, index) => index % 2 === 1).join('')),
    ]
  },
}
