import type { Preferences, Query } from './parse-query.ts'
import type { Payload, Shape } from './parse-request.ts'
import {
  column,
  columnList,
  jsonBody,
  orderBy,
  type Params,
  params,
  quote,
  relation,
  type Statement,
  selected,
  where,
} from './plan.ts'
import { RestError } from './rest-error.ts'
import type { Column, Table } from './schema.ts'

type WriteOptions = { shape: Shape; preferences: Preferences }

/**
 * An insert or an upsert. With `representation` the result is one row (`body`, `page`); without it nothing is read
 * back, so a role that may only insert succeeds, and only the driver's row count is known.
 */
export function planInsert(table: Table, query: Query, payload: Payload, options: WriteOptions): Statement {
  const into = params()
  const columns = writable(table, payload.keys)
  const merge = conflictTarget(table, query, options.preferences)
  const source =
    columns.length > 0 ? rowsToInsert(columns, payload, options, into, Boolean(merge?.update)) : ' default values'
  const names = columns.length > 0 ? ` (${columns.map(({ name }) => quote(name)).join(', ')})` : ''
  const conflict = merge ? onConflict(merge, columns) : ''
  return returningColumns(table, query, options, `insert into ${relation(table)}${names}${source}${conflict}`, into)
}

export function planUpdate(table: Table, query: Query, payload: Payload, options: WriteOptions): Statement {
  const into = params()
  const columns = writable(table, payload.keys)
  const sets = columns.map(({ name }) => `${quote(name)} = _new.${quote(name)}`)
  const source = `json_to_record${payload.isArray ? 'set' : ''}(${into.add(payload.text)}::json) as _new(${typed(columns)})`
  const text = `update ${relation(table)} set ${sets.join(', ')} from ${source}${where(table, query.filters, into)}`
  return returningColumns(table, query, options, text, into)
}

export function planDelete(table: Table, query: Query, options: WriteOptions): Statement {
  const into = params()
  return returningColumns(
    table,
    query,
    options,
    `delete from ${relation(table)}${where(table, query.filters, into)}`,
    into,
  )
}

/** The setting in which a merging statement counts the rows that were new (see `onConflict`). */
export const insertedSetting = 'request.inserted'

// Returns only the requested columns, so that a caller needs no right to read the others.
function returningColumns(
  table: Table,
  query: Query,
  { shape, preferences }: WriteOptions,
  text: string,
  into: Params,
): Statement {
  if (preferences.return !== 'representation') return { text, params: into.values }
  const shown = selected(table, query.select)
  const ordering = query.order.map((order) => column(table, order.column).name)
  const needed = [...new Set([...shown, ...ordering])]
  const returning = needed.length > 0 ? columnList(relation(table), needed) : '1'
  const rows = `select ${columnList('_written', shown)} from _written${orderBy(table, query.order, '_written')}`
  return {
    text: `with _written as (${text} returning ${returning}) select ${jsonBody('_row', shape)} as body, count(*)::int as page from (${rows}) _row`,
    params: into.values,
  }
}

function writable(table: Table, names: string[]): Column[] {
  return names.map((name) => {
    const found = table.columns.get(name)
    if (found) return found
    const message = `Could not find the '${name.slice(0, 63)}' column of '${table.name}' in the schema cache`
    throw new RestError(400, 'PGRST204', message)
  })
}

function typed(columns: Column[]): string {
  return columns.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
}

function rowsToInsert(
  columns: Column[],
  payload: Payload,
  options: WriteOptions,
  into: Params,
  counted: boolean,
): string {
  const body =
    options.preferences.missing === 'default' ? withDefaults(columns, payload, into) : plainRows(payload, into)
  const names = columns.map(({ name }) => `_new.${quote(name)}`).join(', ')
  return ` select ${names} from ${body} as _new(${typed(columns)})${counted ? ` where ${countOne('+')} is not null` : ''}`
}

function plainRows({ text, isArray }: Payload, into: Params): string {
  return `json_to_record${isArray ? 'set' : ''}(${into.add(text)}::json)`
}

// The columns' own default expressions, computed for each row; a value in the row replaces its default.
function withDefaults(columns: Column[], { text, isArray }: Payload, into: Params): string {
  const rows = isArray ? `${into.add(text)}::jsonb` : `jsonb_build_array(${into.add(text)}::jsonb)`
  const pairs = columns.flatMap(({ name, default: value }) => (value === null ? [] : [`${literal(name)}, ${value}`]))
  return `jsonb_to_recordset((select jsonb_agg(jsonb_build_object(${pairs.join(', ')}) || _given) from jsonb_array_elements(${rows}) _given))`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

type Merge = { target: string[]; update: boolean }

function conflictTarget(table: Table, query: Query, { resolution }: Preferences): Merge | null {
  if (resolution === null) return null
  const target = query.onConflict?.map((name) => column(table, name).name) ?? table.primaryKey
  return target.length > 0 ? { target, update: resolution === 'merge-duplicates' } : null
}

// Each row adds one before its insert and subtracts one if it becomes an update, so the sum is the number of new rows.
// `returning xmax = 0` would show it too, but needs the right to read the row.
function onConflict({ target, update }: Merge, columns: Column[]): string {
  const on = ` on conflict (${target.map(quote).join(', ')})`
  if (!update || columns.length === 0) return `${on} do nothing`
  const sets = columns.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`)
  return `${on} do update set ${sets.join(', ')} where ${countOne('-')} is not null`
}

function countOne(sign: '+' | '-'): string {
  const before = `coalesce(nullif(current_setting('${insertedSetting}', true), '')::int, 0)`
  return `set_config('${insertedSetting}', (${before} ${sign} 1)::text, true)`
}
