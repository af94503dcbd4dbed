import { type Pence, pence, sumPence } from '#base/money.ts'
import { type Customs, gramsOf, maxGrams, noCustoms } from '#features/catalogue/customs/customs.ts'
import { threeLettersOf } from '#features/catalogue/customs/origin-countries.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import { isNorthernIreland } from '#features/settings/delivery.ts'
import type { SettingValue } from '#features/settings/shop-settings.ts'
import type { PostageProblem } from './postage-problem.ts'
import { serviceCodeOf } from './postage-settings.ts'

/** An order as a parcel needs it; amounts in pence. */
export type OrderToPost = {
  id: string
  order_number: string
  version: number
  created_at: Date
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  shipping_address: string | null
  shipping_city: string | null
  shipping_postcode: string | null
  shipping_country: string | null
  delivery_service: string | null
  shippingPence: Pence
}

/** The pieces of a line that are sent. `discountPence`: of all `ordered` pieces. */
export type LineToPost = {
  product_id: string
  name: string
  size: string
  quantity: number
  ordered: number
  unitPence: Pence
  discountPence: Pence
}

/** `grams`: of one piece, null where it is not known. `customs`: null where nothing is declared. */
export type ParcelPiece = {
  name: string
  quantity: number
  unitPence: Pence
  grams: number | null
  customs: { code: string; origin: string; description: string } | null
}

export type PackageFormat = 'letter' | 'smallParcel' | 'mediumParcel' | 'parcel'

/** A parcel as Click & Drop takes it. Countries have three letters; `grams` is null in a file only. */
export type Parcel = {
  reference: string
  orderedAt: Date
  name: string
  addressLines: string[]
  city: string
  postcode: string
  country: string
  phone: string
  email: string
  format: PackageFormat
  grams: number | null
  pieces: ParcelPiece[]
  goodsPence: Pence
  deliveryPence: Pence
  serviceCode: string | null
  /** Whether its contents are declared: beyond the United Kingdom's customs border, and to Northern Ireland. */
  isDeclared: boolean
  isToNorthernIreland: boolean
}

type Input = {
  order: OrderToPost
  reference: string
  lines: readonly LineToPost[]
  customs: ReadonlyMap<string, Customs>
  settings: SettingValue<'postage'>
  way: 'api' | 'file'
}

/** A letter costs the same up to this weight. */
const letterGrams = 100
/** A set of fabric samples in a parcel, counted generously. */
const samplesGrams = 25

/**
 * Whether customs want to know the contents: beyond Great Britain, Northern Ireland and the Isle of Man, which is in the
 * same customs territory. The Channel Islands are not, although Royal Mail's inland services go there.
 */
function crossesCustoms(country: string): boolean {
  return country !== 'GB' && country !== 'IM'
}

const inland = ['GB', 'IM', 'GG', 'JE']

/** The parcel of an order, and what is wrong with it; it may be given to Click & Drop if nothing is. */
export function makeParcel(input: Input): { parcel: Parcel; problems: PostageProblem[] } {
  const { order, reference, lines, settings } = input
  const country = order.shipping_country ?? ''
  const isDeclared = crossesCustoms(country) || isNorthernIreland(country, order.shipping_postcode)
  const isLetter = order.delivery_service?.endsWith('-letter') ?? false
  const pieces = lines.map((line) => pieceOf(line, input, isDeclared))
  const parcel: Parcel = {
    reference,
    orderedAt: order.created_at,
    name: order.customer_name?.trim() ?? '',
    addressLines: threeLines(order.shipping_address ?? ''),
    city: order.shipping_city?.trim() ?? '',
    postcode: order.shipping_postcode?.trim() ?? '',
    country: threeLettersOf(country) ?? '',
    phone: order.customer_phone?.trim() ?? '',
    email: order.customer_email?.trim() ?? '',
    // Small and medium parcels are formats within the country; one abroad is a parcel.
    format: isLetter ? 'letter' : inland.includes(country) ? settings.format : 'parcel',
    grams: isLetter ? letterGrams : weigh(pieces, settings.packagingGrams),
    pieces,
    goodsPence: sumPence(pieces.map(({ unitPence, quantity }) => pence(unitPence * quantity))),
    deliveryPence: order.shippingPence,
    serviceCode: serviceCodeOf(settings.services, order.delivery_service, country),
    isDeclared,
    isToNorthernIreland: isDeclared && !crossesCustoms(country),
  }
  return {
    parcel,
    problems: [
      ...addressProblems(parcel, input.way),
      ...(crossesCustoms(country) ? customsProblems(input) : []),
      ...(isLetter ? [] : weightProblems(input, parcel)),
    ],
  }
}

function pieceOf(line: LineToPost, { customs, settings }: Input, isDeclared: boolean): ParcelPiece {
  const known = customs.get(line.product_id) ?? noCustoms
  const { commodity_code: code, origin, description } = known
  const origin3 = origin && threeLettersOf(origin)
  return {
    name: line.name,
    quantity: line.quantity,
    unitPence: worthOf(line),
    grams: isSamples({ id: line.product_id }) ? samplesGrams : (gramsOf(known, line.size) ?? settings.usualGrams),
    customs: isDeclared && code && origin3 && description ? { code, origin: origin3, description } : null,
  }
}

/** What a piece cost. One that a code made free has its price: customs take no goods that are worth nothing. */
function worthOf({ unitPence, ordered, discountPence }: LineToPost): Pence {
  const cost = Math.round((unitPence * ordered - discountPence) / ordered)
  return pence(cost > 0 ? cost : unitPence)
}

/** Of packaging and pieces; null while one of them is not known. */
function weigh(pieces: readonly ParcelPiece[], packagingGrams: number | null): number | null {
  let sum = packagingGrams
  for (const { grams, quantity } of pieces) sum = sum === null || grams === null ? null : sum + grams * quantity
  return sum
}

/** At most three lines: the rest of a longer address stays on the third. */
function threeLines(address: string): string[] {
  const lines = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), lines.slice(2).join(', ')]
}

function addressProblems(parcel: Parcel, way: 'api' | 'file'): PostageProblem[] {
  const { name, addressLines, city, postcode, country } = parcel
  const missing = [
    name === '' && ('name' as const),
    addressLines.length === 0 && ('address' as const),
    city === '' && ('town' as const),
    country === '' && ('country' as const),
    // Some countries have none; the file requires one.
    postcode === '' && (way === 'file' || country === 'GBR') && ('postcode' as const),
  ].filter((part) => part !== false)
  const long = (part: string, text: string, most: number): PostageProblem[] =>
    text.length > most ? [{ code: 'too_long', part, most }] : []
  return [
    ...missing.map((part): PostageProblem => ({ code: 'no_address', part })),
    ...long('name', name, way === 'api' ? 210 : 200),
    ...addressLines.flatMap((line) => long('line of the address', line, 100)),
    ...long('town', city, 100),
    ...long('postcode', postcode, 20),
  ]
}

function customsProblems({ lines, customs }: Input): PostageProblem[] {
  return distinctGarments(lines).flatMap(({ product_id: id, name }): PostageProblem[] => {
    if (isSamples({ id })) return [{ code: 'samples_abroad' }]
    const { commodity_code: code, origin, description } = customs.get(id) ?? noCustoms
    const missing = [
      !code && ('code' as const),
      !origin && ('origin' as const),
      !description && ('description' as const),
    ].filter((part) => part !== false)
    if (missing.length > 0) return [{ code: 'no_customs', garment: { id, name }, missing }]
    const digits = code?.length ?? 0
    return [6, 8, 10].includes(digits) ? [] : [{ code: 'odd_code', garment: { id, name }, digits }]
  })
}

/** Abroad each garment needs its own weight; within the country the usual one will do, and a file may have none. */
function weightProblems({ order, lines, customs, settings, way }: Input, { grams }: Parcel): PostageProblem[] {
  const isAbroad = crossesCustoms(order.shipping_country ?? '')
  const problems: PostageProblem[] = []
  if (!isAbroad && way === 'file' && grams === null) return []
  if (settings.packagingGrams === null) problems.push({ code: 'no_packaging_weight' })
  for (const { product_id: id, name, size } of lines) {
    const own = isSamples({ id }) ? samplesGrams : gramsOf(customs.get(id) ?? noCustoms, size)
    if (own === null && (isAbroad || settings.usualGrams === null))
      problems.push({ code: 'no_weight', garment: { id, name }, size })
  }
  if (grams !== null && grams > maxGrams) problems.push({ code: 'too_heavy', grams })
  return problems
}

function distinctGarments(lines: readonly LineToPost[]): LineToPost[] {
  return [...new Map(lines.map((line) => [line.product_id, line])).values()]
}
