import { printedSize } from '#features/catalogue/sizes/printed-size.ts'
import { parsePounds } from '#ui/money.ts'
import type { Draft } from './draft.ts'
import { fabricProblem, fabricText } from './fabric.ts'
import { slugProblem } from './slug.ts'

/** A field of the form. */
export type FieldName = keyof Draft

/** What is wrong at which field, in words. */
export type FieldErrors = Partial<Record<FieldName, string>>

/** The longest text of each field, as the table takes it. */
const longest = {
  name: 120,
  description: 10_000,
  care: 1_000,
  modestyNotes: 2_000,
  colour: 80,
  length: 200,
  modelLine: 200,
} as const satisfies Partial<Record<FieldName, number>>

const mostPictures = 20
const mostSizes = 30
const longestSize = 40
const longestFabric = 1_000
const mostDays = 3_650

/** What can be saved of a draft, before anybody is asked. `needsDays`: a pre-order that is on without days is refused. */
export function checkDraft(draft: Draft, { needsDays }: { needsDays: boolean }): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, most] of Object.entries(longest) as [keyof typeof longest, number][]) {
    const { length } = draft[field].trim()
    if (length > most) errors[field] = tooLong(length, most)
  }
  if (!draft.name.trim()) errors.name = 'Please give it a name.'
  const slug = draft.slug.trim()
  const unfit = slug ? slugProblem(slug) : 'Please give it an address, such as mary-dress.'
  if (unfit) errors.slug = unfit
  if (!draft.description.trim()) errors.description = 'Please describe it.'
  const price = priceProblem(draft.price)
  if (price) errors.price = price
  const days = draft.isPreorder ? daysProblem(draft.preorderDays, needsDays) : null
  if (days) errors.preorderDays = days
  if (draft.pictures.length > mostPictures) errors.pictures = `At most ${mostPictures} pictures.`
  const sizes = sizesProblem(draft.sizes)
  if (sizes) errors.sizes = sizes
  const fabric = fabricProblem(draft.fabric) ?? lengthProblem(fabricText(draft.fabric) ?? '', longestFabric)
  if (fabric) errors.fabric = fabric
  if (!isCount(draft.productionDays, 365)) errors.productionDays = 'Whole working days from 1 to 365, or nothing.'
  if (!isCount(draft.preorderLimit, 2_147_483_647)) errors.preorderLimit = 'A whole number of at least 1, or nothing.'
  return errors
}

/** What is wrong with a size that is to be added, in words. */
export function sizeProblem(size: string, sizes: readonly string[]): string | null {
  if (sizes.length >= mostSizes) return `At most ${mostSizes} sizes.`
  if (sizes.includes(size)) return `${printedSize(size)} is there already.`
  return lengthProblem(size, longestSize)
}

function priceProblem(typed: string): string | null {
  if (!typed.trim()) return 'Please give it a price, such as 89.50.'
  if (!Number.isFinite(Number(typed))) return 'A price in pounds, such as 89.50.'
  const pence = parsePounds(typed.trim())
  if (pence === null && Number(typed) < 1e11) return 'Pounds and whole pence, such as 89.50.'
  if (pence !== null && pence <= 0) return 'A price is more than £0.'
  return pence === null || pence > 10_000_00 ? 'A price is at most £10,000.' : null
}

function daysProblem(typed: string, needed: boolean): string | null {
  if (!typed.trim()) return needed ? 'Please say for how many days.' : null
  return isCount(typed, mostDays) ? null : `Whole days from 1 to ${mostDays}.`
}

function sizesProblem(sizes: readonly string[]): string | null {
  if (sizes.length === 0) return 'It needs at least one size.'
  return sizes.length > mostSizes ? `At most ${mostSizes} sizes.` : null
}

function isCount(typed: string, most: number): boolean {
  if (!typed.trim()) return true
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= most
}

function lengthProblem(text: string, most: number): string | null {
  return text.length > most ? tooLong(text.length, most) : null
}

function tooLong(length: number, most: number): string {
  return `At most ${figures.format(most)} characters; this has ${figures.format(length)}.`
}

const figures = new Intl.NumberFormat('en-GB')
