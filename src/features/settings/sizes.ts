import { z } from 'zod'
import { halfInches, toHalfInch } from '#base/inches.ts'
import { sizes as firstSizes, type SizeRow, type Span } from '#shop-sizes'

export const measuredParts = ['bust', 'waist', 'hips'] as const
type Part = (typeof measuredParts)[number]

/** The most sizes of a chart: a garment has at most 30. */
export const maxSizes = 24
export const maxSizeName = 20
/** The smallest and the largest measurement in centimetres. */
const bounds = [40, 200] as const

const plain = /^[\p{L}\p{N}](?:[\p{L}\p{N} ./&–-]*[\p{L}\p{N}])?$/u

const name = z
  .string('Please name the size.')
  .trim()
  .min(1, 'Please name the size.')
  .max(maxSizeName, `Please keep it to ${maxSizeName} characters.`)
  .regex(plain, 'Please use letters, digits, spaces, hyphens and slashes only.')

const elsewhere = z
  .string()
  .trim()
  .max(maxSizeName, `Please keep it to ${maxSizeName} characters.`)
  .regex(/^[\p{L}\p{N} ./&–-]*$/u, 'Please use letters, digits, spaces, hyphens and slashes only.')

/** From and to, in centimetres to the millimetre: half inches have tenths. */
function spanOf(part: Part) {
  const wanted = `Please enter the ${part} from and to, such as 83-88 cm.`
  const outside = `Please enter the ${part} in cm, from ${bounds[0]} to ${bounds[1]}.`
  const measure = z.number(wanted).min(bounds[0], outside).max(bounds[1], outside).transform(toTenth)
  return z
    .tuple([measure, measure], wanted)
    .readonly()
    .refine(([from, to]) => from < to, 'Please enter the smaller measurement first.')
}

const SizeSchema = z.object({
  /** Empty for a new one. */
  size: z.string().max(40),
  name,
  eu: elsewhere,
  us: elsewhere,
  bust: spanOf('bust'),
  waist: spanOf('waist'),
  hips: spanOf('hips'),
})

/** The sizes of the shop, put in the order of their measurements, smallest first. */
export const SizesSchema = z
  .array(SizeSchema)
  .min(1, 'Please keep one size.')
  .max(maxSizes, `A shop has up to ${maxSizes} sizes.`)
  .superRefine((rows, context) => {
    for (const { at, field, message } of [...findDoubles(rows), ...findGaps(rows)]) {
      context.addIssue({ code: 'custom', path: [at, field], message })
    }
  })
  .transform(smallestFirst)

type Problem = { at: number; field: 'name' | Part; message: string }

/** Sizes that have another's first name, which garments keep, or are called like one before them. */
function findDoubles(rows: readonly SizeRow[]): Problem[] {
  return rows.flatMap(({ size, name: typed }, at): Problem[] => {
    const isOwn = isAlike(size, typed)
    const alike = rows.find((other, place) => {
      if (place !== at && isAlike(other.size, typed)) return true
      return place < at && ((!isOwn && isAlike(other.name, typed)) || (size !== '' && other.size === size))
    })
    const message = `${alike?.name} is or was called that. Please choose another name.`
    return alike ? [{ at, field: 'name', message }] : []
  })
}

function isAlike(one: string, other: string): boolean {
  const folded = (text: string) => text.trim().toLowerCase().replace(/[–—]/g, '-')
  return folded(one) === folded(other)
}

/** Sizes that do not grow, and measurements between two sizes that would have none. */
function findGaps(rows: readonly SizeRow[]): Problem[] {
  const places = new Map(rows.map((row, at) => [row, at]))
  const sorted = smallestFirst(rows)
  return sorted.slice(1).flatMap((row, before) =>
    measuredParts.flatMap((part): Problem[] => {
      const smaller = sorted[before] as SizeRow
      const at = places.get(row) ?? 0
      const [[from, to], [least, most]] = [row[part], smaller[part]]
      if (from <= least || to <= most) {
        return [
          {
            at,
            field: part,
            message: `Each size is larger than the one before, but this isn’t larger than ${smaller.name}.`,
          },
        ]
      }
      if (Math.round(from) <= Math.round(most) && toHalfInch(from) <= toHalfInch(most)) return []
      return [
        {
          at,
          field: part,
          message: `Please begin where ${smaller.name} ends: measurements in between would have no size.`,
        },
      ]
    }),
  )
}

function smallestFirst<Row extends Pick<SizeRow, 'bust'>>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.bust[0] - other.bust[0])
}

/**
 * The sizes to store: a new one keeps its name as its first, which garments will have. `before` are those stored.
 */
export function nameSizes(typed: readonly SizeRow[], before: readonly SizeRow[]): SizeRow[] {
  return typed.map((row) => ({ ...row, size: before.some(({ size }) => size === row.size) ? row.size : row.name }))
}

/** The sizes that are valid in the settings, else those of a fresh shop. */
export function sizesOf(value: unknown, onInvalid?: () => void): readonly SizeRow[] {
  if (value === undefined) return firstSizes
  const { data } = SizesSchema.safeParse(value)
  if (!data) onInvalid?.()
  return data ?? firstSizes
}

export type Unit = 'cm' | 'in'

/** '83-88' as it is typed: whole centimetres, or inches to the half. */
export function formatSpan([from, to]: Span, unit: Unit): string {
  const shown = unit === 'cm' ? (cm: number) => String(Math.round(cm)) : halfInches
  return `${shown(from)}-${shown(to)}`
}

const figure = /^(\d{1,3})\s*(½|1\/2|[.,]5|[.,]0)?$/

/** The span of a typed '83-88', '32½ – 34.5'; in centimetres. Null for other text. */
export function readSpan(typed: string, unit: Unit): Span | null {
  const [from, to, ...more] = typed
    .trim()
    .replace(/(?:cm|in|")$/i, '')
    .split(/[-–—]|\bto\b/)
  const read = (text = '') => {
    const [, whole, half] = figure.exec(text.trim()) ?? []
    if (!whole || (unit === 'cm' && half && !/0$/.test(half))) return null
    const amount = Number(whole) + (half && !/0$/.test(half) ? 0.5 : 0)
    return unit === 'cm' ? amount : toTenth(amount * 2.54)
  }
  const [least, most] = [read(from), read(to)]
  return least === null || most === null || more.length > 0 ? null : [least, most]
}

function toTenth(cm: number): number {
  return Math.round(cm * 10) / 10
}
