import { type CsvRows, CutOff, type Row } from '#platform/csv-rows.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { mentionsNo } from './consent-words.ts'
import {
  addValue,
  type Column,
  type ColumnAnswer,
  type ColumnFacts,
  columnsOfDays,
  emptyFacts,
  isNameOfEmail,
  understandColumns,
  wordOf,
} from './list-columns.ts'
import { addressesIn, listRows, readDay } from './list-rows.ts'
import type { ListPreview, NotedLine } from './subscribers.contract.ts'

/** Every address and every unreadable part is counted once: in `addresses`, `left`, `repeated` or `invalid`. */
export type ReadAddresses = ListPreview & {
  /** Without duplicates, in lower case. */
  addresses: string[]
  /** Addresses that the file marks as unsubscribed: stored as objections. */
  left: string[]
  /** The day of the consent or of the objection, if the file has one; it may be in the future. */
  agreedAt: Map<string, Date>
  leftAt: Map<string, Date>
  /** How often an address was repeated. */
  repeated: number
  invalid: NotedLine[]
}

const shownLength = 120
/** The heading is among these lines. */
const headLines = 30
const mostColumns = 200

/**
 * Refuses bad_request for the name of a file of people who left: programs write them into files of their own, of which
 * only the name may say so.
 */
export function refuseFileName(name: string): void {
  if (!mentionsNo(name)) return
  throw new AppError(
    'bad_request',
    `The file is called “${shown(name)}”. Import only people who agreed; if these did, please rename the file.`,
  )
}

/**
 * Finds the heading and the meaning of each column. Refuses bad_request for a file that may be of people who left, for
 * a second list in it, and for one that is no list of addresses.
 */
export async function previewList(csv: string, answers: readonly ColumnAnswer[] = []): Promise<ListPreview> {
  return inspect(listRows(csv), answers)
}

/**
 * The addresses of a file from any program: with or without a heading, several to a line or to a cell. Reads in
 * chunks, so that other requests do not wait. Refuses columns_unclear (details: columns) while a column may say no in
 * words that are not understood and `answers` do not say what it means.
 */
export async function readAddresses(csv: string, answers: readonly ColumnAnswer[] = []): Promise<ReadAddresses> {
  const list = listRows(csv)
  const preview = await inspect(list, answers)
  if (preview.lines === preview.ignored.length) throw new AppError('bad_request', 'This file is empty.')
  refuseUnclear(preview.columns)
  const { columns, ignored } = preview
  const emails = columns.filter(({ means }) => means === 'email').map(({ at }) => at)
  const leavings = columns.filter(({ means }) => means === 'left').map(({ at }) => at)
  const days = columnsOfDays(columns)
  const skipped = new Set(ignored.map(({ line }) => line))
  const invalid: NotedLine[] = []
  const addresses = new Set<string>()
  const left = new Set<string>()
  const agreedAt = new Map<string, Date>()
  const leftAt = new Map<string, Date>()
  let repeated = 0

  function take(row: Row): void {
    const found = readLine(row, emails)
    for (const { text, why } of found.wrong) invalid.push({ line: row.line, value: shown(text), why })
    const word = found.doubt ? { why: found.doubt } : wordOf(row, columns)
    for (const address of found.addresses) {
      if (typeof word === 'object') invalid.push({ line: row.line, value: address, why: word.why })
      else if (word === 'left') takeLeft(address, row)
      else takeAgreed(address, row)
    }
    for (const at of leavings) {
      for (const address of addressesIn(row.cells[at] ?? '').addresses) takeLeft(address, row)
    }
  }

  /** One unsubscribed line outweighs any number of others. */
  function takeLeft(address: string, row: Row): void {
    if (addresses.has(address) || left.has(address)) repeated += 1
    left.add(address)
    addresses.delete(address)
    agreedAt.delete(address)
    const day = dayOf(row, leavings)
    if (day && !leftAt.has(address)) leftAt.set(address, day)
  }

  function takeAgreed(address: string, row: Row): void {
    if (addresses.has(address) || left.has(address)) repeated += 1
    if (left.has(address)) return
    addresses.add(address)
    const day = dayOf(row, days)
    if (day && !agreedAt.has(address)) agreedAt.set(address, day)
  }

  try {
    for await (const row of list.rows()) if (!skipped.has(row.line)) take(row)
  } catch (error) {
    if (!(error instanceof CutOff)) throw error
    invalid.push({ line: error.line, value: '"', why: error.message })
  }
  invalid.sort((a, b) => a.line - b.line)
  return { ...preview, addresses: [...addresses], left: [...left], agreedAt, leftAt, repeated, invalid }
}

function refuseUnclear(columns: Column[]): void {
  const unclear = columns.filter(({ means }) => means === null)
  if (unclear.length > 0) {
    const names = unclear.slice(0, 5).map(({ at, heading }) => (heading ? `“${heading}”` : `column ${at + 1}`))
    const more = unclear.length > names.length ? ` and ${unclear.length - names.length} more` : ''
    throw new AppError('columns_unclear', `Please say what ${names.join(', ')}${more} means before you import.`, {
      status: 400,
      details: { columns },
    })
  }
  if (!columns.some(({ means }) => means === 'email')) {
    throw new AppError('bad_request', 'Please say which column has the e-mail addresses.')
  }
}

/** Reads the file once without adding anything. */
async function inspect(list: CsvRows, answers: readonly ColumnAnswer[]): Promise<ListPreview> {
  const ignored: NotedLine[] = []
  const facts: ColumnFacts[] = []
  let head: Row[] | null = []
  let heading: string[] | null = null
  let lines = 0
  let dataLines = 0
  let lastLine = 0
  let mayHead: Row | null = null
  if (list.separatorLine !== null) {
    lines += 1
    ignored.push({ line: 1, value: list.separatorLine, why: 'It notes the separator.' })
  }

  function takeHead(rows: Row[]): void {
    const at = headingAmong(rows)
    for (const row of rows.slice(0, Math.max(at, 0))) {
      refuseNo(row)
      ignored.push({ line: row.line, value: shownRow(row), why: 'It is above the heading.' })
    }
    const found = rows[at]
    if (found) {
      heading = found.cells
      lastLine = found.line
      ignored.push({ line: found.line, value: shownRow(found), why: 'It is the heading.' })
    }
    for (const row of rows.slice(at + 1)) takeRow(row)
  }

  function takeRow(row: Row): void {
    if (row.cells.length > mostColumns) {
      throw new AppError('bad_request', `Line ${row.line} has more than ${mostColumns} columns.`)
    }
    if (isAnotherHeading(row)) {
      if (heading?.join('\t') !== row.cells.join('\t')) {
        throw new AppError(
          'bad_request',
          `A second list seems to begin on line ${row.line}. Please import each list by itself.`,
        )
      }
      ignored.push({ line: row.line, value: shownRow(row), why: 'It repeats the heading.' })
      return
    }
    const hasGap = row.line - lastLine > linesOf(row)
    lastLine = row.line
    if (hasAddress(row)) refuseSection(mayHead)
    else {
      if (filledCells(row).length === 1) refuseNo(row)
      if ((hasGap && !hasMistyped(row)) || isWordUnderAddresses(row, facts)) mayHead ??= row
    }
    dataLines += 1
    for (const [at, cell] of row.cells.entries()) {
      facts[at] ??= emptyFacts()
      addValue(facts[at], cell)
    }
  }

  try {
    for await (const row of list.rows()) {
      lines += 1
      if (!head) takeRow(row)
      else if (head.push(row) >= headLines) {
        takeHead(head)
        head = null
      }
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error
    lines += 1
  }
  if (head) takeHead(head)
  for (const at of (heading as string[] | null)?.keys() ?? []) facts[at] ??= emptyFacts()
  return { lines, ignored, columns: understandColumns(heading, facts, { lines: dataLines, answers }) }
}

/**
 * The heading among the first lines, or -1: a line with a usual name of the address column, and otherwise, above the
 * first address, the line with the most cells.
 */
function headingAmong(rows: Row[]): number {
  const named = rows.findIndex(isAnotherHeading)
  if (named >= 0) return named
  const firstAddress = rows.findIndex(hasAddress)
  const above = rows.slice(0, firstAddress < 0 ? rows.length : firstAddress)
  const widths = above.map((row) => filledCells(row).length)
  return widths.indexOf(Math.max(...widths))
}

function isAnotherHeading(row: Row): boolean {
  return !hasAddress(row) && row.cells.some(isNameOfEmail)
}

function hasAddress({ cells }: Row): boolean {
  return cells.some((cell) => cell.includes('@') && addressesIn(cell).addresses.length > 0)
}

/** A line such as “Unsubscribed contacts” may be about the lines below it. */
function refuseNo(row: Row): void {
  if (!mentionsNo(row.cells.join(' ')) || hasAddress(row)) return
  throw new AppError(
    'bad_request',
    `Line ${row.line} says “${shownRow(row)}”. Import only people who agreed; if this line is not about the addresses below it, please remove it.`,
  )
}

/** A line without an address, after an empty one or among addresses, may be a heading in words that are not known. */
function refuseSection(row: Row | null): void {
  if (!row) return
  throw new AppError(
    'bad_request',
    `Line ${row.line}, “${shownRow(row)}”, has no address and may be a heading. If the people below it left, remove them as well as this line; otherwise remove this line alone.`,
  )
}

/** Whether the only cell of a line is a word, in a column that has addresses. */
function isWordUnderAddresses(row: Row, facts: ColumnFacts[]): boolean {
  const at = row.cells.findIndex((cell) => cell.trim() !== '')
  const word = row.cells[at]?.trim() ?? ''
  return filledCells(row).length === 1 && (facts[at]?.withAddress ?? 0) > 0 && (!/[@.]/.test(word) || /\s/.test(word))
}

/** Whether a cell is an address with a mistake, which is reported as that. */
function hasMistyped({ cells }: Row): boolean {
  return cells.some((cell) => /^[^\s@]+@[^\s@]*$/.test(cell.trim()))
}

function filledCells({ cells }: Row): string[] {
  return cells.filter((cell) => cell.trim() !== '')
}

/** How many lines of the file a line with line breaks in its cells takes. */
function linesOf({ cells }: Row): number {
  return cells.join('').split(/\r\n|\n|\r/).length
}

type LineAddresses = { addresses: string[]; wrong: { text: string; why: string }[]; doubt: string | null }

/** The addresses of all e-mail columns of a line. Text that is no address may be a no, so it puts the line in doubt. */
function readLine(row: Row, emails: number[]): LineAddresses {
  const cells = emails.map((at) => addressesIn(row.cells[at] ?? ''))
  const addresses = cells.flatMap((each) => each.addresses)
  const wrong = cells.flatMap((each) => each.wrong)
  if (addresses.length + wrong.length === 0) {
    return { addresses, wrong: [{ text: shownRow(row), why: 'There’s no address on this line.' }], doubt: null }
  }
  const beside = wrong.find(({ isAddress }) => !isAddress)
  const doubt = beside ? `“${beside.text.slice(0, 40)}” is beside this address, and its meaning is not known.` : null
  return { addresses, wrong, doubt }
}

function dayOf({ cells }: Row, days: number[]): Date | null {
  for (const at of days) {
    const day = readDay(cells[at] ?? '')
    if (day) return day
  }
  return null
}

function shownRow({ cells }: Row): string {
  return shown(cells.join(', '))
}

function shown(text: string): string {
  return text.slice(0, shownLength)
}
