import { RestError, unreadable } from './rest-error.ts'
import { atEnd, type Scanner, scan, skipBlanks, take, takeName, takeUntil, takeValue } from './scanner.ts'

/** Operators that compare a column with one value. `is` and `in` have shapes of their own. */
export const comparisons = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const
type Comparison = (typeof comparisons)[number]

export const truths = ['null', 'true', 'false', 'unknown'] as const
type Truth = (typeof truths)[number]

export type Filter =
  | { kind: 'compare'; column: string; operator: Comparison; value: string; negated: boolean }
  | { kind: 'in'; column: string; values: string[]; negated: boolean }
  | { kind: 'is'; column: string; value: Truth; negated: boolean }
  | { kind: 'group'; joint: 'and' | 'or'; items: Filter[]; negated: boolean }

export type Order = { column: string; descending: boolean; nulls: 'first' | 'last' | null }

/** The query of a request URL. Its names are unverified: the plan looks each up in the schema. */
export type Query = {
  /** Null: every column. An empty list: rows without columns. */
  select: string[] | null
  filters: Filter[]
  order: Order[]
  limit: number | null
  offset: number
  columns: string[] | null
  onConflict: string[] | null
}

export type Preferences = {
  count: 'exact' | 'planned' | 'estimated' | null
  return: 'minimal' | 'representation' | null
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
}

/**
 * Reads the query string of /rest/v1/{table}. Refuses PGRST100 (unreadable), PGRST103 (a negative range) and PGRST200
 * (embedding). A reserved name given twice is refused as ambiguous.
 */
export function parseQuery(params: URLSearchParams): Query {
  const query: Query = {
    select: null,
    filters: [],
    order: [],
    limit: null,
    offset: 0,
    columns: null,
    onConflict: null,
  }
  const seen = new Set<string>()
  for (const [key, value] of params) {
    const read = reserved.get(key)
    if (read) {
      if (seen.has(key)) throw unreadable('query', key, 'given more than once')
      seen.add(key)
      read(query, value)
    } else if (key !== 'apikey') {
      query.filters.push(readFilter(key, value))
    }
  }
  return query
}

const reserved = new Map<string, (query: Query, value: string) => void>([
  ['select', (query, value) => Object.assign(query, { select: readSelect(value) })],
  ['order', (query, value) => Object.assign(query, { order: readOrder(value) })],
  ['limit', (query, value) => Object.assign(query, { limit: readCount('limit', value) })],
  ['offset', (query, value) => Object.assign(query, { offset: readCount('offset', value) })],
  ['columns', (query, value) => Object.assign(query, { columns: readNames('columns', value) })],
  ['on_conflict', (query, value) => Object.assign(query, { onConflict: readNames('on_conflict', value) })],
])

const groups = new Map<string, { joint: 'and' | 'or'; negated: boolean }>([
  ['and', { joint: 'and', negated: false }],
  ['or', { joint: 'or', negated: false }],
  ['not.and', { joint: 'and', negated: true }],
  ['not.or', { joint: 'or', negated: true }],
])

function readFilter(key: string, value: string) {
  const group = groups.get(key)
  if (group) return parseGroup(group.joint, group.negated, value)
  const s = scan(key)
  const column = takeName(s)
  if (column === null || !atEnd(s)) throw unreadable('filter', key, 'expecting the name of a column')
  return parseFilter(column, value)
}

/** Column names and `*`; aliases, casts and JSON paths are not supported; parentheses are an embedding. */
function readSelect(text: string): string[] | null {
  if (text === '' || text === '*') return text === '' ? [] : null
  const s = scan(text)
  const names: string[] = []
  do {
    const name = takeStar(s) ?? takeName(s)
    if (name !== null && (atEnd(s) || s.text.charAt(s.at) === ',')) names.push(name)
    else throw isEmbedding(text) ? embedding(text) : unreadable('select parameter', text, `at position ${s.at}`)
  } while (take(s, ','))
  if (!atEnd(s)) throw unreadable('select parameter', text, `unexpected text after position ${s.at}`)
  return names
}

function takeStar(s: Scanner): string | null {
  skipBlanks(s)
  if (!take(s, '*')) return null
  skipBlanks(s)
  return '*'
}

function isEmbedding(text: string): boolean {
  return text.includes('(') && !text.startsWith('(')
}

/** Only the beginning of a longer text is repeated in the message. */
const longestSelect = 1_000

function embedding(text: string): RestError {
  const [before = ''] = text.slice(0, longestSelect).split('(', 1)
  const relation =
    before
      .split('!', 1)[0]
      ?.trimEnd()
      .split(/[\s,.:"]/)
      .at(-1) || text
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship to '${relation.slice(0, 63)}' in the schema cache`,
    {
      details: 'Embedding related tables is not part of this API',
    },
  )
}

function readOrder(text: string): Order[] {
  const s = scan(text)
  const order: Order[] = []
  do {
    const column = takeName(s)
    if (column === null) throw unreadable('order', text, `expecting the name of a column at position ${s.at}`)
    const descending = take(s, '.desc')
    if (!descending) take(s, '.asc')
    const nulls = take(s, '.nullsfirst') ? 'first' : take(s, '.nullslast') ? 'last' : null
    skipBlanks(s)
    order.push({ column, descending, nulls })
  } while (take(s, ','))
  if (!atEnd(s)) throw unreadable('order', text, `unexpected text after position ${s.at}`)
  return order
}

function readCount(name: string, text: string): number {
  if (/^-\d{1,15}$/.test(text) && Number(text) < 0) throw badRange(`${name} should be zero or more`)
  if (!/^\d{1,15}$/.test(text)) throw unreadable(name, text, 'expecting a whole number')
  return Number(text)
}

export function badRange(details: string, headers: Record<string, string> = {}): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })
}

function readNames(what: string, text: string): string[] {
  const s = scan(text)
  const names: string[] = []
  do {
    const name = takeName(s)
    if (name === null) throw unreadable(what, text, `expecting the name of a column at position ${s.at}`)
    names.push(name)
  } while (take(s, ','))
  if (!atEnd(s)) throw unreadable(what, text, `unexpected text after position ${s.at}`)
  return [...new Set(names)]
}

const deepest = 5

/** Parses the text behind `column=`: `eq.1`, `not.in.(a,"b,c")`, `is.null`. Refuses PGRST100. */
function parseFilter(column: string, text: string): Filter {
  const s = scan(text)
  const negated = take(s, 'not.')
  const operator = readOperator(s, text)
  const filter = readOperand(s, { column, operator, negated, text, inGroup: false })
  if (!atEnd(s)) throw unreadable('filter', text, `unexpected text after position ${s.at}`)
  return filter
}

/**
 * Parses the text behind `and=` or `or=`: `(a.eq.1,not.or(b.lt.2,c.is.null))`. Refuses PGRST100, also past five levels.
 */
function parseGroup(joint: 'and' | 'or', negated: boolean, text: string): Filter {
  const s = scan(text)
  skipBlanks(s)
  const group = readGroup(s, { joint, negated, depth: 1, text })
  if (!atEnd(s)) throw unreadable('logic tree', text, `unexpected text after position ${s.at}`)
  return group
}

type GroupAt = { joint: 'and' | 'or'; negated: boolean; depth: number; text: string }

function readGroup(s: Scanner, { joint, negated, depth, text }: GroupAt): Filter {
  if (depth > deepest) throw unreadable('logic tree', text, `nested deeper than ${deepest} levels`)
  if (!take(s, '(')) throw unreadable('logic tree', text, `expecting "(" at position ${s.at}`)
  const items: Filter[] = []
  do items.push(readMember(s, depth, text))
  while (take(s, ','))
  if (!take(s, ')')) throw unreadable('logic tree', text, `expecting "," or ")" at position ${s.at}`)
  skipBlanks(s)
  return { kind: 'group', joint, items, negated }
}

const groupStart = /(not\.)?(and|or)[ \t\r\n]*(?=\()/y

function readMember(s: Scanner, depth: number, text: string): Filter {
  skipBlanks(s)
  groupStart.lastIndex = s.at
  const [start, not, joint] = groupStart.exec(s.text) ?? []
  if (start) {
    s.at += start.length
    return readGroup(s, { joint: joint === 'and' ? 'and' : 'or', negated: not !== undefined, depth: depth + 1, text })
  }
  const column = takeName(s)
  if (column === null || !take(s, '.')) throw unreadable('logic tree', text, `expecting a column and "." at ${s.at}`)
  const negated = take(s, 'not.')
  const operator = readOperator(s, text)
  return readOperand(s, { column, operator, negated, text, inGroup: true })
}

type Operator = Comparison | 'in' | 'is'

function readOperator(s: Scanner, text: string): Operator {
  const found = takeUntil(s, '.')
  if (!take(s, '.')) throw unreadable('filter', text, 'expecting an operator and "."')
  if (found === 'in' || found === 'is') return found
  const comparison = comparisons.find((known) => known === found)
  if (!comparison) throw unreadable('filter', text, `unknown operator; expecting one of ${comparisons}, is, in`)
  return comparison
}

type Operand = { column: string; operator: Operator; negated: boolean; text: string; inGroup: boolean }

function readOperand(s: Scanner, { column, operator, negated, text, inGroup }: Operand): Filter {
  if (operator === 'in') return { kind: 'in', column, values: readList(s, text), negated }
  const value = inGroup ? readGroupValue(s) : takeUntil(s, '')
  if (operator !== 'is') return { kind: 'compare', column, operator, value, negated }
  return { kind: 'is', column, value: readTruth(inGroup ? value.trimEnd() : value, text), negated }
}

// Inside a group a comma ends a value, except in quotes and in an array literal such as {a,b}.
function readGroupValue(s: Scanner): string {
  if (!s.text.startsWith('{', s.at)) return takeValue(s, ',)')
  const array = takeUntil(s, '}')
  if (!take(s, '}')) return array
  skipBlanks(s)
  return `${array}}`
}

function readTruth(value: string, text: string): Truth {
  const truth = truths.find((known) => known === value.toLowerCase())
  if (!truth) throw unreadable('filter', text, `expecting one of ${truths} after "is."`)
  return truth
}

function readList(s: Scanner, text: string): string[] {
  if (!take(s, '(')) throw unreadable('filter', text, 'expecting "(" after "in."')
  const values: string[] = []
  skipBlanks(s)
  if (take(s, ')')) return values
  do values.push(takeValue(s, ',)'))
  while (take(s, ','))
  if (!take(s, ')')) throw unreadable('filter', text, 'expecting ")" at the end of the list')
  skipBlanks(s)
  return values
}
