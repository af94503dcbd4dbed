import { parseFilter, parseGroup } from './parse-filter.ts'
import type { Order, Query } from './query.ts'
import { RestError, unreadable } from './rest-error.ts'
import { atEnd, type Scanner, scan, skipBlanks, take, takeName } from './scanner.ts'

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
