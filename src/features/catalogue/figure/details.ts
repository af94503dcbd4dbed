import type { Measures } from '../measures.ts'
import { closeNeck, lapels, shirtCollar, tiedNeck } from './collars.ts'
import type { Body } from './hem.ts'
import {
  across,
  along,
  belt,
  bodiceFolds,
  bow,
  buttonsDown,
  darts,
  folds,
  gathers,
  neckTies,
  tails,
  waistband,
} from './parts.ts'
import { cloth, curve, dot, fold, line, points, type Stroke, smooth, straight } from './paths.ts'
import { neckline, type Shape } from './shape.ts'

/** What makes a cut recognisable: seams, closings, waist and folds. */
export function drawDetails(measures: Measures, body: Body, shape: Shape): Stroke[] {
  const { cut, from } = measures
  const own = details[cut]?.(measures, body, shape) ?? []
  const waist = from === 'waist' ? waistband(body) : []
  const neck =
    from === 'nape' && !['shirt', 'tailored', 'blouse', 'wrap'].includes(cut) ? closeNeck(measures, body) : []
  return [...own, ...waist, ...neck]
}

/** The details of each cut. A cape has its own. */
const details: Partial<Record<Measures['cut'], (measures: Measures, body: Body, shape: Shape) => Stroke[]>> = {
  straight(measures, body, shape) {
    if (measures.from === 'waist') return folds(shape)`-0.4 ${body.hip}, 0.5 ${body.hip - 10}`
    const middle = neckline(measures, body)[0] ?? [0, body.throat]
    const edge = points`3.4 ${middle[1] - 3.4}, 3.2 ${body.waist},
      3.6 ${(body.waist + shape.hemY) / 2}, 3.4 ${shape.hemY}`
    return [
      line(smooth(edge)),
      ...folds(shape)`-0.74 ${body.bust - 14}, -0.46 ${body.bust - 3}, -0.2 ${body.waist + 6},
        0.42 ${body.bust - 8}, 0.66 ${body.waist}, 0.86 ${body.hip}`,
    ]
  },
  'a-line'(measures, body, shape) {
    const top = measures.from === 'nape' ? body.bust - 12 : body.waist - 14
    return [
      ...folds(shape)`-0.76 ${top - 20}, -0.38 ${top - 34}, 0.14 ${top - 26}, 0.52 ${top - 8},
        0.84 ${top - 30}`,
      ...(measures.from === 'nape' ? darts(body) : []),
    ]
  },
  close(_measures, body, shape) {
    return [
      ...[0.62, -0.62].map((f) =>
        fold(
          curve`${f * 16.2} ${body.armpit + 3}, ${f * 13.4} ${body.bust - 3},
            ${f * 11.4} ${body.waist}, ${f * 14.6} ${body.hip}, ${f * 17} ${body.hip - 22}`,
        ),
      ),
      ...folds(shape)`-0.78 ${body.hip - 8}, -0.44 ${body.hip - 26}, -0.12 ${body.hip - 14},
        0.2 ${body.hip - 34}, 0.5 ${body.hip - 18}, 0.8 ${body.hip - 6}`,
    ]
  },
  capelet(_measures, body, shape) {
    return [
      ...folds(shape)`-0.82 ${body.hip - 4}, -0.5 ${body.hip - 24}, -0.2 ${body.hip - 12},
        0.16 ${body.hip - 32}, 0.46 ${body.hip - 16}, 0.78 ${body.hip - 28}`,
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
      ...folds(shape)`-0.6 ${(seams[1] ?? 40) - 14}, -0.2 ${(seams[1] ?? 40) - 9},
        0.34 ${(seams[1] ?? 40) - 16}, 0.7 ${(seams[1] ?? 40) - 10}`,
      ...(measures.from === 'nape' ? neckTies(measures, body) : []),
    ]
  },
  pleated(_measures, body, shape) {
    const count = 23
    const d = Array.from({ length: count }, (_, index) => {
      const f = ((index + 0.5) / count) * 2 - 1
      const round = Math.sin((f * Math.PI) / 2)
      return smooth(along(shape, round * 0.985, body.waist - 2.4, shape.hemY + Math.abs(round) * 1.2))
    })
    return [
      fold(d.filter((_, index) => index % 2 === 0).join('')),
      line(d.filter((_, index) => index % 2 === 1).join('')),
    ]
  },
  gathered(measures, body, shape) {
    const { waist } = body
    return [
      ...bodiceFolds(body),
      ...gathers(shape, waist - 1.6, 26, Math.min((waist - shape.hemY) * 0.16, 15)),
      ...folds(shape)`-0.72 ${waist - 34}, -0.4 ${waist - 22}, -0.1 ${waist - 46}, 0.24 ${waist - 26},
        0.55 ${waist - 40}, 0.8 ${waist - 24}`,
      ...buttonsDown((measures.collar ?? 0) + body.throat - 1, waist + 4, 11, 0),
      ...belt(body, 1.7),
    ]
  },
  wrap(measures, body, shape) {
    const { waist, throat, neck } = body
    const over = points`-6.9 ${neck}, -3.4 ${throat - 8}, 3.4 ${waist + 14}, 9.6 ${waist + 2.4}`
    const under = points`6.9 ${neck}, 4.2 ${throat - 6}, 0.4 ${throat - 17.5}`
    const inset = points`-5 ${throat - 1.6}, 0 ${throat - 2.8}, 5 ${throat - 1.6}`
    const edge = points`9.8 ${waist - 2}, 9 ${waist - 30}, 7.4 ${(waist + shape.hemY) / 2 - 6},
      4.6 ${shape.hemY}`
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
        fold(curve`${x} ${y}, ${(x + end) / 2} ${(y + waist) / 2 + 1}, ${end} ${waist + 2.6}`),
      ),
      ...gathers(shape, waist - 1.9, 18, 11),
      line(smooth(edge)),
      ...folds(shape)`-0.74 ${waist - 30}, -0.42 ${waist - 18}, -0.1 ${waist - 44}, 0.62 ${waist - 26},
        0.84 ${waist - 40}`,
      ...belt(body, 2),
      ...bow([9.4, waist], 7.6, 42),
      ...(measures.collar ? closeNeck(measures, body) : []),
    ]
  },
  shirt(_measures, body, shape) {
    const { waist, throat } = body
    const placket = (x: number) =>
      line(
        straight(points`${x} ${throat - 3}, ${x * 1.05} ${waist}`) +
          curve`${x} ${waist}, ${x * 1.1} ${(waist + shape.hemY) / 2}, ${x * 1.1} ${shape.hemY}`,
      )
    return [
      ...folds(shape)`-0.78 ${waist - 12}, -0.46 ${waist - 26}, 0.4 ${waist - 18}, 0.74 ${waist - 34}`,
      placket(1.7),
      placket(-1.7),
      ...buttonsDown(throat - 5, waist + 5, 4, 0),
      ...buttonsDown(waist - 7, shape.hemY + 9, 7, 0),
      ...bodiceFolds(body),
      ...belt(body, 1.7, true),
      ...shirtCollar(body),
    ]
  },
  kaftan(measures, body, shape) {
    const { waist } = body
    const middle = neckline(measures, body)[0] ?? [0, body.throat]
    const slit = straight(points`0 ${middle[1]}, 0 ${middle[1] - 12}`)
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
        fold(curve`${x} ${y}, ${x * 0.6 + end * 0.4} ${(y + waist) / 2 + 2}, ${end} ${waist + 2.4}`),
      ),
      ...gathers(shape, waist - 1.9, 20, 13),
      ...folds(shape)`-0.76 ${waist - 30}, -0.46 ${waist - 20}, -0.2 ${waist - 48}, 0.22 ${waist - 36},
        0.5 ${waist - 22}, 0.8 ${waist - 44}`,
      ...belt(body, 2),
      ...tails([1.6, waist - 1], 46, 3.2),
    ]
  },
  blouse(measures, body, shape) {
    const { throat, waist } = body
    const tucks = [2.2, 3.9, 5.6, 7.3, 9].flatMap((x, index) =>
      [x, -x].map((at) =>
        fold(straight(points`${at} ${body.shoulder - 4.5 - index * 0.9}, ${at * 1.03} ${body.bust - 7}`)),
      ),
    )
    return [
      ...tucks,
      line(straight(points`-1.3 ${throat - 2}, -1.3 ${shape.hemY - 0.2}`)),
      ...buttonsDown(throat - 9, shape.hemY + 5, 6, 0.1),
      ...folds(shape)`-0.6 ${waist + 8} ${shape.hemY + 3}, 0.56 ${waist + 11} ${shape.hemY + 2},
        0.3 ${waist + 2} ${shape.hemY + 2}`,
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
        `${straight(points`${inner} ${y}, ${outer} ${y + 1}, ${outer + 0.2 * side} ${y - 4.4},
          ${inner + 0.1 * side} ${y - 5.4}`)}Z`,
      )
    }
    return [
      line(curve`2.6 ${open}, 3 ${waist}, 3.4 ${hip - 16}, 2.8 ${shape.hemY}`),
      ...[0, 1, 2, 3].map((index) => ({ d: dot([-0.4, open - 3.5 - index * 12.5], 1), as: 'dots' as const })),
      pocket(1),
      pocket(-1),
      ...[1, -1].map((side) =>
        fold(
          curve`${side * 11} ${body.bust + 2}, ${side * 9.4} ${waist + 2},
            ${side * 10.6} ${hip + 2}`,
        ),
      ),
      ...folds(shape)`-0.62 ${hip - 22}, 0.66 ${hip - 26}`,
      ...lapels(measures, body),
    ]
  },
}
