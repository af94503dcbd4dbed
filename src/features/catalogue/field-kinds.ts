import { z } from 'zod'
import { formatCount } from '#base/counts.ts'

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
export function optionalCount(
  field: Named & { max: number; rule: string; refusals?: Record<string, string> },
): ProductField<string, number | null> {
  const problem = (typed: string) => (!typed.trim() || isCount(typed, field.max) ? null : `${field.rule}, or nothing.`)
  return {
    ...field,
    empty: '',
    input: checked(z.string(), problem).transform((typed) => (typed.trim() ? Number(typed) : null)),
    column: countColumn,
    show: (stored) => stored?.toString() ?? '',
    refusals: { '': `${field.rule}.`, ...field.refusals },
  }
}

/** One of `choices`, by id; nothing chosen is stored as null. */
export function optionalChoice<const Id extends string>(
  field: Named & { choices: readonly { id: Id; name: string }[] },
): ProductField<Id | '', Id | null> {
  const ids = field.choices.map(({ id }) => id)
  return {
    ...field,
    empty: '',
    input: z.enum([...ids, '']).transform((typed) => (typed === '' ? null : (typed as Id))),
    column: z.enum(ids).nullish().default(null) as z.ZodType<Id | null>,
    show: (stored) => stored ?? '',
    refusals: { '': `One of: ${field.choices.map(({ name }) => name).join(', ')}.` },
  }
}

/** Some of `choices`, by id. */
export function someOf<const Id extends string>(
  field: Named & { choices: readonly { id: Id; name: string }[] },
): ProductField<Id[], Id[]> {
  const ids = z.array(z.enum(field.choices.map(({ id }) => id)))
  return {
    ...field,
    empty: [],
    input: ids as z.ZodType<Id[], Id[]>,
    column: ids.default([]) as z.ZodType<Id[]>,
    show: (stored) => stored,
    refusals: { '': `Some of: ${field.choices.map(({ name }) => name).join(', ')}.` },
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

/** A material and its percentage, as typed. */
export type FabricPart = { material: string; percent: string }

/** The fabric: percentages that add up to 100, or free text. */
export type Fabric = { kind: 'parts'; parts: FabricPart[] } | { kind: 'words'; text: string }

const part = /^(\d{1,3}(?:\.\d)?)% ([^,%\n]+)$/

/** '70% linen, 30% viscose', without empty rows. */
export function formatParts(parts: readonly FabricPart[]): string {
  return filled(parts)
    .map(({ material, percent }) => `${percent.trim()}% ${material.trim()}`)
    .join(', ')
}

/** Parses the column. Text that `formatParts` would write differently stays free text. */
export function readFabric(text: string | null): Fabric {
  if (!text) return { kind: 'parts', parts: [] }
  const parts = text.split(', ').map((piece) => {
    const [, percent = '', material = ''] = part.exec(piece) ?? []
    return { material, percent }
  })
  const isShares = formatParts(parts) === text && fabricProblem({ kind: 'parts', parts }) === null
  return isShares ? { kind: 'parts', parts } : { kind: 'words', text }
}

/** The text to store; null for an empty fabric. */
export function fabricText(fabric: Fabric): string | null {
  return (fabric.kind === 'words' ? fabric.text.trim() : formatParts(fabric.parts)) || null
}

/** The sum of the percentages, to one decimal. */
export function sumOfParts(parts: readonly FabricPart[]): number {
  return Math.round(filled(parts).reduce((sum, { percent }) => sum + (Number(percent) || 0), 0) * 10) / 10
}

/** The problem with the percentages; null for none. */
export function fabricProblem(fabric: Fabric): string | null {
  if (fabric.kind === 'words') return null
  const parts = filled(fabric.parts)
  if (parts.length === 0) return null
  if (parts.some(({ material }) => !material.trim())) return 'Each share needs its material.'
  if (parts.some(({ material }) => /[,%\n]/.test(material))) {
    return 'A material is a plain name such as linen. For more, write it in your own words.'
  }
  if (parts.some(({ percent }) => !(Number(percent) > 0 && Number(percent) <= 100))) {
    return 'Each material needs its share in per cent.'
  }
  if (parts.some(({ percent }) => !/^\d{1,3}(\.\d)?$/.test(percent.trim()))) return 'Shares have one decimal at most.'
  const sum = sumOfParts(parts)
  return sum === 100 ? null : `The shares add up to ${sum}%; a cloth has 100%.`
}

function filled(parts: readonly FabricPart[]): FabricPart[] {
  return parts.filter(({ material, percent }) => material.trim() || percent.trim())
}
