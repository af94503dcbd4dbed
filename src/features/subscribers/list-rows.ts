import { finished } from 'node:stream/promises'
import { setImmediate as breath } from 'node:timers/promises'
import { type CsvError, type Info, type Options, parse } from 'csv-parse'
import { unescapeFormula } from '#platform/csv.ts'
import { typedAddress } from '#platform/email/address.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { mentionsNo } from './consent-words.ts'

/** A line of a list with its cells. `line`: as editors count, from 1; of a line break in a cell the last line. */
export type Row = { cells: string[]; line: number }

export type ListRows = {
  /** The lines that are not empty, read again at each call. */
  rows: () => AsyncGenerator<Row>
  /** The line `sep=;`, by which spreadsheet programs note the separator. */
  separatorLine: string | null
}

/** Twice the longest list this shop is designed for. */
const mostLines = 200_000
const longestLine = 10_000
/** Bytes per chunk, after which other requests can run. */
const bytesAtOnce = 65_536
/** Lines from which the separator is found. */
const sampledLines = 50

/** What is missing after a quotation mark that is never closed. */
export class CutOff extends Error {
  readonly line: number

  constructor(line: number) {
    super('A quotation mark on this line is never closed, so nothing from here on was read.')
    this.line = line
  }
}

/**
 * The lines of a file from any program: separated by commas, semicolons, tabs or vertical bars. Reads in chunks, so
 * that other requests do not wait. Refuses bad_request for more than 200,000 lines, and for a line of more than 10,000
 * characters. The rows end with `CutOff` if a quotation mark is never closed.
 */
export function listRows(csv: string): ListRows {
  refuseMonsters(csv)
  const [separatorLine, noted] = /^\u{feff}?"?sep=([^\r\n"])"?(?=[\r\n])/iu.exec(csv) ?? []
  // The line stays, empty, so that the others keep their numbers.
  const text = separatorLine ? csv.slice(separatorLine.length) : csv
  const delimiter = noted ?? delimiterOf(text)
  return { rows: () => readRows(text, delimiter), separatorLine: separatorLine?.replace('\u{feff}', '') ?? null }
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

async function* readRows(csv: string, delimiter: string): AsyncGenerator<Row> {
  const read: Row[] = []
  let lastLine = 0
  let isCutOff = false
  const options: Options = {
    bom: true,
    info: true,
    delimiter,
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
  const parser = parse(options).on('data', ({ record, info }: { record: string[]; info: Info }) => {
    lastLine = info.lines
    read.push({ cells: record, line: info.lines })
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
  if (isCutOff) throw new CutOff(lastLine + 1)
}

/** The separator that is in most of the first lines, outside quotation marks; of two, the more frequent. */
function delimiterOf(csv: string): string {
  const lines = csv
    .split(/\r\n|\n|\r/, sampledLines)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '')
  const counted = [',', ';', '\t', '|'].map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1)
    return { sign, lines: counts.filter(Boolean).length, times: counts.reduce((sum, each) => sum + each, 0) }
  })
  return counted.reduce((most, each) =>
    each.lines > most.lines || (each.lines === most.lines && each.times > most.times) ? each : most,
  ).sign
}

/** What a cell of a list holds: its addresses in lower case, and the parts that are none, with the reason. */
type CellAddresses = { addresses: string[]; wrong: { text: string; why: string; isAddress: boolean }[] }

/**
 * Every address of a cell: a cell may hold several, separated by commas, semicolons or blanks, and a name around an
 * address in angle brackets, as mail programs write them.
 */
export function addressesIn(cell: string): CellAddresses {
  const typed = readTyped(unescapeFormula(cell.trim()))
  const found: CellAddresses = { addresses: [], wrong: [] }
  // A comma may be in a quoted name: "Smith, Ann" <ann@example.com>.
  for (const part of typed.match(/(?:"[^"]*"|[^,;"]|")+?(?=[,;]|$)/g) ?? []) {
    const text = part.trim()
    const addresses = addressesOf(text)
    if (addresses) found.addresses.push(...addresses)
    else if (text !== '') found.wrong.push({ text, ...whyNot(text) })
  }
  return found
}

function addressesOf(text: string): string[] | null {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  if (inBrackets !== undefined) {
    const address = lowerAddress(inBrackets)
    // Mail programs write the address as its name too; another one beside it would be lost.
    const isOther = name.includes('@') && lowerAddress(name.replaceAll('"', '')) !== address
    return address && !isOther && !mentionsNo(name) ? [address] : null
  }
  const addresses = text.split(' ').map(lowerAddress)
  return addresses.every((each) => each !== undefined) ? addresses : null
}

function lowerAddress(text: string): string | undefined {
  return typedAddress(text)?.toLowerCase()
}

function whyNot(text: string): { why: string; isAddress: boolean } {
  if (!text.includes('@')) return { why: 'The @ is missing.', isAddress: false }
  if (/[<>"():]|\s/.test(text)) return { why: 'There is other text beside the address.', isAddress: false }
  return { why: 'This address can’t receive e-mail.', isAddress: true }
}

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?$/i
const british = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:,?\s+(\d\d?):(\d\d)(?::(\d\d))?)?$/
/** Earlier consent dates are implausible. */
const firstYear = 1995

/**
 * Parses a time of another program: ISO 8601 or day/month/year, with or without a time of day. Without a zone it is
 * UTC; a date alone is its noon, so that it is the same day in the shop's time zone. Null for any other text and for
 * impossible dates.
 */
export function readDay(typed: string): Date | null {
  const text = typed.trim()
  const [, year, month, day, hour, minute, second, sign, zoneHours, zoneMinutes] =
    iso.exec(text) ?? turned(british.exec(text)) ?? []
  if (!year || Number(year) < firstYear) return null
  const clock = hour === undefined ? [12, 0, 0] : [Number(hour), Number(minute), Number(second ?? 0)]
  const [h = 0, m = 0, s = 0] = clock
  if (h > 23 || m > 59 || s > 59) return null
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), h, m, s))
  if (at.getUTCMonth() + 1 !== Number(month) || at.getUTCDate() !== Number(day)) return null
  const ahead = Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)
  return new Date(at.getTime() - (sign === '-' ? -ahead : ahead) * 60_000)
}

function turned(found: RegExpExecArray | null): (string | undefined)[] | null {
  if (!found) return null
  const [all, day, month, year, ...time] = found
  return [all, year, month, day, ...time]
}
