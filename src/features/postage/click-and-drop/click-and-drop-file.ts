import { shopDate } from '#base/shop-clock.ts'
import { formatCsv } from '#platform/csv.ts'
import type { PackageFormat, Parcel, ParcelPiece } from '../parcel.ts'
import type { PostageProblem } from '../postage-problem.ts'
import { romanLetters } from '../roman-letters.ts'

// Click & Drop's import file, by the names of its help page "Order import spreadsheet field specifications": a column
// with such a name is mapped automatically. One row for each garment, with the same order reference.

/** Of one row; a parcel without declared contents has one row, without a piece. */
type Row = { parcel: Parcel; piece: ParcelPiece | null }

const formats: Record<PackageFormat, string> = {
  letter: 'letter',
  smallParcel: 'small parcel',
  mediumParcel: 'medium parcel',
  parcel: 'parcel',
}

const columns: Record<string, (row: Row) => string> = {
  'Order reference': ({ parcel }) => parcel.reference,
  Date: ({ parcel }) => fileDate(parcel.orderedAt),
  'First Name': ({ parcel }) => namesOf(parcel.name).first,
  'Last Name': ({ parcel }) => namesOf(parcel.name).last,
  'Address Line 1': ({ parcel }) => parcel.addressLines[0] ?? '',
  'Address Line 2': ({ parcel }) => parcel.addressLines[1] ?? '',
  'Address Line 3': ({ parcel }) => parcel.addressLines[2] ?? '',
  City: ({ parcel }) => parcel.city,
  Postcode: ({ parcel }) => parcel.postcode,
  Country: ({ parcel }) => parcel.country,
  Email: ({ parcel }) => (parcel.email.length <= 100 ? parcel.email : ''),
  Phone: ({ parcel }) => filePhone(parcel.phone),
  'Recipient is a business': ({ parcel }) => (parcel.isToNorthernIreland ? 'No' : ''),
  'Service code': ({ parcel }) => parcel.serviceCode ?? '',
  'Package Format': ({ parcel }) => formats[parcel.format],
  Weight: ({ parcel }) => (parcel.grams === null ? '' : kilograms(parcel.grams)),
  'Sub-total': ({ parcel }) => sixCharacters(parcel.goodsPence),
  'Shipping Cost': ({ parcel }) => sixCharacters(parcel.deliveryPence),
  Total: ({ parcel }) => sixCharacters(parcel.goodsPence + parcel.deliveryPence),
  'Currency Code': () => 'GBP',
  'Product name': ({ piece }) => (piece?.name ?? '').slice(0, 800),
  Quantity: ({ piece }) => piece?.quantity.toString() ?? '',
  'Unit price': ({ piece }) => (piece ? (piece.unitPence / 100).toFixed(2) : ''),
  'Unit weight': ({ piece }) => (piece?.grams ? kilograms(piece.grams) : ''),
  'Customs description': ({ piece }) => (piece ? (piece.customs?.description ?? piece.name).slice(0, 50) : ''),
  'Customs code': ({ piece }) => piece?.customs?.code ?? '',
  'Country of origin': ({ piece }) => piece?.customs?.origin ?? '',
}
export const fileColumns = Object.keys(columns)

/** The file of these parcels, which have no `letterProblems`: CRLF, Roman letters, no byte order mark. */
export function clickAndDropFile(parcels: readonly Parcel[]): string {
  const rows = parcels.flatMap((parcel): Row[] =>
    parcel.isDeclared ? parcel.pieces.map((piece) => ({ parcel, piece })) : [{ parcel, piece: null }],
  )
  const cells = (row: Row) => Object.values(columns).map((cell) => romanLetters(cell(row)) ?? '')
  return formatCsv([fileColumns, ...rows.map(cells)])
}

/** The texts of a parcel that Roman letters cannot write. */
export function letterProblems({ name, addressLines, city, postcode, pieces }: Parcel): PostageProblem[] {
  const texts = [
    { part: 'name', text: name },
    ...addressLines.map((text) => ({ part: 'address', text })),
    { part: 'town', text: city },
    { part: 'postcode', text: postcode },
    ...pieces.map(({ name }) => ({ part: 'garment', text: name })),
  ]
  return texts.flatMap(({ part, text }) => (romanLetters(text) === null ? [{ code: 'other_letters', part, text }] : []))
}

/** DD/MM/YY, in shop time. */
function fileDate(at: Date): string {
  const [year = '', month, day] = shopDate(at).split('-')
  return `${day}/${month}/${year.slice(2)}`
}

/** The last word is the last name; one word alone is a first name. */
function namesOf(name: string): { first: string; last: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  if (words.length < 2) return { first: words[0] ?? '', last: '' }
  return { first: words.slice(0, -1).join(' ').slice(0, 100), last: (words.at(-1) ?? '').slice(0, 100) }
}

/** Kilograms with at most three decimals. */
function kilograms(grams: number): string {
  return String(grams / 1_000)
}

/** Digits alone, 11 at most, which is all that an import takes; a longer number is left out. */
function filePhone(typed: string): string {
  const digits = typed.replaceAll('(0)', '').replaceAll(/\D/g, '')
  const own = /^(?:\+|00)44/.test(typed.replaceAll(/[\s()-]/g, '')) ? `0${digits.replace(/^(?:00)?44/, '')}` : digits
  return own.length <= 11 ? own : ''
}

/** An amount in pounds in six characters; nothing where it does not fit. */
function sixCharacters(pence: number): string {
  const [whole, short] = [(pence / 100).toFixed(2), String(pence / 100)]
  return whole.length <= 6 ? whole : short.length <= 6 ? short : ''
}
