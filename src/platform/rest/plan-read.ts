import type { Shape } from './parse-headers.ts'
import { orderBy, params, quote, relation, type Statement, selected, where } from './plan.ts'
import type { Query } from './query.ts'
import type { Table } from './schema.ts'

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
