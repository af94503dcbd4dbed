import { finished } from 'node:stream/promises'
import { setImmediate as breath } from 'node:timers/promises'
import { type CsvError, type Info, type Options, parse } from 'csv-parse'
import { unescapeFormula } from './csv.ts'
import { AppError } from './http/errors/app-error.ts'

/**
 * A row with its cells. `line`: as editors count, from 1, of a line break in a cell the last line; `row`: as spreadsheet
 * programs count.
 */
export type Row = { cells: string[]; line: number; row: number }

/** A row by the names of its columns. */
export type Cells<Name extends string> = { row: number; cell: (name: Name) => string }

/** The place of each column by its heading, of two of one name the first. */
export function placesOf(headings: readonly string[]): ReadonlyMap<string, number> {
  return new Map(headings.map((heading, at) => [heading, at] as const).reverse())
}

/**
 * A row whose cells are read by name, '' where there is none. `places`: of the file's headings in lower case; `columns`: what
 * each column may be called; the first that has a value counts.
 */
export function toCells<Name extends string>(
  { cells, row }: Row,
  places: ReadonlyMap<string, number>,
  columns: Record<Name, readonly string[]>,
): Cells<Name> {
  return {
    row,
    cell: (name) => {
      for (const each of columns[name]) {
        const text = cells[places.get(each) ?? -1]?.trim()
        if (text) return unescapeFormula(text)
      }
      return ''
    },
  }
}

export type CsvRows = {
  /** The rows that are not empty, read again at each call. */
  rows: () => AsyncGenerator<Row>
  /** The line `sep=;`, by which spreadsheet programs note the separator. */
  separatorLine: string | null
}

/** `tooMany` and `tooLong` are the messages of a file with more lines, or with a longer one. */
type Limits = { mostLines: number; tooMany: string; longestLine: number; tooLong: (line: number) => string }

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
 * The rows of a file from any program: separated by commas, semicolons, tabs or vertical bars. Reads in chunks, so that
 * other requests do not wait. Refuses bad_request for a file beyond the limits. The rows end with `CutOff` if a
 * quotation mark is never closed.
 */
export function csvRows(csv: string, limits: Limits): CsvRows {
  refuseMonsters(csv, limits)
  const [separatorLine, noted] = /^\u{feff}?"?sep=([^\r\n"])"?(?=[\r\n])/iu.exec(csv) ?? []
  // The line stays, empty, so that the others keep their numbers.
  const text = separatorLine ? csv.slice(separatorLine.length) : csv
  const delimiter = noted ?? delimiterOf(text)
  return { rows: () => readRows(text, delimiter), separatorLine: separatorLine?.replace('\u{feff}', '') ?? null }
}

function refuseMonsters(csv: string, { mostLines, tooMany, longestLine, tooLong }: Limits): void {
  let lines = 1
  let begin = 0
  for (let at = 0; at <= csv.length; at += 1) {
    const isBreak = at === csv.length || csv[at] === '\n' || csv[at] === '\r'
    if (!isBreak) continue
    if (at - begin > longestLine) throw new AppError('bad_request', tooLong(lines))
    if (csv[at] === '\r' && csv[at + 1] === '\n') at += 1
    begin = at + 1
    lines += 1
    // A line break at the end begins no line.
    if (lines > mostLines + 2) throw new AppError('bad_request', tooMany)
  }
}

async function* readRows(csv: string, delimiter: string): AsyncGenerator<Row> {
  const read: Row[] = []
  let row = 0
  let lastLine = 0
  let isCutOff = false
  const options: Options = {
    bom: true,
    info: true,
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
    on_skip(error: CsvError | undefined) {
      if (error) isCutOff = true
      return undefined
    },
  }
  const parser = parse(options).on('data', ({ record, info }: { record: string[]; info: Info }) => {
    lastLine = info.lines
    row += 1
    if (record.some((cell) => cell.trim() !== '')) read.push({ cells: record, line: info.lines, row })
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

/** All rows of a file. `cutOff`: the row at which it ends within quotation marks, if it does. */
export async function readAllRows(
  csv: string,
  limits: Limits,
): Promise<{ read: Row[]; cutOff: { row: number; value: string; why: string } | null }> {
  const read: Row[] = []
  try {
    for await (const row of csvRows(csv, limits).rows()) read.push(row)
  } catch (error) {
    if (!(error instanceof CutOff)) throw error
    return { read, cutOff: { row: (read.at(-1)?.row ?? 0) + 1, value: '"', why: error.message } }
  }
  return { read, cutOff: null }
}
