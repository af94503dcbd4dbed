import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { listTables, schemas } from '../backup/backup-tables.ts'
import { type DumpValue, writeCopyLine } from './dump-tokens.ts'
import type { ImportReport, ImportRules, LeftOutRow, TableRule } from './import-rules.ts'
import { type DumpTable, readRows } from './read-dump.ts'

/** Rows of one statement. Where it fails, halves are tried, down to the rows that fail by themselves. */
const batchRows = 1_000

const { escapeIdentifier: quoted } = pg

/**
 * Imports the rows of a dump into the tables of the same name, columns by name, inside the client's transaction and
 * without its guards. A row that breaks a rule of its table is left out with its reason. Throws unless each table then
 * has exactly the rows that came.
 */
export async function importTables(
  client: pg.Client,
  path: string,
  dump: ReadonlyMap<string, DumpTable>,
  rules: ImportRules,
  progress: (line: string) => void,
): Promise<ImportReport> {
  const columns = await readTargetColumns(client)
  const report: ImportReport = { tables: [], leftOutTables: [], leftOutColumns: [], leftOutRows: [] }
  for (const name of await inOrder(client, dump)) {
    const table = dump.get(name)
    const target = columns.get(name)
    if (!table) continue
    const rule = rules[name] ?? {}
    const why = rule.leftOut ?? (target ? null : 'this shop has no such table')
    if (!target || why !== null) {
      if (table.rows > 0) report.leftOutTables.push({ name, rows: table.rows, why: why ?? '' })
      continue
    }
    const before = await count(client, name)
    const filled = await stage(client, path, table, rule)
    report.leftOutColumns.push(...leftOutColumns(table, target, rule, filled))
    const { came, leftOut } = await insertStaged(client, table, target, rule)
    report.leftOutRows.push(...leftOut)
    report.tables.push({ name, rows: table.rows, came })
    if ((await count(client, name)) !== before + came)
      throw new Error(`${name} does not have the rows that were imported`)
    await client.query('drop table staged')
    progress(`${name}: ${came} of ${table.rows} rows`)
  }
  return report
}

/** Referenced tables first; then those of the dump that this shop does not have. */
async function inOrder(client: pg.Client, dump: ReadonlyMap<string, DumpTable>): Promise<string[]> {
  const own = (await listTables(client)).map(({ name }) => (name.includes('.') ? name : `public.${name}`))
  return [...own, ...[...dump.keys()].filter((name) => !own.includes(name)).sort()]
}

/** Copies the rows as texts into a temporary table, numbered; returns how many values each column has. */
async function stage(client: pg.Client, path: string, table: DumpTable, { convert }: TableRule) {
  const filled = new Map<string, number>()
  const names = table.columns.map((name) => `${quoted(name)} text`).join(', ')
  await client.query(`create temporary table staged ("#" bigint primary key, ${names}) on commit drop`)
  function* lines() {
    let number = 0
    for (const values of readRows(path, table)) {
      number += 1
      const row: DumpValue[] = convert ? converted(table.columns, values, convert) : values
      for (const [index, value] of row.entries()) {
        const name = table.columns[index] ?? ''
        if (value !== null) filled.set(name, (filled.get(name) ?? 0) + 1)
      }
      yield Buffer.from(writeCopyLine([String(number), ...row]), 'latin1')
    }
  }
  await pipeline(Readable.from(lines()), client.query(from('copy staged from stdin')))
  return filled
}

function converted(columns: readonly string[], values: DumpValue[], convert: NonNullable<TableRule['convert']>) {
  const row = Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]))
  convert(row)
  return columns.map((name) => row[name] ?? null)
}

function leftOutColumns(
  table: DumpTable,
  target: readonly TargetColumn[],
  { without }: TableRule,
  filled: ReadonlyMap<string, number>,
): ImportReport['leftOutColumns'] {
  return table.columns.flatMap((column) => {
    const values = filled.get(column) ?? 0
    if (values === 0 || without?.includes(column) || target.some(({ name }) => name === column)) return []
    return [{ table: table.name, column, values }]
  })
}

async function insertStaged(client: pg.Client, table: DumpTable, target: readonly TargetColumn[], rule: TableRule) {
  const given = target.filter(({ name, isGenerated }) => !isGenerated && !rule.without?.includes(name))
  const values = given.flatMap((column) => {
    const sql = sqlOf(column, table.columns, rule)
    return sql === null ? [] : [{ name: quoted(column.name), sql }]
  })
  const insert = `insert into ${table.name} (${values.map(({ name }) => name).join(', ')}) overriding system value
    select ${values.map(({ sql }) => sql).join(', ')} from staged s where "#" between $1 and $2 order by "#"
    ${rule.keepsExisting ? 'on conflict do nothing' : ''}`
  const key = quoted(table.columns.includes('id') ? 'id' : (table.columns[0] ?? ''))
  const leftOut: LeftOutRow[] = []
  let came = 0

  async function insertRange(first: number, last: number): Promise<void> {
    await client.query('savepoint batch')
    try {
      came += (await client.query(insert, [first, last])).rowCount ?? 0
      await client.query('release savepoint batch')
    } catch (error) {
      await client.query('rollback to savepoint batch')
      if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) throw error
      if (first === last) {
        const { rows } = await client.query<{ key: string }>(`select ${key} as key from staged where "#" = $1`, [first])
        leftOut.push({ table: table.name, key: rows[0]?.key ?? '', why: reasonOf(error) })
        return
      }
      const middle = Math.floor((first + last) / 2)
      await insertRange(first, middle)
      await insertRange(middle + 1, last)
    }
  }

  for (let first = 1; first <= table.rows; first += batchRows)
    await insertRange(first, Math.min(first + batchRows - 1, table.rows))
  return { came, leftOut }
}

/** Null where the column's default applies. */
function sqlOf({ name, type, fallback }: TargetColumn, inDump: readonly string[], rule: TableRule): string | null {
  const source = [name, rule.formerNames?.[name]].find((each) => each !== undefined && inDump.includes(each))
  const given = source ? (rule.values?.[name] ?? `s.${quoted(source)}::${type}`) : (rule.missing?.[name] ?? null)
  if (given === null) return null
  return fallback === null ? `(${given})` : `coalesce(${given}, ${fallback})`
}

function reasonOf({ code, constraint, column, detail, message }: pg.DatabaseError): string {
  if (code === '23502') return `it has no ${column}`
  if (code === '23505') return `another row has the same values: ${detail ?? constraint}`
  if (code === '23503') return `it belongs to a row that is not there: ${detail ?? constraint}`
  if (code === '23514') return `its values break the rule ${constraint}`
  return message
}

async function count(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

type TargetColumn = {
  name: string
  /** Without a length, so that a text that is too long is refused and not cut. */
  type: string
  /** The SQL of what a row gets without this column, where null is not allowed; null: nothing. */
  fallback: string | null
  isGenerated: boolean
}

/** The columns of every table, by `schema.table`. */
async function readTargetColumns(client: pg.Client): Promise<Map<string, TargetColumn[]>> {
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
