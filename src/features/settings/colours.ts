import { z } from 'zod'
import { type Family, colours as firstColours } from '#shop-colours'
import { freeId, slugOf } from './kinds.ts'

export const maxFamilies = 24
export const maxFamilyName = 30
export const maxShades = 600

/** The families of colours, in the owner's order; a new one has an empty id. */
export const ColoursSchema = z
  .array(
    z.object({
      id: z
        .string()
        .regex(/^$|^[a-z\d]+(-[a-z\d]+)*$/)
        .max(40)
        .refine((id) => id !== 'other'),
      name: z
        .string()
        .trim()
        .min(1, 'Please name the family.')
        .max(maxFamilyName, `Please keep it to ${maxFamilyName} characters.`)
        .regex(/^[\p{L}\p{N} &/-]+$/u, 'Please use letters only.'),
      swatch: z.string().regex(/^#[\da-f]{6}$/i, 'Please choose a colour.'),
      shades: z
        .string()
        .max(maxShades, `Please keep it to ${maxShades} characters.`)
        .transform((typed) => wordsOf(typed).join(' ')),
    }),
  )
  .min(1, 'Please keep one family.')
  .max(maxFamilies, `A shop has up to ${maxFamilies} families.`)
  .superRefine((families, context) => {
    families.forEach(({ name }, at) => {
      const isOther = name.toLowerCase() === 'other'
      const isDouble = families.findIndex((each) => each.name.toLowerCase() === name.toLowerCase()) < at
      const message = isOther ? 'Colours of no family are “Other” already.' : 'Another family is called that.'
      if (isOther || isDouble) context.addIssue({ code: 'custom', path: [at, 'name'], message })
    })
  })

/** Words in lower case without accents, each once. */
function wordsOf(typed: string): string[] {
  const letters = typed.normalize('NFKD').replace(/\p{M}+/gu, '')
  return [...new Set(letters.toLowerCase().match(/\p{L}+/gu) ?? [])]
}

/** The families to store: a new one gets an id of its own, which garments keep. */
export function nameFamilies(typed: readonly Family[]): Family[] {
  const taken = new Set(['other', ...typed.map(({ id }) => id).filter(Boolean)])
  return typed.map((family) => ({ ...family, id: family.id || freeId(slugOf(family.name) || 'colour', taken) }))
}

/** The families that are valid in the settings, else those of a fresh shop. */
export function coloursOf(value: unknown, onInvalid?: () => void): readonly Family[] {
  if (value === undefined) return firstColours
  const { data } = ColoursSchema.safeParse(value)
  if (!data) onInvalid?.()
  return data ?? firstColours
}
