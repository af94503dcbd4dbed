import { z } from 'zod'
import { formatCount } from '#ui/counts.ts'

/** A field of the product form and the column that stores it. */
export type ProductField<Typed, Stored> = {
  label: string
  /** The field's name in the summary of the collapsed details. */
  summary?: string
  /** The value in the form of a new product. */
  empty: Typed
  /** Converts the typed value into the stored one. The messages of its issues appear at the field. */
  input: z.ZodType<Stored, Typed>
  /** The column in responses of /rest/v1. */
  column: z.ZodType<Stored>
  /** Converts a stored value into the form's value. */
  show: (stored: Stored) => Typed
  /** The messages for database errors, by constraint; '' for the column's own check. */
  refusals: Record<string, string>
}

type Named = { label: string; summary?: string }

/** A required text. `missing`: the message for an empty field. */
export function requiredText(
  field: Named & { max: number; missing: string; refused: string },
): ProductField<string, string> {
  const problem = (typed: string) => (typed.trim() ? lengthProblem(typed.trim(), field.max) : field.missing)
  return {
    ...field,
    empty: '',
    input: checked(z.string(), problem).transform(cleanText),
    column: z.string(),
    show: (stored) => stored,
    refusals: { '': field.refused },
  }
}

/** An optional text of at most `max` characters; an empty one is stored as null. */
export function optionalText(field: Named & { max: number }): ProductField<string, string | null> {
  return {
    ...field,
    empty: '',
    input: checked(z.string(), (typed) => lengthProblem(typed.trim(), field.max)).transform(textOrNull),
    column: textColumn,
    show: (stored) => stored ?? '',
    refusals: { '': atMost(field.max) },
  }
}

/** An optional whole number from 1 to `max`. `rule` begins the messages; the form's message adds ', or nothing.'. */
export function optionalCount(field: Named & { max: number; rule: string }): ProductField<string, number | null> {
  const problem = (typed: string) => (!typed.trim() || isCount(typed, field.max) ? null : `${field.rule}, or nothing.`)
  return {
    ...field,
    empty: '',
    input: checked(z.string(), problem).transform((typed) => (typed.trim() ? Number(typed) : null)),
    column: countColumn,
    show: (stored) => stored?.toString() ?? '',
    refusals: { '': `${field.rule}.` },
  }
}

/** A checkbox. */
export function flag(field: Named & { empty: boolean }): ProductField<boolean, boolean> {
  return { ...field, input: z.boolean(), column: z.boolean(), show: (stored) => stored, refusals: {} }
}

/** A schema whose issue is the message that `problem` returns; null means valid. */
export function checked<Output, Input>(
  schema: z.ZodType<Output, Input>,
  problem: (value: Output) => string | null,
): z.ZodType<Output, Input> {
  return schema.superRefine((value, context) => {
    const message = problem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })
}

export const textColumn: z.ZodType<string | null> = z.string().nullish().default(null)
const countColumn: z.ZodType<number | null> = z.number().int().positive().nullish().default(null)

/** Text as it is stored: trimmed and without NUL, which PostgreSQL cannot store and some programs paste. */
export function cleanText(typed: string): string {
  return typed.replaceAll('\0', '').trim()
}

export function textOrNull(typed: string): string | null {
  return cleanText(typed) || null
}

export function isCount(typed: string, max: number): boolean {
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= max
}

export function lengthProblem(text: string, max: number): string | null {
  return text.length > max ? `${atMost(max).slice(0, -1)}; this has ${formatCount(text.length)}.` : null
}

export function atMost(max: number): string {
  return `At most ${formatCount(max)} characters.`
}
