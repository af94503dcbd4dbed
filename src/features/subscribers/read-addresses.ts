import { finished } from 'node:stream/promises'
import { setImmediate as breath } from 'node:timers/promises'
import { type CsvError, type Info, type Options, parse } from 'csv-parse'
import { unescapeFormula } from '#platform/csv.ts'
import { mailAddress } from '#platform/email/address.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Columns, dayOf, findColumns, wordOf } from './list-columns.ts'

/** A line that cannot be imported. `line`: as editors count, from 1. */
export type BadLine = { line: number; value: string; why: string }

export type ReadAddresses = {
  /** Without duplicates, in lower case. */
  addresses: string[]
  /** Addresses that the file marks as unsubscribed: stored as objections. */
  left: string[]
  /** The consent date of an address, if the file has one; it may be in the future. */
  agreedAt: Map<string, Date>
  /** Lines that repeat an address. */
  repeated: number
  invalid: BadLine[]
}

type Row = { record: string[]; info: Info }

const shownLength = 120
/** Twice the longest list this shop is designed for. */
const mostLines = 200_000
const longestLine = 10_000
/** Bytes per chunk, after which other requests can run. */
const bytesAtOnce = 65_536

/**
 * The addresses of a file from any program: with a heading or a single column; separated by commas, semicolons or tabs.
 * With a heading the address column is found by its name, otherwise it is the first one with addresses. Reads in
 * chunks, so that other requests do not wait. Refuses bad_request for more than 200,000 lines, and for a line of more
 * than 10,000 characters.
 */
export async function readAddresses(csv: string): Promise<ReadAddresses> {
  refuseMonsters(csv)
  const invalid: BadLine[] = []
  const addresses = new Set<string>()
  const left = new Set<string>()
  const agreedAt = new Map<string, Date>()
  let columns: Columns | null = null
  let repeated = 0

  function take({ record, info }: Row, columns: Columns): void {
    const typed = unescapeFormula(record[columns.email]?.trim() ?? '').trim()
    const address = mailAddress(typed)?.toLowerCase()
    if (!address) {
      invalid.push({ line: info.lines, value: shown(record, typed), why: whyNot(typed) })
      return
    }
    const word = wordOf(record, columns)
    if (typeof word === 'object') {
      invalid.push({ line: info.lines, value: typed, why: word.why })
      return
    }
    if (addresses.has(address) || left.has(address)) repeated += 1
    // One unsubscribed line outweighs any number of others.
    if (word === 'left') {
      left.add(address)
      addresses.delete(address)
      agreedAt.delete(address)
    } else if (!left.has(address)) {
      addresses.add(address)
      const day = dayOf(record, columns)
      if (day && !agreedAt.has(address)) agreedAt.set(address, day)
    }
  }

  for await (const row of readRows(csv, invalid)) {
    const isFirst = columns === null
    columns ??= findColumns(row.record)
    if (!isFirst || !columns.hasHeading) take(row, columns)
  }
  invalid.sort((a, b) => a.line - b.line)
  return { addresses: [...addresses], left: [...left], agreedAt, repeated, invalid }
}

function refuseMonsters(csv: string): void {
  let lines = 1
  let begin = 0
  for (let at = 0; at <= csv.length; at += 1) {
    const isBreak = at === csv.length || csv[at] === '\n' || csv[at] === '\r'
    if (!isBreak) continue
    if (at - begin > longestLine) {
      throw new AppError('bad_request', `Line ${lines} is too long for a list of addresses.`)
    }
    if (csv[at] === '\r' && csv[at + 1] === '\n') at += 1
    begin = at + 1
    lines += 1
    // A line break at the end begins no line.
    if (lines > mostLines + 2) {
      throw new AppError('bad_request', 'You can import 200,000 lines at once. Please split the list.')
    }
  }
}

async function* readRows(csv: string, invalid: BadLine[]): AsyncGenerator<Row> {
  const read: Row[] = []
  let lastLine = 0
  let isCutOff = false
  const options: Options = {
    bom: true,
    info: true,
    delimiter: delimiterOf(csv),
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    on_skip(error: CsvError | undefined) {
      if (error) isCutOff = true
      return undefined
    },
  }
  const parser = parse(options).on('data', (row: Row) => {
    lastLine = row.info.lines
    read.push(row)
  })
  const ended = finished(parser)
  const bytes = Buffer.from(csv)
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    parser.write(bytes.subarray(from, from + bytesAtOnce))
    await breath()
    yield* read.splice(0)
  }
  parser.end()
  await ended
  yield* read.splice(0)
  // The one error that cannot be skipped: an unclosed quotation mark, which takes in the rest of the file.
  if (isCutOff) {
    const why = 'A quotation mark on this line is never closed, so nothing from here on was read.'
    invalid.push({ line: lastLine + 1, value: '"', why })
  }
}

/** The separator of the first line: the most frequent of the usual three. */
function delimiterOf(csv: string): string {
  const [first = ''] = csv.split(/\r\n|\n|\r/, 1)
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).sign
}

function shown(record: string[], typed: string): string {
  return (typed || record.join(', ')).slice(0, shownLength)
}

function whyNot(typed: string): string {
  if (typed === '') return 'There’s no address on this line.'
  if (!typed.includes('@')) return 'The @ is missing.'
  if (/[<>"()]/.test(typed)) return 'Please enter only the address, without a name around it.'
  if (/[\s,;]/.test(typed)) return 'This is more than one address, or contains a space.'
  return 'This address can’t receive e-mail.'
}
