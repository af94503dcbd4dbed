import pg from 'pg'
import { type LockLimits, withLocks } from './lock-waits.ts'
import { keyOf, kindOf, type Migration } from './migration-files.ts'

/** Runs one migration and adds its row to the ledger. */
export async function runMigration(client: pg.Client, migration: Migration, limits: LockLimits): Promise<void> {
  try {
    if (kindOf(migration.sql).isOutside) await runOutside(client, migration, limits)
    else await withLocks(client, keyOf(migration), () => runInside(client, migration), limits)
  } catch (cause) {
    throw new Error(`Migration ${keyOf(migration)} failed: ${(cause as Error).message}`, { cause })
  }
}

async function runInside(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * One statement that can be repeated: after a kill in the middle it runs again. An index that a broken attempt left
 * invalid is dropped first. Building one concurrently waits for transactions that began earlier, a backup as well, and
 * no request waits behind it: it has no time limit.
 */
async function runOutside(client: pg.Client, migration: Migration, limits: LockLimits): Promise<void> {
  const index = concurrentIndex(migration.sql)
  const unlimited = { ...limits, attemptMs: 0 }
  const attempt = async () => {
    if (index) await dropInvalid(client, index)
    await client.query(migration.sql)
  }
  await client.query(findExtensions)
  await withLocks(client, keyOf(migration), attempt, index ? unlimited : limits)
  await client.query('reset search_path')
  await record(client, migration)
}

/** One statement cannot look up where an extension is whose operators it names: a hosted project has it in another schema. */
const findExtensions = `select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select string_agg(distinct extnamespace::regnamespace::text, ', ') from pg_extension)), false)`

/** `schema.name` of the index that a statement creates concurrently, or null. */
function concurrentIndex(sql: string): string | null {
  const found =
    /create\s+(?:unique\s+)?index\s+concurrently\s+(if\s+not\s+exists\s+)?(\S+)\s+on\s+(?:only\s+)?(\S+)/i.exec(
      withoutComments(sql),
    )
  if (!found) return null
  const [, repeatable, name, table = ''] = found
  if (!repeatable) throw new Error('write "create index concurrently if not exists", so that it can be repeated')
  const schema = table.includes('.') ? `${table.split('.')[0]}.` : ''
  return `${schema}${name}`
}

async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
}

async function record(client: pg.Client, { folder, name, sql, checksum }: Migration): Promise<void> {
  const { needs } = kindOf(sql)
  const needed = needs
    ? `insert into migrations.needed (key, because) values (${pg.escapeLiteral(needs)}, ${pg.escapeLiteral(`${folder}/${name}`)})
       on conflict (key) do update set because = excluded.because;`
    : ''
  // One string of statements is one transaction.
  await client.query(
    `${needed} insert into migrations.applied (folder, name, checksum)
       values (${[folder, name, checksum].map((each) => pg.escapeLiteral(each)).join(', ')})`,
  )
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '')
}
