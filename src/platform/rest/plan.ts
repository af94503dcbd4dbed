import type { Claims } from '../database/claims.ts'
import type { Filter, Order, Query } from './query.ts'
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
