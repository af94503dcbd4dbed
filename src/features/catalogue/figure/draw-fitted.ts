import { closeNeck, lapels, shirtCollar, tiedNeck } from './collars.ts'
import { cloth, fold, folds, gathers, line } from './folds.ts'
import { belt, bodiceFolds, bow, buttonsDown, tails } from './parts.ts'
import { dot, type Point, smooth, straight } from './paths.ts'
import { type Details, neckline } from './shape.ts'

/** Cuts that close in front or are drawn in at the waist. */
export const fittedDetails: Details = {
  gathered(measures, body, shape) {
    const { waist } = body
    return [
      ...bodiceFolds(body),
      ...gathers(shape, waist - 1.6, 26, Math.min((waist - shape.hemY) * 0.16, 15)),
      ...folds(shape, [
        [-0.72, waist - 34],
        [-0.4, waist - 22],
        [-0.1, waist - 46],
        [0.24, waist - 26],
        [0.55, waist - 40],
        [0.8, waist - 24],
      ]),
      ...buttonsDown(body, (measures.collar ?? 0) + body.throat - 1, waist + 4, 11, 0),
      ...belt(body, 1.7),
    ]
  },
  wrap(measures, body, shape) {
    const { waist, throat, neck } = body
    const over: Point[] = [
      [-6.9, neck],
      [-3.4, throat - 8],
      [3.4, waist + 14],
      [9.6, waist + 2.4],
    ]
    const under: Point[] = [
      [6.9, neck],
      [4.2, throat - 6],
      [0.4, throat - 17.5],
    ]
    const inset: Point[] = [
      [-5, throat - 1.6],
      [0, throat - 2.8],
      [5, throat - 1.6],
    ]
    const edge: Point[] = [
      [9.8, waist - 2],
      [9, waist - 30],
      [7.4, (waist + shape.hemY) / 2 - 6],
      [4.6, shape.hemY],
    ]
    return [
      line(smooth(inset)),
      line(smooth(under)),
      line(smooth(over)),
      line(smooth(over.map(([x, y]) => [x - 1.5, y - 1]))),
      ...[
        [-9.5, waist + 9, 2.4],
        [-6.4, waist + 13, 4.4],
        [-2, waist + 10, 6],
      ].map(([x = 0, y = 0, end = 0]) =>
        fold(
          smooth([
            [x, y],
            [(x + end) / 2, (y + waist) / 2 + 1],
            [end, waist + 2.6],
          ]),
        ),
      ),
      ...gathers(shape, waist - 1.9, 18, 11),
      line(smooth(edge)),
      ...folds(shape, [
        [-0.74, waist - 30],
        [-0.42, waist - 18],
        [-0.1, waist - 44],
        [0.62, waist - 26],
        [0.84, waist - 40],
      ]),
      ...belt(body, 2),
      ...bow([9.4, waist], 7.6, 42),
      ...(measures.collar ? closeNeck(measures, body) : []),
    ]
  },
  shirt(measures, body, shape) {
    const { waist, throat } = body
    const placket = (x: number) =>
      line(
        straight([
          [x, throat - 3],
          [x * 1.05, waist],
        ]) +
          smooth([
            [x, waist],
            [x * 1.1, (waist + shape.hemY) / 2],
            [x * 1.1, shape.hemY],
          ]),
      )
    return [
      ...folds(shape, [
        [-0.78, waist - 12],
        [-0.46, waist - 26],
        [0.4, waist - 18],
        [0.74, waist - 34],
      ]),
      placket(1.7),
      placket(-1.7),
      ...buttonsDown(body, throat - 5, waist + 5, 4, 0),
      ...buttonsDown(body, waist - 7, shape.hemY + 9, 7, 0),
      ...bodiceFolds(body),
      ...belt(body, 1.7, true),
      ...shirtCollar(measures, body),
    ]
  },
  kaftan(measures, body, shape) {
    const { waist } = body
    const middle = neckline(measures, body)[0] ?? [0, body.throat]
    const slit = straight([
      [0, middle[1]],
      [0, middle[1] - 12],
    ])
    return [
      line(slit),
      ...[
        [-9, body.bust + 6, -4.4],
        [-4.6, body.bust - 2, -1.8],
        [3.2, body.bust + 2, 1.2],
        [8, body.bust + 7, 4.6],
        [12, body.bust - 4, 8.4],
        [-12.6, body.bust - 3, -8.8],
      ].map(([x = 0, y = 0, end = 0]) =>
        fold(
          smooth([
            [x, y],
            [x * 0.6 + end * 0.4, (y + waist) / 2 + 2],
            [end, waist + 2.4],
          ]),
        ),
      ),
      ...gathers(shape, waist - 1.9, 20, 13),
      ...folds(shape, [
        [-0.76, waist - 30],
        [-0.46, waist - 20],
        [-0.2, waist - 48],
        [0.22, waist - 36],
        [0.5, waist - 22],
        [0.8, waist - 44],
      ]),
      ...belt(body, 2),
      ...tails([1.6, waist - 1], 46, 3.2),
    ]
  },
  blouse(measures, body, shape) {
    const { throat, waist } = body
    const tucks = [2.2, 3.9, 5.6, 7.3, 9].flatMap((x, index) =>
      [x, -x].map((at) =>
        fold(
          straight([
            [at, body.shoulder - 4.5 - index * 0.9],
            [at * 1.03, body.bust - 7],
          ]),
        ),
      ),
    )
    return [
      ...tucks,
      line(
        straight([
          [-1.3, throat - 2],
          [-1.3, shape.hemY - 0.2],
        ]),
      ),
      ...buttonsDown(body, throat - 9, shape.hemY + 5, 6, 0.1),
      ...folds(shape, [
        [-0.6, waist + 8, shape.hemY + 3],
        [0.56, waist + 11, shape.hemY + 2],
        [0.3, waist + 2, shape.hemY + 2],
      ]),
      ...tiedNeck(measures, body),
    ]
  },
  tailored(measures, body, shape) {
    const { waist, throat, hip } = body
    const open = throat - (measures.neckDrop ?? 22)
    const pocket = (side: number) => {
      const y = waist - 17
      const inner = 7.4 * side
      const outer = 15 * side
      return cloth(
        `${straight([
          [inner, y],
          [outer, y + 1],
          [outer + 0.2 * side, y - 4.4],
          [inner + 0.1 * side, y - 5.4],
        ])}Z`,
      )
    }
    return [
      line(
        smooth([
          [2.6, open],
          [3, waist],
          [3.4, hip - 16],
          [2.8, shape.hemY],
        ]),
      ),
      ...[0, 1, 2, 3].map((index) => ({ d: dot([-0.4, open - 3.5 - index * 12.5], 1), as: 'dots' as const })),
      pocket(1),
      pocket(-1),
      ...[1, -1].map((side) =>
        fold(
          smooth([
            [side * 11, body.bust + 2],
            [side * 9.4, waist + 2],
            [side * 10.6, hip + 2],
          ]),
        ),
      ),
      ...folds(shape, [
        [-0.62, hip - 22],
        [0.66, hip - 26],
      ]),
      ...lapels(measures, body),
    ]
  },
}
