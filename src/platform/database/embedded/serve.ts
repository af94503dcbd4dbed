import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { connectWhileThere, isPassing, type Superuser } from './connect.ts'
import { refuseAlreadyRunning, stopOrphan, takeOwnership } from './ownership.ts'
import type { Passwords } from './passwords.ts'
import { logFile, type PostmasterOptions, spawnPostmaster } from './postmaster.ts'
import { disownReusedPid, findRunning } from './postmaster-file.ts'
import { DatabaseStartError } from './start-error.ts'

/** One life of PostgreSQL: `owner` holds the lock that makes this program the one that runs it. */
export type Serving = { owner: Superuser; pid: number; isAlive(): boolean; ended: Promise<string>; child: ChildProcess }

/**
 * Starts PostgreSQL and returns when it answers and is ours. Stops what a dead owner left running; refuses (exit
 * code 2) beside a living one. A start that fails is tried again for some seconds: backends of a killed postmaster
 * need a moment to notice.
 */
export async function serve(options: PostmasterOptions & { passwords: Passwords }): Promise<Serving> {
  for (let attempt = 1; ; attempt++) {
    const serving = await serveOnce(options)
    if (serving) return serving
    if (attempt === 5) throw await whyNot(options)
    await delay(attempt * 250)
  }
}

async function serveOnce(options: PostmasterOptions & { passwords: Passwords }): Promise<Serving | null> {
  const { place, socketDir, passwords } = options
  const running = await findRunning(place.cluster)
  if (running) await stopOrphan(place, running, passwords)
  else await disownReusedPid(place.cluster)

  const child = await spawnPostmaster(options)
  let alive = true
  const ended = endOf(child).finally(() => (alive = false))
  const failed = ended.then(() => null)
  failed.catch(() => undefined) // it is awaited below, perhaps after it failed
  const owner = await Promise.race([connectWhileThere(socketDir, passwords, () => alive), failed])
  if (!owner) return null
  try {
    if (!(await takeOwnership(owner.client))) await refuseAlreadyRunning(owner.client)
  } catch (error) {
    child.stdin?.end()
    await owner.client.end()
    await ended
    if (isPassing(error)) return null // another start was quicker and is stopping this one
    throw error
  }
  const pid = (await findRunning(place.cluster))?.pid
  if (!pid || !alive) return null
  return { owner, pid, isAlive: () => alive, ended, child }
}

/** How it ended, in words. Fails only when it could not be started at all. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new DatabaseStartError(`PostgreSQL could not be started: ${cause.message}`, { cause }))
    })
    child.once('exit', (code, signal) => {
      child.stdin?.destroy()
      resolve(signal ? `signal ${signal}` : `exit code ${code}`)
    })
  })
}

async function whyNot({ place }: PostmasterOptions): Promise<DatabaseStartError> {
  const lines = (await readFile(logFile(place), 'utf8')).trimEnd().split('\n')
  const said = lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? ''
  return new DatabaseStartError(`PostgreSQL ended while starting: ${said} (more in ${logFile(place)})`)
}
