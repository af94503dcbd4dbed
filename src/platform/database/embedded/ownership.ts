import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { connectWhileThere, isPassing } from './connect.ts'
import type { Passwords } from './passwords.ts'
import type { Place } from './place.ts'
import { findRunning, isPostmasterOf, type Running } from './postmaster-file.ts'
import { DatabaseStartError } from './start-error.ts'

// 'shop', 'ownr' as numbers: nobody else's advisory lock in the database `postgres`.
const lock = '1936224112, 1870098034'

/** Takes the lock of the one program that runs this database; it holds while the connection does. */
export async function takeOwnership(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lock}) as taken`)
  return rows[0]?.taken === true
}

/** Refuses a database that another living program runs (exit code 2). */
export async function refuseAlreadyRunning(client: pg.Client): Promise<never> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and (l.classid::bigint, l.objid::bigint) = (${lock})`,
  )
  const pid = rows[0]?.name.replace('owner ', '') ?? 'unknown'
  throw new DatabaseStartError(`The shop's database is already running as pid ${pid}. Stop that one first.`, {
    exitCode: 2,
  })
}

/**
 * Makes room for a start beside a postmaster that is still there: refuses when its owner lives (exit code 2), else
 * stops it cleanly. An owner's death frees the lock, whatever became of the owner's process number.
 */
export async function stopOrphan(place: Place, running: Running, passwords: Passwords): Promise<void> {
  const giveUpAt = Date.now() + 60_000
  const isThere = () => isPostmasterOf(place.cluster, running.pid) && Date.now() < giveUpAt
  let { socketDir } = running
  while (!socketDir && isThere()) {
    await delay(20)
    socketDir = (await findRunning(place.cluster))?.socketDir ?? ''
  }
  const superuser = await connectWhileThere(socketDir, passwords, isThere)
  if (!superuser && isPostmasterOf(place.cluster, running.pid)) {
    throw new DatabaseStartError(
      `PostgreSQL runs as pid ${running.pid} but does not answer: stop it, then start again.`,
    )
  }
  try {
    // The lock is kept until it is gone, so that nobody else takes it for theirs meanwhile.
    if (superuser && !(await takeOwnership(superuser.client))) await refuseAlreadyRunning(superuser.client)
    await stopPostmaster(place.cluster, running.pid)
  } catch (error) {
    if (!isPassing(error)) throw error // somebody else is stopping it
  } finally {
    await superuser?.client.end()
  }
}

/** Asks for a fast shutdown, then for an immediate one. Returns when the process is gone. */
async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const [signal, waitMs] of [['SIGINT', 15_000] as const, ['SIGQUIT', 5_000] as const]) {
    if (!isPostmasterOf(cluster, pid)) return
    process.kill(pid, signal)
    const giveUpAt = Date.now() + waitMs
    while (isPostmasterOf(cluster, pid) && Date.now() < giveUpAt) await delay(20)
  }
  if (isPostmasterOf(cluster, pid))
    throw new DatabaseStartError(`PostgreSQL (pid ${pid}) does not stop: end it by hand.`)
}
