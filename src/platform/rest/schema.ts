import type pg from 'pg'

/**
 * `type` is the SQL name of the column's type, quoted and qualified; `base` the one below a domain; `array` of base.
 * `concealed`: users may read the table, but not this column.
 */
export type Column = {
  name: string
  type: string
  base: string
  array: string
  default: string | null
  concealed: boolean
}
export type Table = {
  name: string
  columns: Map<string, Column>
  primaryKey: string[]
  /** The columns of each unique index, by its name; indexes of expressions are left out. */
  unique: Map<string, string[]>
}
export type Schema = Map<string, Table>

const statement = `
with recursive bases as (
  select oid as type, oid as base from pg_type where typtype <> 'd'
  union all
  select d.oid, b.base from pg_type d join bases b on d.typbasetype = b.type where d.typtype = 'd'
)
select c.relname as table, a.attname as name,
       format('%I.%I', tn.nspname, t.typname) as type,
       format('%I.%I', bn.nspname, b.typname) as base,
       format('%I.%I', bn.nspname, coalesce(arr.typname, 'text')) as array,
       case when a.attgenerated = '' and a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid) end as default,
       coalesce(array_position(k.conkey, a.attnum), 0) as key_place,
       has_any_column_privilege('authenticated', c.oid, 'select')
         and not has_column_privilege('authenticated', c.oid, a.attnum, 'select') as concealed
from pg_class c
join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
join pg_namespace tn on tn.oid = t.typnamespace
join bases on bases.type = t.oid
join pg_type b on b.oid = bases.base
join pg_namespace bn on bn.oid = b.typnamespace
left join pg_type arr on arr.oid = b.typarray
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
where c.relname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
order by c.relname, a.attnum`

const uniqueIndexes = `
select c.relname as table, i.relname as name,
       array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality as k(attnum, place)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
             where place <= x.indnkeyatts order by place) as columns
from pg_index x
join pg_class c on c.oid = x.indrelid
join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
join pg_class i on i.oid = x.indexrelid
where x.indisunique and x.indexprs is null and c.relname = any($1)`

type Row = Column & { table: string; key_place: number }

async function readSchema(pool: pg.Pool, exposed: readonly string[]): Promise<Schema> {
  const { rows } = await pool.query<Row>(statement, [exposed])
  const schema: Schema = new Map()
  for (const { table: name, key_place, ...column } of rows) {
    const table = schema.get(name) ?? { name, columns: new Map(), primaryKey: [], unique: new Map() }
    schema.set(name, table)
    table.columns.set(column.name, column)
    if (key_place > 0) table.primaryKey[key_place - 1] = column.name
  }
  const indexes = await pool.query<{ table: string; name: string; columns: string[] }>(uniqueIndexes, [exposed])
  for (const { table, name, columns } of indexes.rows) schema.get(table)?.unique.set(name, columns)
  return schema
}

export type SchemaCache = { get(): Promise<Schema>; reload(): Promise<Schema> }

/**
 * Caches the schema in memory. `reload` is called for an unknown name, so that a migration run by another instance is
 * noticed; it reads at most once in five seconds, because any caller can send unknown names.
 */
export function schemaCache(pool: pg.Pool, exposed: readonly string[]): SchemaCache {
  let current: Promise<Schema> | undefined
  let readAt = 0
  function read(): Promise<Schema> {
    readAt = performance.now()
    const reading = readSchema(pool, exposed)
    // A failure rejects the waiting calls and is not cached.
    reading.catch(() => {
      if (current === reading) current = undefined
    })
    current = reading
    return reading
  }
  return {
    get: () => current ?? read(),
    reload: () => (current && performance.now() - readAt < 5_000 ? current : read()),
  }
}
