import { type Pence, parseTyped, poundsFromPence } from '#base/money.ts'
import type { ShopKind } from '#features/settings/kinds.ts'
import { keptLine, keptText } from '#platform/text/kept-text.ts'
import { type Customs, maxGrams } from '../customs/customs.ts'
import { productFields, toColumns } from '../product.schema.ts'
import { sizeCalled } from '../sizes/size-chart.ts'
import { slugProblem, suggestSlug } from '../slug.ts'

export type ListingFormat = 'shopify' | 'shopify-old' | 'etsy'

/** A row of the file, as spreadsheet programs count, that makes no garment. `value`: what it says there. */
export type LeftOut = { row: number; value: string; why: string }

/** A picture of the other shop. */
type ListedPicture = { url: string; alt: string | null }

/** A garment of another shop's file: the same from every format. */
export type Listing = {
  row: number
  /** What the other shop calls it, and of a garment in several colours the colour. It stays, so a repeat finds it. */
  key: string
  /** The other shop's name for the page of it; null where the file has none. */
  handle: string | null
  name: string
  slug: string
  description: string
  pricePence: Pence
  sizes: string[]
  colour: string | null
  fabric: string | null
  care: string | null
  modestyNotes: string | null
  length: string | null
  modelLine: string | null
  /** Where the file has them: in all sizes, and of those that differ. */
  weights?: Pick<Customs, 'weight_grams' | 'size_grams'>
  kinds: string[]
  pictures: ListedPicture[]
  /** What was changed on the way in, for the owner. */
  notes: string[]
}

/** What a format knows of a garment before it is checked. `options`: its variants' names with their values. */
export type RawListing = {
  row: number
  key: string
  handle: string | null
  title: string
  description: string
  /** Of each variant, or one for all; as the file has it. */
  variants: { price: string; grams: string; values: string[]; picture: string }[]
  options: string[]
  pictures: ListedPicture[]
  /** Its type and tags; of a file without types its title too. */
  words: string[]
  details: Partial<Record<'fabric' | 'care' | 'modestyNotes' | 'length' | 'modelLine', string>>
}

export const isSize = (option: string) => /\b(size|taille|größe|talla|maat)\b/i.test(option)
export const isColour = (option: string) => /\b(colou?r|couleur|farbe)\b/i.test(option)

export const mostListings = 2_000
export const mostPictures = 20
const mostColours = 30
const oneSize = 'One size'

/**
 * The garments of one listing: one for each colour. Sizes cost the same here, so the highest price counts. Returns the
 * reason where it makes none.
 */
export function listingsOf(raw: RawListing, kinds: readonly ShopKind[]): Listing[] | LeftOut {
  const leftOut = (why: string, value = raw.title): LeftOut => ({ row: raw.row, value: value.slice(0, 120), why })
  if (!raw.title.trim()) return leftOut('It has no title.', raw.key)
  const sizeAt = raw.options.findIndex(isSize)
  const colourAt = raw.options.findIndex(isColour)
  const ofColour = Map.groupBy(raw.variants, ({ values }) => keptLine(values[colourAt] ?? ''))
  const colours = [...ofColour.keys()].filter(Boolean)
  if (colours.length > mostColours)
    return leftOut(`It comes in ${colours.length} colours; the limit is ${mostColours}.`)
  const others = raw.options.filter((name, at) => name && at !== sizeAt && at !== colourAt)
  const made: Listing[] = []
  for (const colour of colours.length > 1 ? colours : [colours[0] ?? null]) {
    const variants = (colours.length > 1 && ofColour.get(colour ?? '')) || raw.variants
    const one = oneOf(raw, { colour: colour || null, isOneOfMany: colours.length > 1, variants, sizeAt, kinds })
    if (typeof one === 'string') return leftOut(one)
    for (const name of others) one.notes.push(`The choice “${name}” is left out: a garment here has sizes alone.`)
    if (colours.length > 1) one.notes.push('One garment for each colour.')
    made.push(one)
  }
  return made
}

type Part = {
  colour: string | null
  isOneOfMany: boolean
  variants: RawListing['variants']
  sizeAt: number
  kinds: readonly ShopKind[]
}

/** The message where a part of it cannot be a garment's. */
function oneOf(raw: RawListing, { colour, isOneOfMany, variants, sizeAt, kinds }: Part): Listing | string {
  const notes: string[] = []
  const name = shortened(keptLine(raw.title), isOneOfMany ? 80 : 120, () => {
    notes.push('The title was too long for a name and is shortened.')
  })
  const slug = suggestSlug(`${raw.handle ?? name} ${isOneOfMany ? colour : ''}`)
  if (slugProblem(slug)) return 'Its title has no letters that an address could have.'
  const prices = variants.map(({ price }) => price.trim()).filter(Boolean)
  const amounts = prices.flatMap((price) => parseTyped(price) ?? [])
  if (amounts.length < prices.length) {
    return `“${prices.find((price) => parseTyped(price) === null)?.slice(0, 40)}” is no price.`
  }
  const pricePence = amounts.toSorted((a, b) => b - a)[0]
  if (pricePence === undefined) return 'It has no price.'
  if (amounts.some((each) => each !== pricePence)) {
    notes.push('Its sizes have several prices there and one here: the highest.')
  }
  const sizes = sizeAt < 0 ? [] : distinct(variants.map(({ values }) => storedSize(values[sizeAt] ?? '')))
  if (sizes.length === 0) notes.push(`It has no sizes there: “${oneSize}” here.`)
  const listed = picturesFor(raw, isOneOfMany ? variants : null)
  const pictures = listed.filter(({ url }) => /^https?:\/\//i.test(url) && url.length <= 4_000)
  if (pictures.length < listed.length) notes.push('A picture without a web address is left out.')
  if (pictures.length > mostPictures) notes.push(`A garment has ${mostPictures} pictures: the others are left out.`)
  const line = (text: string | undefined) => keptLine(text ?? '') || null
  const { details } = raw
  const listing: Listing = {
    ...{ row: raw.row, handle: raw.handle?.slice(0, 300) ?? null, slug, pricePence, notes },
    key: isOneOfMany ? `${raw.key.slice(0, 500)} / ${colour}` : raw.key.slice(0, 500),
    name: isOneOfMany ? `${name}, ${colour}` : name,
    description: shortened(keptText(raw.description), 10_000, () => notes.push('The description is shortened.')),
    sizes: sizes.length > 0 ? sizes : [oneSize],
    colour,
    fabric: line(details.fabric),
    care: keptText(details.care ?? '') || null,
    modestyNotes: keptText(details.modestyNotes ?? '') || null,
    length: line(details.length),
    modelLine: line(details.modelLine),
    ...weightsOf(variants, sizeAt),
    kinds: kindsOf(raw, kinds),
    pictures: pictures.slice(0, mostPictures).map(({ url, alt }) => ({ url, alt: alt && keptLine(alt).slice(0, 500) })),
  }
  return problemOf(listing) ?? listing
}

const checkedFields = [
  'name',
  'slug',
  'price',
  'sizes',
  'colour',
  'fabric',
  'care',
  'modestyNotes',
  'length',
  'modelLine',
] as const

/** By the rules of the product form; a draft may lack a description. */
function problemOf(listing: Listing): string | null {
  const values = valuesOf(listing)
  for (const name of checkedFields) {
    const { label, input, show } = productFields[name]
    const issue = input.safeParse(show(values[name] as never)).error?.issues[0]
    if (issue) return `${label}: ${issue.message}`
  }
  return null
}

function valuesOf({ row, key, handle, pricePence, weights, pictures, notes, ...values }: Listing) {
  return { ...values, price: poundsFromPence(pricePence) }
}

/** The columns of a product that an import writes. */
export const columnsOf = (listing: Listing) => toColumns(valuesOf(listing))

/** The weight of the last size for all, as the larger ones weigh more, and those of the others; 0 is not known. */
function weightsOf(variants: RawListing['variants'], sizeAt: number): Pick<Listing, 'weights'> {
  const bySize = new Map<string, number>()
  for (const { grams, values } of variants) {
    const weight = Math.round(Number(grams))
    if (weight >= 1 && weight <= maxGrams) bySize.set(sizeAt < 0 ? oneSize : storedSize(values[sizeAt] ?? ''), weight)
  }
  const last = [...bySize.values()].at(-1)
  if (last === undefined) return {}
  const others = [...bySize].filter(([size, weight]) => size && weight !== last)
  return { weights: { weight_grams: last, size_grams: Object.fromEntries(others) } }
}

function distinct(values: string[]): string[] {
  return [...new Set(values.map((value) => keptLine(value)).filter(Boolean))]
}

/** '10–12' as sizes are stored: '10-12', and one that the owner has renamed by its first name. */
function storedSize(text: string): string {
  return sizeCalled(text.trim().replace(/\s*[–—]\s*/g, '-'))
}

/** Those of the variants first, then those that no variant has. Without variants all of them. */
function picturesFor(
  { pictures, variants: all }: RawListing,
  variants: RawListing['variants'] | null,
): ListedPicture[] {
  if (variants === null) return pictures
  const own = new Set(variants.map(({ picture }) => picture).filter(Boolean))
  const used = new Set(all.map(({ picture }) => picture).filter(Boolean))
  const listed = new Map(pictures.map((picture) => [picture.url, picture]))
  const first = [...own].map((url) => listed.get(url) ?? { url, alt: null })
  return [...first, ...pictures.filter(({ url }) => !used.has(url))]
}

/** The shop's kinds that its words name whole; without any the first that is a part of one, as in 'Maxi dress'. */
function kindsOf({ words }: RawListing, kinds: readonly ShopKind[]): string[] {
  const named = words.flatMap((word) => {
    const given = word.trim().toLowerCase()
    return (
      kinds.find(({ id, name, plural }) => [id, name, plural].some((each) => each.toLowerCase() === given))?.id ?? []
    )
  })
  if (named.length > 0) return [...new Set(named)].slice(0, 12)
  const parts = new Set(words.flatMap((word) => word.toLowerCase().split(/[^\p{L}]+/u)))
  const first = kinds.find(({ name, plural }) => [name, plural].some((each) => parts.has(each.toLowerCase())))
  return first ? [first.id] : []
}

/** The text up to a comma, a bar or a blank where it is longer than `max`. */
function shortened(text: string, max: number, onShortened: () => void): string {
  if (text.length <= max) return text
  onShortened()
  const part = text.slice(0, max)
  const at = Math.max(part.lastIndexOf(','), part.lastIndexOf('|'), part.lastIndexOf(' - '), part.lastIndexOf('\n'))
  const end = at > max / 2 ? at : Math.max(part.lastIndexOf(' '), Math.floor(max / 2))
  // Half of a character cannot be stored.
  return part
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
