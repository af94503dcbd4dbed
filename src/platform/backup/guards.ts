import type pg from 'pg'
import { schemas } from './backup-tables.ts'

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
