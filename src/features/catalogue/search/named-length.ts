import { beginOf, hemOnForm } from '../sizes/hem.ts'

/** Where a hem falls on a woman of 170 cm, from the shortest to the longest, in the words of a shop. */
export const namedLengths = [
  { id: 'hip', name: 'To the hip' },
  { id: 'knee', name: 'To the knee' },
  { id: 'calf', name: 'To the calf' },
  { id: 'ankle', name: 'To the ankle or longer' },
] as const

export type NamedLength = (typeof namedLengths)[number]['id']

/** A hem at least this far above the floor is called so; what is nearer to it reaches the ankle. In cm. */
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
 * The length of a garment as its maker wrote it, in one of four words; null where that cannot be read. What is measured
 * ('143 cm from the nape to the hem') is taken from where it begins, on a form of 170 cm; what is said ('mid-calf') by its
 * word. A figure that does not say where it begins is a whole garment's only from 110 cm on.
 */
export function namedLength(written: string | null): NamedLength | null {
  const hem = hemOnForm(written)
  if (hem) return hems.find(([, above]) => hem.above >= above)?.[0] ?? 'ankle'
  const text = (written ?? '').toLowerCase()
  const begin = beginOf(text)
  const said = begin ? text.replace(begin, ' ') : text
  return words.find(([word]) => word.test(said))?.[1] ?? null
}
