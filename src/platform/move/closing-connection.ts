import type pg from 'pg'
import { connectForCopy } from '../backup/database-snapshot.ts'
import { type Closing, closingSetting, readClosing } from './closing.ts'

/** The connection of a move, which writes although the database is closed. Ended by `end`. */
export type ClosingConnection = { client: pg.Client; end(): Promise<void> }

/** The advisory lock of moves, a number of its own. */
const moveLock = 7_203_519_462

/** Rejects while another move of this database runs. */
export async function connectToClose(connectionString: string): Promise<ClosingConnection> {
  const client = await connectForCopy(connectionString, 'shop-move')
  try {
    await client.query('set default_transaction_read_only = off')
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [moveLock])
    if (!rows[0]?.locked) throw new Error('Another move of this shop is running')
    return { client, end: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The settings with these names. Empty for a database without a shop. */
export async function readSettings(client: pg.Client, names: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('private.settings') is not null as exists`,
  )
  if (!found[0]?.exists) return new Map()
  const rows = await asService<{ name: string; value: unknown }>(
    client,
    'select name, value from private.settings where name = any($1)',
    [names],
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function readClosingOf(client: pg.Client): Promise<Closing | null> {
  return readClosing(await readSettings(client, [closingSetting]))
}

/** Sets a setting, or removes it where the value is null. */
export async function writeSetting(client: pg.Client, name: string, value: unknown): Promise<void> {
  if (value === null) await asService(client, 'delete from private.settings where name = $1', [name])
  else
    await asService(
      client,
      `insert into private.settings (name, value) values ($1, $2::jsonb)
       on conflict (name) do update set value = excluded.value`,
      [name, JSON.stringify(value)],
    )
}

/** One statement as the role whose policies show every row: the tables' owner would see none. */
async function asService<Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  await client.query('begin')
  try {
    await client.query('set local role service_role')
    const { rows } = await client.query<Row>(statement, values)
    await client.query('commit')
    return rows
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
