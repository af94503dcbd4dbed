import { z } from 'zod'
import { dayMs } from '#base/day-ms.ts'
import { formatPence, parsePounds } from '#base/money.ts'
import { fromShopClock, toShopClock } from '#base/shop-clock.ts'
import { garmentFeatures } from '../choices.ts'
import { cleanText, fabricText } from '../field-kinds.ts'
import { type View, views, type Wearer } from '../garment-picture.ts'
import { measuresText } from '../measures.ts'
import { daysLeft, preorderReasons } from '../preorders/preorder.ts'
import {
  columnFields,
  type FieldName,
  formFields,
  type PictureRow,
  type ProductColumns,
  type ProductRow,
  picturesOf,
  preorderDaysProblem,
  preorderEndProblem,
  preorderReasonProblems,
  productFields,
  type TypedValues,
  toColumns,
  toValues,
  viewOf,
} from '../product.schema.ts'
import { heightBounds } from '../sizes/size.ts'
import { parseHeight } from '../sizes/typed-height.ts'

/** What the owner says of a picture, as typed: its description, its view, and the woman who wears the garment in it. */
export type PictureWords = { alt: string; view: string; wearer: string; wearerHeight: string; wearerSize: string }

export const noPictureWords: PictureWords = { alt: '', view: '', wearer: '', wearerHeight: '', wearerSize: '' }

/** A picture in the form. `key` identifies it in the form only; `stored` is null until it is uploaded. */
export type DraftPicture = PictureWords & { key: string; stored: PictureRow | null }

/**
 * The values of the product form: numbers as typed text, so that no input is lost. `preorderEnd`: as chosen on the shop's
 * clock, '2026-11-29T23:59'; empty: the days decide.
 */
export type Draft = TypedValues & { preorderDays: string; preorderEnd: string; pictures: DraftPicture[] }

/** The message of each field that cannot be saved. */
export type FieldErrors = Partial<Record<FieldName, string>>

const maxPictures = 20

/** The form of a new product. */
export function emptyDraft(): Draft {
  return { ...typedValues((name) => productFields[name].empty), preorderDays: '', preorderEnd: '', pictures: [] }
}

/** A stored product as form values. `now`: the shop's clock. */
export function draftOf(row: ProductRow, now: Date): Draft {
  const values = toValues(row)
  return {
    ...typedValues((name) => (productFields[name].show as (stored: unknown) => unknown)(values[name])),
    preorderDays: shownDays(row, now),
    preorderEnd: '',
    pictures: picturesOf(row).map((stored) => ({ key: stored.url, stored, ...wordsOf(stored) })),
  }
}

function wordsOf(row: PictureRow): PictureWords {
  const { alt, wearer } = row
  return {
    alt: alt ?? '',
    view: viewOf(row) ?? '',
    wearer: wearer?.name ?? '',
    wearerHeight: wearer ? `${wearer.heightCm} cm` : '',
    wearerSize: wearer?.size ?? '',
  }
}

const longestName = 60

/** The woman in a picture; null for none, a text for what is missing of her. */
function wearerOf({ wearer, wearerHeight, wearerSize }: PictureWords): Wearer | null | string {
  const name = cleanText(wearer)
  if (!name && !wearerHeight.trim() && !wearerSize) return null
  const heightCm = parseHeight(wearerHeight)
  if (!name || name.length > longestName) return `her first name, up to ${longestName} characters`
  if (!heightCm) return `her height, from ${heightBounds.join(' to ')} cm`
  return wearerSize ? { name, heightCm, size: wearerSize } : 'the size she wears'
}

/** The message where a wearer lacks her name, height or size. */
function wearerProblem(pictures: readonly DraftPicture[]): string | null {
  for (const [place, picture] of pictures.entries()) {
    const missing = wearerOf(picture)
    if (typeof missing === 'string') return `Picture ${place + 1}: please give ${missing}, or clear all three.`
  }
  return null
}

function pictureRow(stored: PictureRow, words: PictureWords): PictureRow {
  const { view: _, wearer: __, ...rest } = stored
  const view = views.find(({ id }) => id === words.view)?.id
  const wearer = wearerOf(words)
  return {
    ...rest,
    alt: cleanText(words.alt),
    ...(view && { view }),
    ...(wearer && typeof wearer === 'object' && { wearer }),
  }
}

/** The photographs that customers look for. */
const wantedViews = {
  front: 'front, the whole garment',
  moving: 'moving, so that the cloth swings',
  close: 'close, so that the weave shows',
  back: 'back, the whole garment',
} satisfies { [Name in View]?: string }

/** The wanted photographs that no picture of a garment is yet. */
export function viewsToTake(pictures: readonly PictureWords[]): string[] {
  return Object.entries(wantedViews).flatMap(([id, words]) => (pictures.some(({ view }) => view === id) ? [] : [words]))
}

function typedValues(valueFor: (name: keyof TypedValues) => unknown): TypedValues {
  return Object.fromEntries(columnFields.map((name) => [name, valueFor(name)])) as TypedValues
}

const inputs = Object.fromEntries(columnFields.map((name) => [name, productFields[name].input])) as {
  [Name in keyof TypedValues]: (typeof productFields)[Name]['input']
}
const columnInput = z.object(inputs)

/** Validates a draft without a request. `needsDays`: a pre-order that is on requires days. `now`: the shop's clock. */
export function checkDraft(
  draft: Draft,
  { needsDays, now = new Date() }: { needsDays: boolean; now?: Date },
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of columnInput.safeParse(saved(draft)).error?.issues ?? []) {
    errors[path[0] as FieldName] ??= message
  }
  const { isPreorder, preorderDays, preorderEnd } = draft
  const days = isPreorder && !preorderEnd ? preorderDaysProblem(preorderDays, needsDays) : null
  const end = isPreorder && preorderEnd ? preorderEndProblem(preorderEnd, now) : null
  if (days) errors.preorderDays = days
  if (end) errors.preorderEnd = end
  for (const [name, message] of Object.entries(preorderReasonProblems(draft))) errors[name as FieldName] ??= message
  const problem = wearerProblem(draft.pictures)
  if (problem) errors.pictures = problem
  if (draft.pictures.length > maxPictures) errors.pictures = `At most ${maxPictures} pictures.`
  return errors
}

/** The draft without the early price of another reason, which its field then hides. */
function saved(draft: Draft): Draft {
  return draft.preorderReason === 'price' ? draft : { ...draft, preorderPrice: '' }
}

/**
 * The columns to save for a valid draft, without pictures that are not uploaded. `preorderEnd`: from `preorderEnd()`.
 */
export function productColumns(draft: Draft, preorderEnd: string | null): ProductColumns {
  const pictures = draft.pictures.flatMap((picture) => (picture.stored ? [pictureRow(picture.stored, picture)] : []))
  return {
    ...toColumns(columnInput.parse(saved(draft))),
    preorder_end_date: preorderEnd,
    image_url: pictures[0]?.url ?? null,
    pictures,
  }
}

/** Whether a row has all saved values, as after a save whose response was lost. */
export function isSavedAs(row: object, columns: ProductColumns): boolean {
  const found = row as Record<string, unknown>
  return Object.entries(columns).every(([name, wanted]) => sameValue(name, found[name], wanted))
}

function sameValue(name: string, found: unknown, wanted: unknown): boolean {
  if (name === 'pictures') return urlsAndTexts(found) === urlsAndTexts(wanted)
  if (name === 'preorder_end_date' && typeof found === 'string' && typeof wanted === 'string') {
    return Date.parse(found) === Date.parse(wanted)
  }
  return JSON.stringify(sortedKeys(found)) === JSON.stringify(sortedKeys(wanted))
}

/** PostgreSQL stores the keys of an object in an order of its own. */
function sortedKeys(value: unknown): unknown {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isPlain ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value
}

/** The database adds width, height and blur to a picture. */
function urlsAndTexts(pictures: unknown): string {
  const said = ({ url, alt, view, wearer }: PictureRow) => [
    url,
    alt ?? '',
    view ?? null,
    wearer ? [wearer.name, wearer.heightCm, wearer.size] : null,
  ]
  return JSON.stringify((pictures as PictureRow[] | null)?.map(said) ?? [])
}

/** Whether both drafts have the same values. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return (Object.keys(formFields) as FieldName[]).every((name) => {
    return JSON.stringify(one[name]) === JSON.stringify(other[name])
  })
}

/** A field of a draft as text; values that are saved alike have the same text. */
export function draftFieldText(draft: Draft, field: FieldName): string {
  if (field === 'fabric') return fabricText(draft.fabric) ?? ''
  if (field === 'pictures') return picturesText(draft.pictures)
  if (field === 'measures') return measuresText(draft.measures)
  if (field === 'colourFamily') return draft.colourFamily
  if (field === 'features') return featuresText(draft.features)
  if (field === 'price' || field === 'preorderPrice') return priceText(draft[field])
  if (field === 'preorderReason') return preorderReasons.find(({ id }) => id === draft.preorderReason)?.name ?? ''
  const value = draft[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : value.join(', ')
}

function picturesText(pictures: DraftPicture[]): string {
  const { length } = pictures
  if (length === 0) return ''
  const texts = pictures
    .map(({ alt, view, wearer, wearerHeight, wearerSize }) =>
      [alt, view, wearer, wearerHeight, wearerSize].filter(Boolean).join(' '),
    )
    .filter(Boolean)
  return `${length} ${length === 1 ? 'picture' : 'pictures'}${texts.length > 0 ? `: ${texts.join(', ')}` : ''}`
}

function featuresText(ids: Draft['features']): string {
  return garmentFeatures.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
}

function priceText(typed: string): string {
  const pounds = Number(typed)
  return typed.trim() && Number.isFinite(pounds) ? pounds.toFixed(2) : typed
}

/**
 * The question before a price changes by more than half, which is often a misplaced decimal point. Both prices in
 * pounds, as in the field. Null for a smaller change.
 */
export function priceChangeQuestion(before: string, after: string): string | null {
  const [was, willBe] = [parsePounds(before.trim()), parsePounds(after.trim())]
  if (was === null || willBe === null || Math.abs(willBe - was) * 2 <= was) return null
  const size = willBe < was ? 'less than half of' : 'more than one and a half times'
  return `Change the price from ${formatPence(was)} to ${formatPence(willBe)}? That is ${size} what it was.`
}

/** The pre-order columns of a product; null for a new product. */
export type PreorderRow = { is_preorder: boolean; preorder_end_date: string | null } | null

/** The pre-order fields of the form. `shown`: the days as the form first showed them. `end`: the end, where it was chosen. */
export type PreorderEntry = { isPreorder: boolean; days: string; shown: string; end?: string }

export function preorderEntry(draft: Draft, initial: Draft): PreorderEntry {
  const { isPreorder, preorderDays: days, preorderEnd: end } = draft
  return { isPreorder, days, shown: initial.preorderDays, end }
}

/** The days that the form first shows: the remaining ones, rounded up; empty if none remain. */
export function shownDays(row: PreorderRow, now: Date): string {
  if (!row?.is_preorder || row.preorder_end_date === null) return ''
  const left = daysLeft(row.preorder_end_date, now)
  return left > 0 ? String(left) : ''
}

/** Whether the pre-order is switched on but has ended; the form then shows and requires no days. */
export function isOver(row: PreorderRow, now: Date): boolean {
  return row?.is_preorder === true && row.preorder_end_date !== null && daysLeft(row.preorder_end_date, now) === 0
}

/** Whether the deadline stays: the pre-order was on before, and its days are unchanged, or its end is chosen again. */
export function keepsEnd(row: PreorderRow, { isPreorder, days, shown, end = '' }: PreorderEntry): boolean {
  if (!isPreorder || row?.is_preorder !== true || row.preorder_end_date === null) return false
  return end ? end === toShopClock(new Date(row.preorder_end_date)) : days.trim() === shown
}

/**
 * The end of the pre-order to save: the chosen one, or `days` times 24 hours from `now`, if it was just switched on or the
 * days were changed; otherwise exactly the saved end, because a deadline that moves with every edit misleads customers. Null if
 * it is off or has no days. `now`: the shop's clock.
 */
export function preorderEnd(row: PreorderRow, entry: PreorderEntry, now: Date): string | null {
  if (!entry.isPreorder) return null
  if (row && keepsEnd(row, entry)) return row.preorder_end_date
  if (entry.end) return fromShopClock(entry.end)?.toISOString() ?? null
  const days = Number(entry.days.trim() || Number.NaN)
  return Number.isInteger(days) && days >= 1 ? new Date(now.getTime() + days * dayMs).toISOString() : null
}
