import { beginOf, hemOnForm } from '../sizes/hem.ts'

/** Where a hem ends on a woman of 170 cm, from the shortest to the longest. */
export const namedLengths = [
  { id: 'hip', name: 'To the hip' },
  { id: 'knee', name: 'To the knee' },
  { id: 'calf', name: 'To the calf' },
  { id: 'ankle', name: 'To the ankle or longer' },
] as const

export type NamedLength = (typeof namedLengths)[number]['id']

/** The lowest hem of each name, in cm above the floor; a lower hem reaches the ankle. */
const hems: [NamedLength, number][] = [
  ['hip', 62],
  ['knee', 38],
  ['calf', 18],
]

const words: [RegExp, NamedLength][] = [
  [/\b(ankles?|floor|full[- ]length|maxi)\b/, 'ankle'],
  [/\b(calf|midi)\b/, 'calf'],
  [/\bknees?\b/, 'knee'],
  [/\b(hips?|thighs?|waist)\b/, 'hip'],
]

/**
 * The named length of a garment, from the owner's text; null if the text cannot be parsed. A measurement ('143 cm from
 * the nape to the hem') counts from its start on a form of 170 cm; a description ('mid-calf') by its word. A number
 * without a start counts as a full length from 110 cm on.
 */
export function namedLength(written: string | null): NamedLength | null {
  const hem = hemOnForm(written)
  if (hem) return hems.find(([, above]) => hem.above >= above)?.[0] ?? 'ankle'
  const text = (written ?? '').toLowerCase()
  const begin = beginOf(text)
  const description = begin ? text.replace(begin, ' ') : text
  return words.find(([word]) => word.test(description))?.[1] ?? null
}
