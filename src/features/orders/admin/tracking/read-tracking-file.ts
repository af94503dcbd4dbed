import { parse } from 'csv-parse/browser/esm/sync'

/**
 * What an exported file gave. `numbers`: by the orders' ids; `withoutNumber`: orders of the list that have none in it yet;
 * `others`: rows of orders that are not in the list.
 */
export type FileNumbers = { numbers: Record<string, string>; withoutNumber: number; others: number }

/** The names that a label program gives the columns, in plain letters. */
const trackingColumn = /^tracking(?:number|no|id|code|reference|ref)?s?$/
const orderColumn = /^(?:(?:order|channel|customer|shipment|your)*(?:reference|ref|number|no|id)|order)s?$/

/**
 * Reads the tracking numbers of an exported list of orders, as Click & Drop saves it, by the names of its columns. Of
 * several columns with references, the one with the most of these orders counts.
 */
export function readTrackingFile(
  text: string,
  orders: readonly { id: string; order_number: string }[],
): FileNumbers | { problem: string } {
  if (text.trim() === '') return { problem: 'This file is empty.' }
  if (text.startsWith('PK')) return { problem: 'This is an Excel workbook. Please save it as a CSV file first.' }
  const rows = readRows(text)
  if (!rows) return { problem: 'This file is incomplete. Please export it again.' }
  const [heading = [], ...lines] = rows
  const names = heading.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const tracking = names.findIndex((name) => trackingColumn.test(name))
  if (tracking === -1) {
    return {
      problem:
        'This file has no column “Tracking number”. Please export the list of orders from Click & Drop, with it.',
    }
  }
  const places = names.flatMap((name, index) => (orderColumn.test(name) ? [index] : []))
  const found = places.map((place) => readColumn(lines, { place, tracking }, orders))
  const [best] = found.sort((a, b) => b.matched - a.matched)
  if (!best) return { problem: 'This file has no column with order references.' }
  const { matched: _, ...read } = best
  return read
}

type Columns = { place: number; tracking: number }

function readColumn(
  lines: readonly string[][],
  { place, tracking }: Columns,
  orders: readonly { id: string; order_number: string }[],
): FileNumbers & { matched: number } {
  const ids = new Map(orders.map(({ id, order_number }) => [plain(order_number), id]))
  const latest = new Map<string, { parcel: number; number: string }>()
  let others = 0
  for (const line of lines) {
    const { id, parcel } = orderOf(line[place] ?? '', ids)
    const known = id === undefined ? undefined : latest.get(id)
    if (id === undefined) others += 1
    // A row for each garment may have the number in one alone.
    else if (!known || parcel > known.parcel || (parcel === known.parcel && known.number === '')) {
      latest.set(id, { parcel, number: (line[tracking] ?? '').trim() })
    }
  }
  const numbered = [...latest].filter(([, { number }]) => number !== '')
  return {
    numbers: Object.fromEntries(numbered.map(([id, { number }]) => [id, number])),
    withoutNumber: latest.size - numbered.length,
    others,
    matched: latest.size,
  }
}

/** The order of a reference: its number, with -2 for its second parcel. */
function orderOf(reference: string, ids: ReadonlyMap<string, string>): { id: string | undefined; parcel: number } {
  const whole = ids.get(plain(reference))
  const [, number = '', parcel = ''] = /^(.+)-(\d{1,2})$/.exec(reference.trim()) ?? []
  return whole !== undefined ? { id: whole, parcel: 1 } : { id: ids.get(plain(number)), parcel: Number(parcel) }
}

/** The separator of the heading: in the lines below, another one may be a part of an address. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split(/[\r\n]/, 1)
  const counted = [',', ';', '\t'].map((sign) => ({ sign, times: heading.split(sign).length }))
  return counted.reduce((most, each) => (each.times > most.times ? each : most)).sign
}

/** Null where a quotation mark is never closed. */
function readRows(text: string): string[][] | null {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch {
    return null
  }
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
