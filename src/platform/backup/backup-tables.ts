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

/** What protects the tables: forced row-level security, and each trigger with the state it is enabled in. */
type Guards = string[]

/**
 * Runs `work` with row-level security not forced on the owner and without triggers, inside the client's transaction,
 * and puts both back as they were. Throws unless PostgreSQL then says that they are: the transaction must be rolled
 * back.
 */
export async function withoutGuards<T>(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const before = await readGuards(client)
  const states = await triggerStates(client)
  for (const name of tables) await client.query(`alter table ${name} no force row level security, disable trigger user`)
  const result = await work()
  for (const name of tables) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, command } of states) await client.query(`alter table ${table} ${command} trigger ${name}`)
  for (const name of await forcedTables(before)) await client.query(`alter table ${name} force row level security`)
  const after = await readGuards(client)
  if (after.join('\n') !== before.join('\n')) throw new Error('Row-level security or triggers are not as they were')
  return result
}

async function readGuards(client: pg.Client): Promise<Guards> {
  const { rows } = await client.query<{ line: string }>(
    `select c.oid::regclass::text || ' ' || relrowsecurity || ' ' || relforcerowsecurity as line
       from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and nspname = any($1)
     union all
     select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
       join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace where nspname = any($1)
     order by 1`,
    [schemas],
  )
  return rows.map(({ line }) => line)
}

function forcedTables(guards: Guards): string[] {
  return guards.filter((line) => / true true$/.test(line)).map((line) => line.replace(/ true true$/, ''))
}

/** Triggers that are not simply enabled, with the word that brings each back. */
async function triggerStates(client: pg.Client): Promise<{ table: string; name: string; command: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; command: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name,
       case tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end as command
     from pg_trigger join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where nspname = any($1) and not tgisinternal and tgenabled <> 'O'`,
    [schemas],
  )
  return rows
}
