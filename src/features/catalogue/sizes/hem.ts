import { joinNames } from '#base/names.ts'

/**
 * Where a length is measured from, and the height of that point above the floor, in cm, on the form of 170 cm in the
 * photographs. For other heights it scales in proportion.
 */
const beginnings: [RegExp, number][] = [
  [/\b(nape|neck|collar|shoulders?)\b/, 147],
  [/\b(waist|waistband)\b/, 105],
  [/\bhips?\b/, 86],
]

const formHeight = 170
const napeOnForm = 147
const waistOnForm = 105

/** The height of a full-length hem above the floor: a few centimetres below the ankle bone. */
const fullHem = 5

/** Above this height the distance of a hem from the floor is not worth stating. */
const shortHem = 62

const figure = /(\d{1,3}(?:[.,]\d{1,2})?)\s*(cm|centimet(?:re|er)s?|in\b|inch(?:es)?|"|″)/

/**
 * The height of a hem above the floor on the form of 170 cm, in cm (negative: too long for it), from the owner's text:
 * '143 cm from the nape to the hem'. Null if the text has no length with its start; a number alone counts as a full
 * length from 110 cm on.
 */
export function hemOnForm(written: string | null): { above: number; from: number } | null {
  const text = (written ?? '').toLowerCase()
  const begin = beginOf(text)
  const [, amount, unit = ''] = figure.exec(text) ?? []
  if (!amount) return null
  const cm = Number(amount.replace(',', '.')) * (unit.startsWith('c') ? 1 : 2.54)
  const from =
    beginnings.find(([place]) => begin && place.test(begin))?.[1] ?? (!begin && cm >= 110 ? napeOnForm : null)
  return from !== null && cm >= 20 ? { above: from - cm, from } : null
}

/** The words that say where a length begins: ' the nape ' of '143 cm from the nape to the hem'. */
export function beginOf(text: string): string | undefined {
  return /\bfrom\b([^,;.]*?)(?:\bto\b|$)/.exec(text)?.[1]
}

/** Full lengths for a range of heights, in whole cm: of dresses from the nape, of skirts from the waist. */
export function fullLengths([shortest, tallest]: readonly [number, number]): { nape: number; waist: number } {
  const height = (shortest + tallest) / 2
  const from = (onForm: number) => Math.round((onForm * height) / formHeight - fullHem)
  return { nape: from(napeOnForm), waist: from(waistOnForm) }
}

/**
 * A sentence on where a garment's hem ends at heights of 160, 170 and 180 cm; null if its length cannot be parsed or is
 * short.
 */
export function hemWords(written: string | null): string | null {
  const hem = hemOnForm(written)
  if (!hem || hem.above >= shortHem) return null
  const ends = [160, formHeight, 180].map((height) => ({
    height,
    above: Math.round(hem.above + (hem.from * (height - formHeight)) / formHeight),
  }))
  const clear = ends.filter(({ above }) => above > -2)
  const long = ends.filter(({ above }) => above <= -2)
  const first = clear.map(({ height, above }, index) => {
    const place = above < 2 ? 'at the floor' : `about ${above} cm${index === 0 ? ' above the floor' : ''}`
    return index === 0 ? `${place} if you’re ${height} cm tall` : `${place} at ${height} cm`
  })
  const rest = long.map(({ height, above }) => `at ${height} cm it is about ${-above} cm too long`)
  if (first.length === 0) return null
  return `In flat shoes the hem is ${[joinNames(first), ...rest].join('; ')}.`
}
