import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { RestoreRefused } from '../backup/restore-database.ts'
import { closingSetting } from './closing.ts'
import { connectToClose, readClosingOf, writeSetting } from './closing-connection.ts'

/** A database that no program can write to. `move`: the id of the move, the same when an interrupted one goes on. */
export type ClosedDatabase = {
  move: string
  client: pg.Client
  /** Opens the shop again. */
  reopen(): Promise<void>
  /** Leaves the database closed for ever; `to` is shown to the operator who starts a program on it. */
  markMoved(to: string): Promise<void>
  end(): Promise<void>
}

/** How long a program takes at most to read that the shop is closed. */
const noticedMs = 2_500
/** How long jobs and requests have to end. One that is cut off is repeated, as after a crash. */
const workEndsMs = 30_000

/**
 * Closes the shop of a database: programs show that they are closed and start no job, running requests and jobs get
 * half a minute, then the role's connections are made read-only and every open one is ended. From then on no
 * transaction of a program can commit, so a copy misses nothing. Refuses a shop that was moved away before.
 */
export async function closeDatabase(connectionString: string): Promise<ClosedDatabase> {
  const { client, end } = await connectToClose(connectionString)
  try {
    const before = await readClosingOf(client)
    if (before?.movedTo) throw new RestoreRefused(`This shop was moved to ${before.movedTo}. Run the command there`)
    const closing = before ?? { move: randomUUID(), since: new Date().toISOString(), movedTo: null }
    await writeSetting(client, closingSetting, closing)
    const closed: ClosedDatabase = {
      move: closing.move,
      client,
      end,
      reopen: () => openAgain(client),
      markMoved: (movedTo) => writeSetting(client, closingSetting, { ...closing, movedTo }),
    }
    try {
      await waitForWork(client)
      await refuseWrites(client)
    } catch (error) {
      await closed.reopen()
      throw error
    }
    return closed
  } catch (error) {
    await end()
    throw error
  }
}

/** Opens a shop that a move closed. Returns where it had been moved to, or null where that move was not complete. */
export async function reopenDatabase(connectionString: string): Promise<string | null> {
  const { client, end } = await connectToClose(connectionString)
  try {
    const closing = await readClosingOf(client)
    if (!closing) throw new RestoreRefused('This shop is already open')
    await openAgain(client)
    return closing.movedTo
  } finally {
    await end()
  }
}

async function openAgain(client: pg.Client): Promise<void> {
  await client.query(`alter role current_user in database ${await quotedDatabase(client)}
    reset default_transaction_read_only`)
  // Pools keep connections that are read-only until the end.
  await endConnections(client)
  await writeSetting(client, closingSetting, null)
}

async function waitForWork(client: pg.Client): Promise<void> {
  if ((await countConnections(client)) === 0) return
  await pause(noticedMs)
  const until = Date.now() + workEndsMs
  while ((await countWork(client)) > 0 && Date.now() < until) await pause(250)
}

async function refuseWrites(client: pg.Client): Promise<void> {
  await client.query(`alter role current_user in database ${await quotedDatabase(client)}
    set default_transaction_read_only = on`)
  await endConnections(client)
  const { rows } = await client.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity
     where datname = current_database() and application_name like 'shop%' and usename <> current_user`,
  )
  if (rows.length > 0) {
    throw new RestoreRefused(
      `The shop’s programs are connected as ${rows.map(({ usename }) => usename).join(', ')}. Stop them first`,
    )
  }
}

/**
 * Ends every connection of the role that is open now. One that is just being opened appears a moment later, so three
 * looks in a row must find none.
 */
async function endConnections(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
  for (let quiet = 0, looks = 0; quiet < 3; looks += 1) {
    if (looks > 100) throw new Error('The shop’s connections to its database could not be ended')
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and usename = current_user and pid <> pg_backend_pid() and backend_start < $1::timestamptz`,
      [rows[0]?.now],
    )
    quiet = rowCount === 0 ? quiet + 1 : 0
    await pause(200)
  }
}

async function countConnections(client: pg.Client): Promise<number> {
  return count(
    client,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  )
}

/** Jobs that are being worked on, and transactions. */
async function countWork(client: pg.Client): Promise<number> {
  const transactions = await count(
    client,
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and usename = current_user
       and pid <> pg_backend_pid() and state <> 'idle' and application_name <> 'shop-watch'`,
  )
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('pgboss.job') is not null as exists`)
  if (!rows[0]?.exists) return transactions
  return transactions + (await count(client, `select count(*)::int as count from pgboss.job where state = 'active'`))
}

async function count(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

async function quotedDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  return rows[0]?.name ?? ''
}
