import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './file-errors.ts'
import { isAlive } from './is-alive.ts'

/** A running postmaster of this cluster, and the folder of its Unix socket: empty until it listens. */
export type Running = { pid: number; socketDir: string }

/**
 * Who `postmaster.pid` names, if that really is a postmaster of this cluster: numbers are used again, and a zombie
 * still has one, so the command line decides.
 */
export async function findRunning(cluster: string): Promise<Running | null> {
  const lines = await readLines(cluster)
  const pid = Number(lines[0])
  if (!isPostmasterOf(cluster, pid)) return null
  return { pid, socketDir: lines[4] ?? '' }
}

/** Whether `pid` is alive (not a zombie) and serves this cluster. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  return commandOf(pid).includes(`postgres -D ${cluster} `)
}

/**
 * A lock file left by a crash may carry the number of some other program by now, at which PostgreSQL would refuse to
 * start. The number is replaced, the file kept: its other lines let PostgreSQL see whether old backends still live.
 */
export async function disownReusedPid(cluster: string): Promise<void> {
  const lines = await readLines(cluster)
  const pid = Number(lines[0])
  // A number nobody has is no hindrance, and no number is a file that another start is just writing.
  if (!(pid > 0) || !isAlive(pid) || isPostmasterOf(cluster, pid)) return
  const beyondEveryPid = '2147483646'
  await writeFile(join(cluster, 'postmaster.pid'), [beyondEveryPid, ...lines.slice(1)].join('\n'))
}

async function readLines(cluster: string): Promise<string[]> {
  try {
    return (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function commandOf(pid: number): string {
  try {
    // A zombie has an empty command line.
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return '' // no such process
  }
}
