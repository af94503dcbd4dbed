import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { connectWithRetry, isPassing, type Superuser } from './connect.ts'
import { refuseAlreadyRunning, stopOrphan, takeOwnership } from './ownership.ts'
import type { Passwords } from './passwords.ts'
import { logFile, type PostmasterOptions, spawnPostmaster } from './postmaster.ts'
import { disownReusedPid, findRunning } from './postmaster-file.ts'
import { DatabaseStartError } from './start-error.ts'

/** One run of PostgreSQL; `owner` holds the lock that marks the program that runs it. */
export type Serving = { owner: Superuser; pid: number; isAlive(): boolean; ended: Promise<string>; child: ChildProcess }

/**
 * Starts PostgreSQL and returns when it accepts connections and this program holds the lock. Stops a postmaster that a
 * dead owner left running; refuses (exit code 2) when the owner still runs. A failed start is retried for some seconds:
 * the backends of a killed postmaster need a moment to end.
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
  failed.catch(() => undefined) // it is awaited below, perhaps after it rejected
  const owner = await Promise.race([connectWithRetry(socketDir, passwords, () => alive), failed])
  if (!owner) return null
  try {
    if (!(await takeOwnership(owner.client))) await refuseAlreadyRunning(owner.client)
  } catch (error) {
    child.stdin?.end()
    await owner.client.end()
    await ended
    if (isPassing(error)) return null // another start was faster and is stopping this one
    throw error
  }
  const pid = (await findRunning(place.cluster))?.pid
  if (!pid || !alive) return null
  return { owner, pid, isAlive: () => alive, ended, child }
}

/** How the process ended, as text. Rejects only when it could not be started. */
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
  const reason = lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? ''
  return new DatabaseStartError(`PostgreSQL ended while starting: ${reason} (more in ${logFile(place)})`)
}
