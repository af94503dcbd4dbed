import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseUser, type SystemUser } from '#platform/database/embedded/machine.ts'

/** The user of servers that refuse to run as root; null where the tests do not run as root. */
const serverUser: SystemUser | null = databaseUser('/')

export type OwnFolder = { path: string; [Symbol.asyncDispose](): Promise<void> }

const memory = '/dev/shm'

/**
 * A temporary folder of that user, in memory where there is one, removed at the end. Its path is short: sockets are in
 * it.
 */
export async function ownFolder(): Promise<OwnFolder> {
  const path = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'cluster-'))
  await chmod(path, 0o755)
  await giveToServers(path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

export async function giveToServers(path: string): Promise<void> {
  if (serverUser) await chown(path, serverUser.uid, serverUser.gid)
}

export type OwnProcess = {
  pid: number
  /** What it has printed. */
  output(): Promise<string>
  isRunning(): boolean
  kill(signal: NodeJS.Signals): void
  /** SIGTERM, and SIGKILL after ten seconds. */
  stop(): Promise<void>
}

/**
 * Starts a server as a process that is not root's, with its output in a file of `folder`. `needs`: the Debian package
 * with the program.
 */
export async function startOwn(
  command: string,
  args: string[],
  { folder, name, needs, env = {} }: { folder: string; name: string; needs: string; env?: Record<string, string> },
): Promise<OwnProcess> {
  const file = join(folder, `${name}.log`)
  const out = openSync(file, 'a')
  const child = spawn(command, args, {
    ...serverUser,
    cwd: folder,
    env: { PATH: '/usr/bin:/usr/sbin:/bin:/sbin', HOME: folder, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  // No server outlives a run that was interrupted.
  process.once('exit', () => child.kill('SIGTERM'))
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(() => {
      throw new Error(`${command} cannot be started: npm run test:cluster needs Debian's package ${needs}`)
    }),
  ])
  return {
    pid: child.pid ?? 0,
    output: () => readFile(file, 'utf8'),
    isRunning: () => isRunning(child),
    kill: (signal) => void child.kill(signal),
    stop: () => stop(child),
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(late)
}

/** Repeats a check until it is true; the error has `what` and the cause. */
export async function until(
  what: string,
  check: () => Promise<boolean>,
  { timeoutMs = 60_000, everyMs = 200 } = {},
): Promise<void> {
  const end = performance.now() + timeoutMs
  let cause: unknown
  while (performance.now() < end) {
    const isDone = await check().catch((error: unknown) => {
      cause = error
      return false
    })
    if (isDone) return
    await pause(everyMs)
  }
  throw new Error(`After ${timeoutMs / 1_000} s not yet: ${what}`, { cause })
}
