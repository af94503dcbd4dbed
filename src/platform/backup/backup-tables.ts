import type pg from 'pg'

/** A table as COPY reads and writes it: names are quoted where needed, generated columns are left out. */
export type BackupTable = { name: string; columns: string[] }
export type SequenceValue = { name: string; value: string; isCalled: boolean }

/**
 * The schemas of the migrations. The queue's own is left out: its jobs are enqueued again from the rows they belong to.
 */
export const schemas = ['auth', 'storage', 'public', 'private']

/** Every table, referenced tables before those that reference them. Refuses tables that reference each other. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; references: string[] }>(
    `select c.oid::regclass::text as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select distinct confrelid::regclass::text from pg_constraint
         where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as references
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname = any($1) order by nspname, relname`,
    [schemas],
  )
  const ordered: BackupTable[] = []
  const done = new Set<string>()
  let left = rows
  while (left.length > 0) {
    const ready = left.filter(({ references }) => references.every((name) => done.has(name)))
    if (ready.length === 0) throw new Error(`These tables reference each other: ${left.map((t) => t.name).join(', ')}`)
    for (const { name, columns } of ready) {
      done.add(name)
      ordered.push({ name, columns })
    }
    left = left.filter(({ name }) => !done.has(name))
  }
  return ordered
}

/**
 * Rejects unless `role` sees every row and column of every table: row-level security leaves rows out without an error,
 * and a backup without accounts would be found at the restore. A policy `using (true)` and no restrictive one is the
 * proof.
 */
export async function requireEveryRowVisible(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname = any($1) and not (
       has_table_privilege($2, c.oid, 'select') and (not relrowsecurity or (
         exists (select from pg_policy where polrelid = c.oid and polpermissive and polcmd in ('r', '*')
           and polroles && array[$2::regrole::oid, 0::oid] and pg_get_expr(polqual, polrelid) = 'true')
         and not exists (select from pg_policy where polrelid = c.oid and not polpermissive))))
     order by 1`,
    [schemas, role],
  )
  if (rows.length > 0) {
    throw new Error(`The role ${role} does not see every row of ${rows.map(({ name }) => name).join(', ')}`)
  }
}

/** The sequences of the schemas, each with its position. Must run as their owner. */
export async function readSequences(client: pg.Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'S' and nspname = any($1) order by 1`,
    [schemas],
  )
  const values: SequenceValue[] = []
  for (const { name } of rows) {
    const read = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${name}`,
    )
    const row = read.rows[0]
    if (row) values.push({ name, value: row.value, isCalled: row.is_called })
  }
  return values
}
