import type pg from 'pg'
import { schemas } from '../backup/backup-tables.ts'

export type TargetColumn = {
  name: string
  /** Without a length, so that a text that is too long is refused and not cut. */
  type: string
  /** The SQL of what a row gets without this column, where null is not allowed; null: nothing. */
  fallback: string | null
  isGenerated: boolean
}

/** The columns of every table, by `schema.table`. */
export async function readTargetColumns(client: pg.Client): Promise<Map<string, TargetColumn[]>> {
  const { rows } = await client.query<{ table: string } & TargetColumn>(
    `select n.nspname || '.' || c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       case when a.attnotnull and a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as fallback,
       a.attgenerated <> '' as "isGenerated"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relkind = 'r' and n.nspname = any($1) order by a.attnum`,
    [schemas],
  )
  const tables = new Map<string, TargetColumn[]>()
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}

/** Every identity column goes on after the highest value of its table. */
export async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.oid::regclass::text as table, quote_ident(a.attname) as column,
       pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' where c.relkind = 'r' and n.nspname = any($1)`,
    [schemas],
  )
  for (const { table, column, sequence } of rows)
    await client.query(
      `select setval($1::regclass, max(${column}::bigint)) from ${table} having max(${column}) is not null`,
      [sequence],
    )
}
