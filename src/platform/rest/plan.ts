import type { Claims } from '../database/claims.ts'
import type { Filter, Order, Query } from './parse-query.ts'
import type { Shape } from './parse-request.ts'
import { unknownColumn } from './rest-error.ts'
import type { Column, Table } from './schema.ts'

/**
 * One statement. `text` consists of names from the database schema and of SQL in this folder, never of text
 * from the caller; every value is in `params`.
 */
export type Statement = { text: string; params: unknown[] }

export type Params = { values: unknown[]; add(value: unknown): string }

export function params(): Params {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}::text` }
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function relation(table: Table): string {
  return `"public".${quote(table.name)}`
}

export function column(table: Table, name: string): Column {
  const found = table.columns.get(name)
  if (!found) throw unknownColumn(table.name, name)
  return found
}

/** The names of the requested columns, each once, in the requested order. */
export function selected(table: Table, select: Query['select']): string[] {
  const all = [...table.columns.keys()]
  if (select === null) return all
  const names = select.flatMap((name) => (name === '*' ? all : [column(table, name).name]))
  return [...new Set(names)]
}

/** The same query with `*` expanded for callers who may not read every column of the table. */
export function starFor(role: Claims['role'], table: Table, query: Query): Query {
  const columns = [...table.columns.values()]
  if (role === 'service_role' || !columns.some(({ concealed }) => concealed)) return query
  const shown = columns.filter(({ concealed }) => !concealed).map(({ name }) => name)
  return { ...query, select: (query.select ?? ['*']).flatMap((name) => (name === '*' ? shown : [name])) }
}

/** ` where …`, or nothing. Names are qualified, so that a column of the body is never meant. */
export function where(table: Table, filters: Filter[], into: Params): string {
  if (filters.length === 0) return ''
  return ` where ${filters.map((filter) => condition(table, filter, into)).join(' and ')}`
}

export function orderBy(table: Table, order: Order[], alias = relation(table)): string {
  if (order.length === 0) return ''
  const terms = order.map(({ column: name, descending, nulls }) => {
    const direction = descending ? ' desc' : ' asc'
    return `${alias}.${quote(column(table, name).name)}${direction}${nulls ? ` nulls ${nulls}` : ''}`
  })
  return ` order by ${terms.join(', ')}`
}

const symbols = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
} as const

const truthsInSql = { null: 'null', true: 'true', false: 'false', unknown: 'unknown' } as const

function condition(table: Table, filter: Filter, into: Params): string {
  const text = filter.kind === 'group' ? group(table, filter, into) : comparison(table, filter, into)
  return filter.negated ? `not (${text})` : text
}

function group(table: Table, { joint, items }: Extract<Filter, { kind: 'group' }>, into: Params): string {
  return `(${items.map((item) => condition(table, item, into)).join(joint === 'and' ? ' and ' : ' or ')})`
}

function comparison(table: Table, filter: Exclude<Filter, { kind: 'group' }>, into: Params): string {
  const { name, base, array } = column(table, filter.column)
  const left = `${relation(table)}.${quote(name)}`
  if (filter.kind === 'is') return `${left} is ${truthsInSql[filter.value]}`
  // A list is one parameter, so its length does not change the statement.
  if (filter.kind === 'in') return `${left} = any(${into.add(filter.values)}[]::${array})`
  if (filter.operator === 'like' || filter.operator === 'ilike') {
    return `${left} ${symbols[filter.operator]} ${into.add(filter.value.replaceAll('*', '%'))}`
  }
  // Through text, so that a value the type cannot read is PostgreSQL's own 22P02.
  return `${left} ${symbols[filter.operator]} ${into.add(filter.value)}::${base}`
}

/** The most rows of one response, also above a larger `limit`. */
const mostRows = 1_000

const manySkipped = 1_000

type ReadOptions = { shape: Shape; counted: boolean; head: boolean }

/**
 * One row: `body` the JSON text, `page` the rows in it, `total` all that match, if a count was requested. PostgreSQL
 * writes the JSON, so numbers and times have the form of `row_to_json`. Every kind of count is exact: the planner's
 * estimate would reveal how many rows the policies hide from the caller.
 */
export function planRead(table: Table, query: Query, { shape, counted, head }: ReadOptions): Statement {
  const into = params()
  const from = relation(table)
  const filtered = where(table, query.filters, into)
  const total = counted ? `(select count(*) from ${from}${filtered})` : 'null'
  const limit = ` limit ${into.add(String(Math.min(query.limit ?? mostRows, mostRows)))}::bigint`
  const offset = query.offset > 0 ? ` offset ${into.add(String(query.offset))}::bigint` : ''
  const names = selected(table, query.select)
  const order = orderBy(table, query.order)
  const columns = columnList(from, names)
  const page = (listed: string) => `select ${listed} from ${from}${filtered}${order}${limit}${offset}`
  const keys = skipsMany(table, query, names) ? columnList(from, table.primaryKey) : null
  const rows =
    keys === null ? page(columns) : `select ${columns} from ${from} where (${keys}) in (${page(keys)})${order}`
  const body = head ? 'null::text' : jsonBody('_row', shape)
  return {
    text: `select ${body} as body, count(*)::int as page, ${total}::int as total from (${rows}) _row`,
    params: into.values,
  }
}

/**
 * Whether a page is found by its keys first. PostgreSQL reads every row that an offset skips, and with all columns that
 * takes twice as long. Only where the caller reads the keys anyway: they may not be readable otherwise.
 */
function skipsMany({ primaryKey }: Table, { offset, order }: Query, names: string[]): boolean {
  const isKeyed = primaryKey.length > 0 && primaryKey.every((name) => names.includes(name))
  return offset >= manySkipped && order.length > 0 && isKeyed
}

export function columnList(from: string, names: string[]): string {
  return names.map((name) => `${from}.${quote(name)}`).join(', ')
}

/** As text: the driver would parse `json`, and the response would serialize it again. */
export function jsonBody(alias: string, shape: Shape): string {
  if (shape === 'object') return `coalesce((json_agg(${alias})->0)::text, 'null')`
  return `coalesce(json_agg(${alias})::text, '[]')`
}
