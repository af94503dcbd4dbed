import { isUtf8 } from 'node:buffer'
import { type DumpSource, openDumpSource } from './dump-source.ts'
import {
  type DumpValue,
  expectCharacter,
  expectKeywords,
  readCopyLine,
  skipSpace,
  takeIf,
  takeKeyword,
  takeName,
  takeNames,
  takeTableName,
  takeValue,
} from './dump-tokens.ts'

/** The rows of one statement: where they begin in the file, and how many there are. */
type Block = { form: 'insert' | 'copy'; at: number; columns: string[]; rows: number }
/** A table of a dump, by `schema.table`, with all its rows. */
export type DumpTable = { name: string; columns: string[]; rows: number; blocks: Block[] }

/** Statements that say nothing of rows, by their first word. */
const passedOver = new Set(['SET', 'RESET', 'SELECT', 'BEGIN', 'COMMIT', 'ALTER'])

/**
 * The tables of a file that `pg_dump --data-only` or `supabase db dump --data-only` wrote, with INSERT statements that
 * name their columns, or with COPY. Every literal is read and none of the file's SQL is run. Throws DumpError for a
 * file that is not complete, or has a statement of another kind.
 */
export function scanDump(path: string): Map<string, DumpTable> {
  const tables = new Map<string, DumpTable>()
  const source = openDumpSource(path)
  let isComplete = false
  try {
    for (;;) {
      const comments = skipSpace(source)
      isComplete ||= comments.some((each) => each.includes('PostgreSQL database dump complete'))
      if (source.peek() === '') break
      if (source.take(/\\(?:un)?restrict [^\n]*/y)) continue
      const keyword = takeKeyword(source)
      if (keyword === 'INSERT' || keyword === 'COPY') addBlock(tables, source, keyword)
      else if (passedOver.has(keyword)) isComplete = passOver(source, keyword) || isComplete
      else source.fail(`this is not a data-only dump: ${keyword || 'the statement'} is neither INSERT nor COPY`)
    }
    if (!isComplete) source.fail('the file ends without the mark of a complete dump: it was cut off')
    return tables
  } finally {
    source.close()
  }
}

/** The rows of a table of `scanDump`, in the order of the file, with the columns of that table. */
export function* readRows(path: string, table: DumpTable): Generator<DumpValue[]> {
  for (const block of table.blocks) {
    const order = table.columns.map((name) => block.columns.indexOf(name))
    const source = openDumpSource(path, block.at)
    try {
      for (const values of rowsOf(source, block)) yield order.map((index) => values[index] ?? null)
    } finally {
      source.close()
    }
  }
}

function addBlock(tables: Map<string, DumpTable>, source: DumpSource, keyword: 'INSERT' | 'COPY'): void {
  if (keyword === 'INSERT') expectKeywords(source, 'INTO')
  const { schema, table } = takeTableName(source)
  skipSpace(source)
  if (source.peek() !== '(') source.fail('the columns are not named: dump with --column-inserts, or with COPY')
  const columns = takeNames(source)
  const form = keyword === 'INSERT' ? 'insert' : 'copy'
  if (form === 'insert') startOfValues(source)
  else startOfCopy(source)
  const block: Block = { form, at: source.position(), columns, rows: 0 }
  for (const _ of rowsOf(source, block)) block.rows += 1
  if (form === 'insert') endOfInsert(source)
  const name = `${schema}.${table}`
  const known = tables.get(name)
  if (!known) tables.set(name, { name, columns, rows: block.rows, blocks: [block] })
  else {
    known.blocks.push(block)
    known.rows += block.rows
    known.columns = [...new Set([...known.columns, ...columns])]
  }
}

function* rowsOf(source: DumpSource, { form, columns }: Block): Generator<DumpValue[]> {
  for (const values of form === 'insert' ? insertRows(source) : copyRows(source)) {
    if (values.length !== columns.length) source.fail(`a row has ${values.length} values for ${columns.length} columns`)
    const wrong = values.findIndex((value) => value !== null && hasOtherBytes.test(value) && !isUtf8Text(value))
    if (wrong >= 0)
      source.fail(
        `the value of ${columns[wrong]} is not in UTF-8, but probably in Latin-1 (Windows-1252): dump again with ` +
          '--encoding=UTF8, or save the file as UTF-8',
      )
    yield values
  }
}

const hasOtherBytes = /[\x80-\xff]/

function isUtf8Text(value: string): boolean {
  return isUtf8(Buffer.from(value, 'latin1'))
}

function* insertRows(source: DumpSource): Generator<DumpValue[]> {
  do {
    expectCharacter(source, '(')
    const values = [takeValue(source)]
    while (takeIf(source, ',')) values.push(takeValue(source))
    expectCharacter(source, ')')
    yield values
  } while (takeIf(source, ','))
}

function* copyRows(source: DumpSource): Generator<DumpValue[]> {
  for (;;) {
    const text = takeCopyLine(source)
    if (text === '\\.') break
    // Before the line feed, so that a fault is on this line.
    yield readCopyLine(text)
    source.take(/\n/y)
  }
  source.take(/\n/y)
}

/**
 * A line up to its line feed. A carriage return before that is of a file with the line ends of Windows: one of a value is
 * written `\\r`. A backslash at the end makes the line feed part of the value.
 */
function takeCopyLine(source: DumpSource): string {
  let text = ''
  for (;;) {
    text += source.take(/[^\n]*/y)
    if (source.peek() === '') source.fail('the file ends within the rows of a table: it is not complete')
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    if (!/(?:^|[^\\])(?:\\\\)*\\$/.test(line)) return line
    text = `${line}${source.take(/\n/y)}`
  }
}

function startOfValues(source: DumpSource): void {
  const keyword = takeKeyword(source)
  if (keyword === 'OVERRIDING') {
    takeKeyword(source)
    expectKeywords(source, 'VALUE', 'VALUES')
  } else if (keyword !== 'VALUES') source.fail('VALUES is expected here')
}

function endOfInsert(source: DumpSource): void {
  if (takeIf(source, ';')) return
  expectKeywords(source, 'ON', 'CONFLICT', 'DO', 'NOTHING')
  expectCharacter(source, ';')
}

function startOfCopy(source: DumpSource): void {
  expectKeywords(source, 'FROM', 'STDIN')
  expectCharacter(source, ';')
  source.take(/[ \t\r]*\n/y)
}

/** Passes a statement over, and returns whether it ends a dump of the Supabase command. */
function passOver(source: DumpSource, keyword: string): boolean {
  skipSpace(source)
  const name = source.peek() === ';' ? '' : takeName(source)
  const setting = name.toLowerCase()
  const text = source.take(/[^;']*(?:'[^']*'[^;']*)*/y)
  expectCharacter(source, ';')
  if (keyword === 'SET' && setting === 'client_encoding' && !/utf-?8/i.test(text))
    source.fail('the dump is not in UTF-8: dump with --encoding=UTF8')
  if (keyword === 'SET' && setting === 'standard_conforming_strings' && !/\bon\b/i.test(text))
    source.fail('the dump was written with standard_conforming_strings off')
  if (keyword === 'ALTER' && !/(?:DISABLE|ENABLE)\s+TRIGGER\s+ALL/i.test(text))
    source.fail('this is not a data-only dump: it alters more than triggers of tables')
  if (keyword === 'SELECT' && !/^\s*\.\s*"?(?:setval|set_config)"?\s*\(/i.test(text))
    source.fail('this is not a data-only dump: it selects something')
  return keyword === 'RESET'
}
