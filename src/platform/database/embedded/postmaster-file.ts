import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, isMissing } from './machine.ts'

/** A running postmaster of this cluster, and the folder of its Unix socket: empty until it listens. */
export type Running = { pid: number; socketDir: string }

/**
 * The process that `postmaster.pid` names, if it is a postmaster of this cluster: process numbers are reused and
 * zombies keep theirs, so the command line decides.
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
 * Replaces the number in a lock file left by a crash if another program has it now: PostgreSQL would refuse to start.
 * The file stays, since its other lines let PostgreSQL detect old backends that still run.
 */
export async function disownReusedPid(cluster: string): Promise<void> {
  const lines = await readLines(cluster)
  const pid = Number(lines[0])
  // A free number does not hinder the start; a file without a number is one that another start is writing.
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
