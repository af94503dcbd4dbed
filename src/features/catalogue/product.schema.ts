import { z } from 'zod'
import { decimalPounds, type Pounds, parsePounds, pence, penceFromPounds, poundsFromPence } from '#base/money.ts'
import { poundsJson } from '#base/pounds-json.ts'
import { fromShopClock } from '#base/shop-clock.ts'
import { onePiece } from '#features/settings/capacity.ts'
import { garmentFeatures } from './choices.ts'
import {
  atMost,
  checked,
  type Fabric,
  fabricProblem,
  fabricText,
  flag,
  isCount,
  lengthProblem,
  optionalChoice,
  optionalCount,
  optionalText,
  type ProductField,
  readFabric,
  requiredText,
  someOf,
  textColumn,
  textOrNull,
} from './field-kinds.ts'
import { type View, views } from './garment-picture.ts'
import { kinds } from './kinds.ts'
import { measures } from './measures.ts'
import { daysLeft, preorderReasons } from './preorders/preorder.ts'
import { printedSize } from './sizes/size.ts'
import { listSizes } from './sizes/size-chart.ts'
import { slugProblem } from './slug.ts'

// The one definition of a product. Each entry of `productFields` defines a column of the row, a property of the product
// on pages, a field of the form with its default and its messages, its line in the conflict notice, and its message for
// an error of the database. The only other place is the migration of the table.

const maxPreorderDays = 3_650
const maxSizes = 30
const maxFabricLength = 1_000

const slug: ProductField<string, string> = {
  label: 'URL Slug',
  empty: '',
  input: checked(z.string().trim(), (typed) => {
    return typed ? slugProblem(typed) : 'Please give it an address, such as mary-dress.'
  }),
  column: z.string(),
  show: (stored) => stored,
  refusals: {
    products_slug_format: 'Small letters, digits and single hyphens between them, such as mary-dress.',
  },
}

const sizes: ProductField<string[], string[]> = {
  label: 'Sizes',
  get empty() {
    return listSizes().map(({ size }) => size)
  },
  input: checked(z.array(z.string()), (chosen) => {
    if (chosen.length === 0) return 'It needs at least one size.'
    return chosen.length > maxSizes ? atMostSizes : null
  }),
  column: z.array(z.string()),
  show: (stored) => stored,
  refusals: {
    '': 'It needs 1 to 30 sizes.',
    products_sizes_valid: 'Each size has a name, and all together at most 1,200 characters.',
  },
}

const fabric: ProductField<Fabric, string | null> = {
  label: 'Fabric',
  summary: 'fabric',
  empty: readFabric(null),
  input: checked(z.custom<Fabric>(), (typed) => {
    return fabricProblem(typed) ?? lengthProblem(fabricText(typed) ?? '', maxFabricLength)
  }).transform((typed) => textOrNull(fabricText(typed) ?? '')),
  column: textColumn,
  show: readFabric,
  refusals: { '': atMost(maxFabricLength) },
}

/** The ids of its kinds; what they are called is a setting. */
const kindsField: ProductField<string[], string[]> = {
  label: 'Kinds',
  summary: 'kinds',
  empty: [],
  input: z.array(z.string()),
  column: z.array(z.string()).default([]) as z.ZodType<string[]>,
  show: (stored) => stored,
  refusals: { '': 'A garment has up to 12 kinds.' },
}

/** The id of the family that the owner chose, whose name is a setting; empty: the colour's name decides. */
const colourFamily: ProductField<string, string | null> = {
  label: 'Colour family',
  summary: 'colour family',
  empty: '',
  input: z.string().transform((chosen) => chosen || null),
  column: z.string().nullish().default(null) as z.ZodType<string | null>,
  show: (stored) => stored ?? '',
  refusals: { '': 'Please choose a family of the list.' },
}

/** The usual price, in pounds. */
const price: ProductField<string, Pounds> = {
  label: 'Price (£)',
  empty: '',
  input: checked(z.string(), priceProblem).transform(typedPounds),
  column: poundsJson,
  show: (pounds) => decimalPounds(penceFromPounds(pounds)),
  refusals: { '': 'A price is more than £0 and at most £10,000.' },
}

/** The early price: an amount in pounds, or nothing. */
const preorderPrice: ProductField<string, Pounds | null> = {
  label: 'Early price (£)',
  empty: '',
  input: checked(z.string(), (typed) => (typed.trim() ? priceProblem(typed) : null)).transform((typed) =>
    typed.trim() ? typedPounds(typed) : null,
  ),
  column: poundsJson.nullish().default(null) as z.ZodType<Pounds | null>,
  show: (pounds) => (pounds === null ? '' : decimalPounds(penceFromPounds(pounds))),
  refusals: {
    '': 'A price is more than £0 and at most £10,000.',
    products_preorder_price_needed: 'Please give the early price.',
    products_preorder_price_lower: 'The early price is below the usual one.',
  },
}

/** Why to order before the end of a pre-order; beside its days in the form. */
const reasonFields = {
  preorderReason: optionalChoice({ label: 'A reason to pre-order', choices: preorderReasons }),
  preorderPrice,
}

/** The message for numbered pieces without a limit, at the field of the limit. */
const limitNeeded = 'Numbered pieces need a limit: how many there will be.'

/** Optional details that customers like to know; the collapsed part of the form. */
export const detailFields = {
  fabric,
  care: optionalText({ label: 'Care', summary: 'care', max: 1_000 }),
  modestyNotes: optionalText({ label: 'Modesty notes', summary: 'modesty', max: 2_000 }),
  kinds: kindsField,
  colour: optionalText({ label: 'Colour', summary: 'colour', max: 80 }),
  colourFamily,
  features: someOf({ label: 'Properties', summary: 'properties', choices: garmentFeatures }),
  measures,
  length: optionalText({ label: 'Length', summary: 'length', max: 200 }),
  modelLine: optionalText({ label: 'Model line', summary: 'model', max: 200 }),
  productionDays: optionalCount({
    label: 'Production days',
    summary: 'production days',
    max: 365,
    rule: 'Whole working days from 1 to 365',
  }),
  workHundredths: {
    label: 'Counts as (pieces)',
    summary: 'pieces',
    empty: '',
    input: checked(z.string(), piecesProblem).transform((typed) =>
      typed.trim() ? Math.round(Number(typed) * onePiece) : onePiece,
    ),
    column: z.number().int().default(onePiece),
    show: (stored) => (stored === onePiece ? '' : String(stored / onePiece)),
    refusals: { '': 'From 0.05 to 20 pieces.' },
  } satisfies ProductField<string, number> as ProductField<string, number>,
  preorderLimit: optionalCount({
    label: 'Pre-order limit',
    summary: 'limit',
    max: 2_147_483_647,
    rule: 'A whole number of at least 1',
    refusals: { products_numbered_has_limit: limitNeeded },
  }),
}

const basicFields = {
  name: requiredText({
    label: 'Product Name',
    max: 120,
    missing: 'Please give it a name.',
    refused: 'A name has 1 to 120 characters.',
  }),
  slug,
  description: requiredText({
    label: 'Description',
    max: 10_000,
    missing: 'Please describe it.',
    refused: 'A description has at most 10,000 characters.',
  }),
  price,
  active: flag({ label: 'Active', empty: true }),
  isPreorder: flag({ label: 'Pre-Order', empty: false }),
}

/** Fields without a column of their own: the days of a pre-order become its end, the first picture also image_url. */
const derivedFields = {
  preorderDays: {
    label: 'Pre-Order Active Days',
    refusals: { products_preorder_end_date_valid: 'Fewer days, please.' },
  },
  preorderEnd: { label: 'Pre-order ends', refusals: {} },
  pictures: {
    label: 'Product Image',
    refusals: { '': 'At most 20 pictures.', products_image_url_check: 'This picture is not one of the shop’s.' },
  },
}

/** The fields with a column of their own. */
export const productFields = { ...basicFields, ...reasonFields, sizes, ...detailFields }

/** All fields, in the order of the form. */
export const formFields = {
  ...basicFields,
  ...derivedFields,
  ...reasonFields,
  sizes,
  ...detailFields,
} satisfies Record<string, { label: string; refusals: Record<string, string> }>
export type FieldName = keyof typeof formFields

export type ColumnField = keyof typeof productFields
export const columnFields = Object.keys(productFields) as ColumnField[]

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name

/** The stored value of each field. */
export type ProductValues = { [Name in ColumnField]: z.output<(typeof productFields)[Name]['column']> }
/** The form value of each field. */
export type TypedValues = { [Name in ColumnField]: (typeof productFields)[Name]['empty'] }

/** 'modestyNotes' becomes modesty_notes. */
export function columnOf<Name extends string>(field: Name): Snake<Name> {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Name>
}

export type ProductColumnValues = { [Name in ColumnField as Snake<Name>]: ProductValues[Name] }

/** Converts values by field into values by column. */
export function toColumns<Values extends Partial<ProductValues>>(
  values: Values,
): { [Name in keyof Values & ColumnField as Snake<Name>]: Values[Name] } {
  const columns = columnFields.filter((name) => name in values).map((name) => [columnOf(name), values[name]])
  return Object.fromEntries(columns)
}

/** Converts values by column, such as a row, into values by field. */
export function toValues(row: ProductColumnValues): ProductValues {
  return Object.fromEntries(columnFields.map((name) => [name, row[columnOf(name)]])) as ProductValues
}

const pictureColumn = z.object({
  url: z.string(),
  alt: z.string().nullish(),
  width: z.number().positive().nullish(),
  height: z.number().positive().nullish(),
  blur: z.string().nullish(),
  view: z.enum(views.map(({ id }) => id)).nullish(),
  wearer: z.object({ name: z.string(), heightCm: z.number(), size: z.string() }).nullish(),
})

/** A picture in a row. The storage API adds width and height; a picture saved as a URL has neither. */
export type PictureRow = z.output<typeof pictureColumn>

const writtenViews: [RegExp, View][] = [
  [/\b(close|detail)\b/i, 'close'],
  [/\b(walking|moving|in motion)\b/i, 'moving'],
  [/\bthree-quarter view\b|\bfrom the side$/i, 'turned'],
  [/\bback view$|\bfrom (the back|behind)$/i, 'back'],
  [/\bfront view$|\bfrom the front$/i, 'front'],
]

/** The view of a picture: as its owner chose it, else as its description says. */
export function viewOf({ view, alt }: PictureRow): View | undefined {
  const text = (alt ?? '').trim().replace(/\.$/, '')
  return view ?? writtenViews.find(([words]) => words.test(text))?.[1]
}

const columns = Object.fromEntries(columnFields.map((name) => [columnOf(name), productFields[name].column]))

/**
 * A row of `products` as an administrator reads it: prices in pounds, times in ISO 8601; `version` grows with every
 * save.
 */
export const productRow = z
  .object({
    ...(columns as { [Name in keyof ProductColumnValues]: z.ZodType<ProductColumnValues[Name]> }),
    id: z.string(),
    image_url: textColumn,
    pictures: z.array(pictureColumn).nullish().default(null),
    preorder_end_date: textColumn,
    preorder_end_held: z.boolean().default(false),
    version: z.number().default(1),
    created_at: z.string(),
    /** The first of its kinds that is built in; the database keeps it. */
    kind: z
      .enum(kinds.map(({ id }) => id))
      .nullish()
      .default(null),
  })
  .transform(withKinds)
export type ProductRow = z.output<typeof productRow>

/** A row that a version without `kinds` wrote has its one kind in `kind` alone. */
export function withKinds<Row extends { kind: string | null; kinds: string[] }>(row: Row): Row {
  const { kind, kinds: known } = row
  return kind && !known.includes(kind) ? { ...row, kinds: [kind, ...known] } : row
}

/** The bucket of products' pictures and of the shop's own. Its name is part of stored URLs. */
export const pictureBucket = 'product-images'

/** The pictures of a row, the first one for lists; a row with only an image_url has one. */
export function picturesOf({ pictures, image_url }: Pick<ProductRow, 'pictures' | 'image_url'>): PictureRow[] {
  if (pictures && pictures.length > 0) return pictures
  return image_url ? [{ url: image_url }] : []
}

/** The columns that a save writes. */
export type ProductColumns = ProductColumnValues & {
  preorder_end_date: string | null
  image_url: string | null
  pictures: PictureRow[]
}

/** The problem with a size to be added; null if it is valid. */
export function sizeProblem(size: string, chosen: readonly string[]): string | null {
  if (chosen.length >= maxSizes) return atMostSizes
  if (chosen.includes(size)) return `${printedSize(size)} is there already.`
  return lengthProblem(size, 40)
}

/** The problem with a day and time at which a pre-order ends, as a field of the shop's clock has it. */
export function preorderEndProblem(typed: string, now: Date): string | null {
  const end = fromShopClock(typed)
  if (!end) return 'This time doesn’t exist. Please check it.'
  if (end <= now) return 'Please choose a time that is still to come.'
  return daysLeft(end, now) > maxPreorderDays ? `At most ${maxPreorderDays} days from now.` : null
}

/** The problem with the days of a pre-order; `needed`: it was just switched on, so an empty field is refused too. */
export function preorderDaysProblem(typed: string, needed: boolean): string | null {
  if (!typed.trim()) return needed ? 'Please say for how many days.' : null
  return isCount(typed, maxPreorderDays) ? null : `Whole days from 1 to ${maxPreorderDays}.`
}

const atMostSizes = `At most ${maxSizes} sizes.`

/**
 * The problems with a reason to pre-order that no field has alone: an early price is needed and below the usual one,
 * and numbered pieces need their number. All as typed.
 */
export function preorderReasonProblems(
  typed: Record<'preorderReason' | 'preorderPrice' | 'preorderLimit' | 'price', string>,
): Partial<Record<'preorderPrice' | 'preorderLimit', string>> {
  if (typed.preorderReason === 'numbered' && !typed.preorderLimit.trim()) return { preorderLimit: limitNeeded }
  if (typed.preorderReason !== 'price') return {}
  if (!typed.preorderPrice.trim()) return { preorderPrice: 'Please give the early price.' }
  const isLower = Number(typed.preorderPrice) < Number(typed.price)
  return isLower || !Number(typed.price) ? {} : { preorderPrice: 'The early price is below the usual one.' }
}

/** How much of a week's work a garment is: a part of a piece in steps of a twentieth, or several. */
function piecesProblem(typed: string): string | null {
  const hundredths = Number(typed) * onePiece
  const isStep = Math.abs(hundredths - Math.round(hundredths)) < 1e-6 && Math.round(hundredths) % 5 === 0
  return !typed.trim() || (isStep && hundredths >= 5 && hundredths <= 20 * onePiece)
    ? null
    : 'A number of pieces from 0.05 to 20, such as 0.5 or 2, or nothing.'
}

/** Of an amount without a `priceProblem`. */
function typedPounds(typed: string): Pounds {
  return poundsFromPence(parsePounds(typed.trim()) ?? pence(0))
}

function priceProblem(typed: string): string | null {
  if (!typed.trim()) return 'Please give it a price, such as 89.50.'
  if (!Number.isFinite(Number(typed))) return 'A price in pounds, such as 89.50.'
  const pence = parsePounds(typed.trim())
  if (pence === null && Number(typed) < 1e11) return 'Pounds and whole pence, such as 89.50.'
  if (pence !== null && pence <= 0) return 'A price is more than £0.'
  return pence === null || pence > 10_000_00 ? 'A price is at most £10,000.' : null
}
