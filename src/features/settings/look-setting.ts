import { z } from 'zod'
import { firstLook, type Look, typefacesNames } from '#ui/look/look.ts'
import { findColourProblem } from '#ui/look/palette.ts'

const colour = z
  .string('Please enter a colour, such as #6b2737.')
  .transform((typed) => typed.trim().toLowerCase())
  .pipe(
    z.string().regex(/^#[0-9a-f]{6}$/, {
      error: 'Please enter a colour as # and six characters, such as #6b2737.',
      // What is no colour has no contrast.
      abort: true,
    }),
  )

/** A look of the owner. Colours that are hard to read are refused, with the field as the path of the issue. */
const LookSchema = z
  .object({
    paper: colour,
    ink: colour,
    accent: colour,
    typefaces: z.enum(typefacesNames),
    corners: z.enum(['square', 'soft']),
    /** Width and height come from the stored picture. */
    wordmark: z
      .object({
        url: z
          .string()
          .max(500)
          .regex(/^\/storage\/v1\/object\/public\/product-images\/[\w./%-]+$/, 'Please add the picture again.'),
        width: z.number().positive().default(1),
        height: z.number().positive().default(1),
      })
      .nullable()
      .default(null),
  })
  .superRefine((look, context) => {
    const problem = findColourProblem(look)
    if (problem) context.addIssue({ code: 'custom', path: [problem.colour], message: problem.message })
  })

/** The setting: the look that is shown, and the one before it, which the server keeps for the way back. */
export const LookSettingSchema = z.object({ shown: LookSchema, before: LookSchema.nullable().default(null) })
export type LookSetting = z.output<typeof LookSettingSchema>

/** The setting from values of the table; an invalid one counts as missing, and `onInvalid` is called for it. */
export function lookSettingOf(values: ReadonlyMap<string, unknown>, onInvalid?: (value: unknown) => void): LookSetting {
  const value = values.get('look')
  if (value === undefined) return { shown: firstLook, before: null }
  const read = LookSettingSchema.safeParse(value)
  if (!read.success) onInvalid?.(value)
  return read.data ?? { shown: firstLook, before: null }
}

/** What to store when a look is published: the one that was shown is the way back. */
export function publishedLook(shown: Look, stored: LookSetting): LookSetting {
  return { shown, before: stored.shown }
}
