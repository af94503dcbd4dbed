import type { ShopKind } from '#features/settings/kinds.ts'
import { type Cells, placesOf, readAllRows, toCells } from '#platform/csv-rows.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { textOfHtml, textWithEntities } from '#platform/text/html-text.ts'
import { keptLine } from '#platform/text/kept-text.ts'
import { freeSlug, suggestSlug } from '../slug.ts'
import {
  isColour,
  isSize,
  type LeftOut,
  type Listing,
  type ListingFormat,
  listingsOf,
  mostListings,
  type RawListing,
} from './listing.ts'

type ReadListings = {
  format: ListingFormat
  listings: Listing[]
  leftOut: LeftOut[]
  /** The headings of columns with values that nothing here is made of. */
  ignored: string[]
  /** Whether it has a price that is crossed out there. */
  hasComparePrices: boolean
}

/** The names of Shopify's columns: since 2025, and before. A file may mix them. */
const shopifyColumns = {
  handle: ['url handle', 'handle'],
  title: ['title'],
  description: ['description', 'body (html)'],
  type: ['type'],
  tags: ['tags'],
  status: ['status'],
  option1: ['option1 name'],
  option2: ['option2 name'],
  option3: ['option3 name'],
  value1: ['option1 value'],
  value2: ['option2 value'],
  value3: ['option3 value'],
  price: ['price', 'variant price'],
  grams: ['weight value (grams)', 'variant grams'],
  picture: ['product image url', 'image src'],
  position: ['image position'],
  alt: ['image alt text'],
  variantPicture: ['variant image url', 'variant image'],
  giftCard: ['gift card'],
  fabric: ['fabric (product.metafields.custom.fabric)', 'fabric (product.metafields.shopify.fabric)'],
  care: ['care (product.metafields.custom.care)'],
  modestyNotes: ['modesty notes (product.metafields.custom.modesty_notes)'],
  length: ['length (product.metafields.custom.length)'],
  modelLine: ['model line (product.metafields.custom.model_line)'],
} as const satisfies Record<string, readonly string[]>
type ShopifyColumn = keyof typeof shopifyColumns

const numbered = Array.from({ length: 10 }, (_, at) => `image${at + 1}` as const)
const etsyNames = ['title', 'description', 'price', 'currency_code', 'tags', 'materials', ...numbered] as const
const etsyColumns = Object.fromEntries([
  ...etsyNames.map((name) => [name, [name]]),
  ...[1, 2, 3].flatMap((at) => ['type', 'name', 'values'].map((part) => [`${part}${at}`, [`variation ${at} ${part}`]])),
]) as Record<EtsyColumn, string[]>
type EtsyColumn = (typeof etsyNames)[number] | `${'type' | 'name' | 'values'}${1 | 2 | 3}`

/** Columns whose meaning is what the import does with every garment, so nothing is lost by leaving them. */
const expected = new Set([
  ...['vendor', 'published', 'published on online store', 'requires shipping', 'variant requires shipping'],
  ...['fulfillment service', 'variant fulfillment service', 'charge tax', 'variant taxable', 'weight unit for display'],
  'variant weight unit',
])

/**
 * The garments of a file of Shopify's products, of either generation of its columns, or of Etsy's listings. Refuses
 * bad_request for any other file.
 */
export async function readListings(csv: string, kinds: readonly ShopKind[]): Promise<ReadListings> {
  const { read, cutOff } = await readAllRows(csv, {
    mostLines: 200_000,
    tooMany: 'You can import 200,000 lines at once. Please split the file.',
    longestLine: 1_000_000,
    tooLong: (line) => `Line ${line} is too long for a list of garments.`,
  })
  const leftOut: LeftOut[] = cutOff ? [cutOff] : []
  const [head, ...body] = read
  const headings = (head?.cells ?? []).map((cell) => cell.trim())
  const known = headings.map((heading) => heading.toLowerCase())
  const format = formatOf(known)
  const places = placesOf(known)
  const { columns, find } = format === 'etsy' ? etsy : shopify
  const raw = find(
    body.map((row) => toCells(row, places, columns)),
    leftOut,
  )
  if (raw.length > mostListings) throw tooMany()
  let made = 0
  const listings: Listing[] = []
  const rowOf = new Map<string, number>()
  const slugs = new Set<string>()
  for (const listing of raw.values().flatMap((one) => keep(listingsOf(one, kinds)))) {
    // A listing in several colours is as many garments.
    made += 1
    if (made > mostListings) throw tooMany()
    const before = rowOf.get(listing.key)
    if (before !== undefined) {
      leftOut.push({ row: listing.row, value: listing.name, why: `Row ${before} has the same title.` })
      continue
    }
    rowOf.set(listing.key, listing.row)
    const slug = slugs.has(listing.slug) ? freeSlug(listing.slug, [...slugs]) : listing.slug
    slugs.add(slug)
    listings.push({ ...listing, slug })
  }

  function keep(made: Listing[] | LeftOut): Listing[] {
    if (Array.isArray(made)) return made
    leftOut.push(made)
    return []
  }
  const used = new Set<string>(Object.values<readonly string[]>(columns).flat())
  const filled = new Set<number>()
  for (const { cells } of body) for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at)
  const ignored = headings.filter((_, at) => {
    const name = known[at] ?? ''
    return !used.has(name) && !expected.has(name) && filled.has(at)
  })
  const hasComparePrices = ignored.some((heading) => /^(variant )?compare[- ]at price$/i.test(heading))
  return { format, listings, leftOut: leftOut.sort((a, b) => a.row - b.row), ignored, hasComparePrices }
}

function tooMany(): AppError {
  return new AppError('bad_request', 'You can import 2,000 garments at once. Please split the file.')
}

function formatOf(known: readonly string[]): ListingFormat {
  const has = (...names: string[]) => names.every((name) => known.includes(name))
  if (has('title', 'currency_code', 'image1')) return 'etsy'
  if (has('handle', 'title')) return 'shopify-old'
  if (has('title', 'url handle') || has('title', 'product image url') || has('title', 'price')) return 'shopify'
  const reads = 'This reads Shopify’s product file and Etsy’s listings (EtsyListingsDownload.csv).'
  if (known.length === 0) throw new AppError('bad_request', `This file is empty. ${reads}`)
  throw new AppError('bad_request', `This file’s columns are neither Shopify’s nor Etsy’s. ${reads}`)
}

const shopify = {
  columns: shopifyColumns as Record<string, readonly string[]>,
  find: (rows: Cells<string>[], leftOut: LeftOut[]) => findShopify(rows as Cells<ShopifyColumn>[], leftOut),
}
const etsy = {
  columns: etsyColumns as Record<string, readonly string[]>,
  find: (rows: Cells<string>[], leftOut: LeftOut[]) => findEtsy(rows as Cells<EtsyColumn>[], leftOut),
}

/** Rows of one handle are one product: the first has its fields, all have variants and pictures. */
function findShopify(rows: Cells<ShopifyColumn>[], leftOut: LeftOut[]): RawListing[] {
  const groups = new Map<string, Cells<ShopifyColumn>[]>()
  for (const row of rows) {
    const key = row.cell('handle').toLowerCase() || suggestSlug(row.cell('title'))
    const group = groups.get(key)
    if (group) group.push(row)
    else if (key) groups.set(key, [row])
    else leftOut.push({ row: row.row, value: '', why: 'It has neither a handle nor a title.' })
  }
  return [...groups].flatMap(([key, group]) => {
    const first = group.find(({ cell }) => cell('title')) ?? group[0]
    if (!first) return []
    const { row, cell } = first
    const title = cell('title')
    const because = isYes(cell('giftCard')) ? 'Gift cards are not garments.' : archived(cell('status'))
    if (because) {
      leftOut.push({ row, value: title, why: because })
      return []
    }
    const at = (option: string) => (option.toLowerCase() === 'title' ? '' : option)
    const options = [at(cell('option1')), cell('option2'), cell('option3')]
    const variants = group
      .filter((each) => each.cell('value1') || each.cell('price'))
      .map((each) => ({
        price: each.cell('price'),
        grams: each.cell('grams'),
        values: [each.cell('value1'), each.cell('value2'), each.cell('value3')],
        picture: each.cell('variantPicture'),
      }))
    const { fabric, care, modestyNotes, length, modelLine } = Object.fromEntries(
      (['fabric', 'care', 'modestyNotes', 'length', 'modelLine'] as const).map((name) => [name, cell(name)]),
    ) as Required<RawListing['details']>
    return {
      ...{ row, key, handle: cell('handle') || null, title, variants, options },
      description: textOfHtml(cell('description')),
      pictures: picturesOf(group),
      words: [cell('type'), ...cell('tags').split(',')],
      details: { fabric, care, modestyNotes, length, modelLine },
    }
  })
}

function archived(status: string): string | null {
  return status.toLowerCase() === 'archived' ? 'It is archived there.' : null
}

function isYes(text: string): boolean {
  return /^(true|yes|1)$/i.test(text)
}

/** By position; a picture of several rows is one. */
function picturesOf(group: Cells<ShopifyColumn>[]): RawListing['pictures'] {
  const pictures = group
    .filter(({ cell }) => cell('picture'))
    .map(({ cell }, at) => ({
      url: cell('picture'),
      alt: cell('alt') || null,
      position: Number(cell('position')) || at + 1,
    }))
    .sort((a, b) => a.position - b.position)
  return [...new Map(pictures.map(({ url, alt }) => [url, { url, alt }])).values()]
}

/** As buyers saw it, or Etsy's own word where only that says that it is a size or a colour. */
function choiceName(type: string, name: string): string {
  return [name, type].find((each) => isSize(each) || isColour(each)) ?? (name || type)
}

const mostCombinations = 5_000
/** Of all listings of a file together: they are made at once, and other requests wait. */
const mostOfFile = 200_000

/** One row is one listing. The values of its choices are in one cell, separated by commas; they have no prices. */
function findEtsy(rows: Cells<EtsyColumn>[], leftOut: LeftOut[]): RawListing[] {
  let combinations = 0
  return rows.flatMap(({ row, cell }) => {
    const title = textWithEntities(cell('title'))
    const currency = cell('currency_code')
    if (currency && currency.toUpperCase() !== 'GBP') {
      leftOut.push({ row, value: title, why: `Its price is in ${currency.slice(0, 10)}; this shop’s are in pounds.` })
      return []
    }
    const choices = ([1, 2, 3] as const)
      .map((at) => ({
        name: choiceName(cell(`type${at}`), textWithEntities(cell(`name${at}`))),
        values: cell(`values${at}`)
          .split(',')
          .map((value) => textWithEntities(value)),
      }))
      .filter(({ name }) => name !== '')
    const own = choices.reduce((count, { values }) => count * values.length, 1)
    if (own > mostCombinations) {
      leftOut.push({ row, value: title, why: 'Its choices have too many combinations.' })
      return []
    }
    combinations += own
    if (combinations > mostOfFile)
      throw new AppError('bad_request', 'This file’s choices have too many combinations. Please split it.')
    const variants = choices.reduce<string[][]>(
      (all, { values }) => all.flatMap((before) => values.map((value) => [...before, value])),
      [[]],
    )
    return {
      ...{ row, title, key: keptLine(title).toLowerCase(), handle: null },
      description: textWithEntities(cell('description')),
      variants: variants.map((values) => ({ price: cell('price'), grams: '', values, picture: '' })),
      options: choices.map(({ name }) => name),
      pictures: numbered.flatMap((name) => (cell(name) ? { url: cell(name), alt: null } : [])),
      words: [title, ...cell('tags').split(',')].map((word) => word.replaceAll('_', ' ')),
      details: {
        fabric: cell('materials')
          .split(',')
          .map((each) => each.replaceAll('_', ' ').trim())
          .filter(Boolean)
          .join(', '),
      },
    }
  })
}
