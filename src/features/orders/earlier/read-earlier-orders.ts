import { parseUsDay } from '#base/calendar-day.ts'
import { type Pence, parsePounds, pence } from '#base/money.ts'
import type { LeftOut } from '#features/catalogue/move-in/listing.ts'
import { type Cells, placesOf, readAllRows, toCells } from '#platform/csv-rows.ts'
import { typedAddress } from '#platform/email/address.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { textWithEntities } from '#platform/text/html-text.ts'
import { ExistingDay } from '#platform/text/kept-schemas.ts'
import { cutCharacters, keptLine } from '#platform/text/kept-text.ts'

export type EarlierSource = 'etsy' | 'shopify'

/** An order of the owner's former shop. */
export type EarlierOrder = {
  source: EarlierSource
  number: string
  day: string
  name: string | null
  email: string | null
  postcode: string | null
  country: string | null
  garments: string[]
  /** The price of the garments, before discounts and delivery, in hundredths of the currency. */
  amount_pence: Pence
  currency: string
}
/** `row`: its first row, as spreadsheet programs count. */
export type ReadOrder = EarlierOrder & { row: number }

/** What each program calls its columns: Etsy's sold order items, Shopify's orders. Both have one row for each item. */
const columns = {
  etsy: {
    ...{ number: ['order id'], day: ['sale date'], currency: ['currency'], email: [], status: [], cancelled: [] },
    ...{ item: ['item name'], choices: ['variations'], quantity: ['quantity'], price: ['price'] },
    ...{ name: ['ship name'], postcode: ['ship zipcode'], country: ['ship country'] },
  },
  shopify: {
    ...{ number: ['name'], day: ['created at'], currency: ['currency'], email: ['email'] },
    ...{ status: ['financial status'], cancelled: ['cancelled at'] },
    ...{ item: ['lineitem name'], choices: [], quantity: ['lineitem quantity'], price: ['lineitem price'] },
    ...{ name: ['shipping name', 'billing name'], postcode: ['shipping zip', 'billing zip'] },
    country: ['shipping country', 'billing country'],
  },
} as const satisfies Record<EarlierSource, Record<string, readonly string[]>>
type Column = keyof (typeof columns)['etsy']

const mostOrders = 20_000
const mostItems = 200
/** £1,000,000. */
const mostPence = 100_000_000
const notPaid = /^(pending|authorized|voided|expired)$/i

/**
 * The orders of Etsy's sold order items or of Shopify's export of orders. An order with a row that cannot be read is left
 * out as a whole. Refuses bad_request for any other file.
 */
export async function readEarlierOrders(
  csv: string,
): Promise<{ source: EarlierSource; orders: ReadOrder[]; leftOut: LeftOut[] }> {
  const { read, cutOff } = await readAllRows(csv, {
    mostLines: 200_000,
    tooMany: 'You can bring 200,000 lines at once. Please split the file.',
    longestLine: 100_000,
    tooLong: (line) => `Line ${line} is too long for a list of orders.`,
  })
  const leftOut: LeftOut[] = cutOff ? [cutOff] : []
  const [head, ...body] = read
  const headings = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const source = sourceOf(headings)
  const places = placesOf(headings)
  const groups = new Map<string, Cells<Column>[]>()
  for (const each of body) {
    const row = toCells<Column>(each, places, columns[source])
    const number = line(row.cell('number').replace(/^#/, ''), 100)
    const group = groups.get(number)
    if (group) group.push(row)
    else if (number) groups.set(number, [row])
    else leftOut.push({ row: row.row, value: line(row.cell('item'), 120), why: 'It has no order number.' })
  }
  if (groups.size > mostOrders)
    throw new AppError('bad_request', 'You can bring 20,000 orders at once. Please split the file.')
  const orders = [...groups].flatMap(([number, group]) => {
    const made = orderOf(source, number, group)
    if (!('why' in made)) return made
    leftOut.push(made)
    return []
  })
  return { source, orders, leftOut: leftOut.sort((a, b) => a.row - b.row) }
}

function sourceOf(headings: readonly string[]): EarlierSource {
  const has = (...names: string[]) => names.every((name) => headings.includes(name))
  if (has('order id', 'sale date', 'item name')) return 'etsy'
  if (has('name', 'created at', 'lineitem name')) return 'shopify'
  const reads = 'This reads Etsy’s Order Items (EtsySoldOrderItems….csv) and Shopify’s orders (orders_export.csv).'
  if (headings.length === 0) throw new AppError('bad_request', `This file is empty. ${reads}`)
  if (has('order id', 'sale date'))
    throw new AppError('bad_request', `This is Etsy’s list of Orders, which names no garments. ${reads}`)
  throw new AppError('bad_request', `This file’s columns are neither Etsy’s nor Shopify’s. ${reads}`)
}

/** Shopify writes what belongs to the order into its first row alone, Etsy into each. */
function orderOf(source: EarlierSource, number: string, group: Cells<Column>[]): ReadOrder | LeftOut {
  const of = (name: Column) => group.map(({ cell }) => cell(name)).find(Boolean) ?? ''
  const [row = 0] = group.map((each) => each.row)
  const leftOut = (why: string, at = row): LeftOut => ({ row: at, value: number, why })
  if (of('cancelled')) return leftOut('It was cancelled there.')
  if (notPaid.test(of('status'))) return leftOut('It was not paid there.')
  const written = of('day')
  const day = parseUsDay(written) ?? ExistingDay.safeParse(written.slice(0, 10)).data
  if (!day) return leftOut(`“${line(written, 40)}” is no day as ${source === 'etsy' ? 'Etsy' : 'Shopify'} writes it.`)
  const currency = of('currency').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) return leftOut('It names no currency.')
  const email = typedAddress(of('email'))?.toLowerCase() ?? null
  const name = line(decoded(of('name')), 200) || null
  // Shopify puts an apostrophe before a postcode, so that spreadsheet programs keep its zeros.
  const postcode = line(of('postcode').replace(/^'/, ''), 40) || null
  if (!email && !(name && postcode))
    return leftOut('It names no customer: it has neither an e-mail address nor a name with a postcode.')
  const items = group.filter(({ cell }) => cell('item'))
  if (items.length === 0) return leftOut('It names no garment.')
  if (items.length > mostItems) return leftOut(`It has more than ${mostItems} rows.`)
  const garments: string[] = []
  let amount = 0
  for (const { row: at, cell } of items) {
    const quantity = cell('quantity') || '1'
    if (!/^[1-9]\d{0,3}$/.test(quantity)) return leftOut(`“${line(quantity, 40)}” is no quantity.`, at)
    const price = amountOf(cell('price'))
    if (price === null) return leftOut(`“${line(cell('price'), 40)}” is no price.`, at)
    // 'Size:10-12,Colour:Oat'.
    const choices = line(decoded(cell('choices')).replaceAll(/[:,]/g, '$& '), 200)
    const item = line(decoded(cell('item')), 200)
    garments.push(`${quantity === '1' ? '' : `${quantity} × `}${item}${choices ? ` (${choices})` : ''}`)
    amount += price * Number(quantity)
  }
  if (amount > mostPence) return leftOut('Its price is too high for a sale of garments.')
  const country = line(of('country'), 100) || null
  return { row, source, number, day, name, email, postcode, country, garments, amount_pence: pence(amount), currency }
}

const line = (text: string, most: number) => cutCharacters(keptLine(text.toWellFormed()), most)
const decoded = (text: string) => (text.includes('&') ? textWithEntities(text) : text)

/** '£1,089.00', '89' and '12,50' as pence; null for anything else. */
function amountOf(text: string): Pence | null {
  const [, figures = ''] = /^[^\d.,-]{0,5}([\d.,]+)$/.exec(text) ?? []
  return parsePounds(
    /,\d\d$/.test(figures) ? figures.replaceAll('.', '').replace(',', '.') : figures.replaceAll(',', ''),
  )
}
