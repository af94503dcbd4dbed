import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#platform/log.ts'
import {
  connectWithRetry,
  isPassing,
  refuseAlreadyRunning,
  type Superuser,
  stopOrphan,
  takeOwnership,
} from './connect.ts'
import { DatabaseStartError } from './machine.ts'
import type { Passwords } from './place.ts'
import { logFile, type PostmasterOptions, spawnPostmaster } from './postmaster.ts'
import { disownReusedPid, findRunning } from './postmaster-file.ts'

type SuperviseOptions = PostmasterOptions & { passwords: Passwords; log: Pick<Log, 'info' | 'warn' | 'error'> }

const healthyAfterMs = 60_000

/** Keeps PostgreSQL running until `stop`: a postmaster that exits is restarted at once, then after 1, 2, 4 … 30 s. */
export async function supervise(options: SuperviseOptions) {
  const stopping = new AbortController()
  const stopRequested = new Promise<null>((resolve) => stopping.signal.addEventListener('abort', () => resolve(null)))
  let serving = await serve(options)
  const watching = watch()

  async function watch(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const since = Date.now()
      const how = await endOrStop(serving)
      if (stopping.signal.aborted) return
      if (Date.now() - since > healthyAfterMs) failures = 0
      options.log.error({ how, failures }, 'the database ended by itself and is started again')
      const next = await restart(failures)
      if (!next) return
      failures = next.failures + 1
      serving = next.serving
      letProcessEnd(serving)
      options.log.info({ pid: serving.pid }, 'the database is back')
    }
  }

  async function restart(failuresBefore: number): Promise<{ serving: Serving; failures: number } | null> {
    for (let failures = failuresBefore; !stopping.signal.aborted; failures++) {
      const waitMs = failures === 0 ? 0 : Math.min(1_000 * 2 ** (failures - 1), 30_000)
      // Rejects only when aborted; the loop's condition ends the loop then.
      await delay(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted) return null
      try {
        return { serving: await serve(options), failures }
      } catch (error) {
        options.log.error({ error }, 'the database could not be started again')
      }
    }
    return null
  }

  async function endOrStop(current: Serving): Promise<string> {
    while (true) {
      const how = await Promise.race([current.ended, current.owner.gone, stopRequested])
      if (how !== null || stopping.signal.aborted) return how ?? ''
      await takeOwnershipAgain(current)
    }
  }

  /**
   * When one of PostgreSQL's processes crashes, all connections end and the lock with them, while the postmaster stays.
   */
  async function takeOwnershipAgain(current: Serving): Promise<void> {
    while (current.isAlive() && !stopping.signal.aborted) {
      try {
        const owner = await connectWithRetry(options.socketDir, options.passwords, current.isAlive)
        if (!owner) return
        current.owner = owner
        await takeOwnership(owner.client)
        return unref(owner.client)
      } catch (error) {
        options.log.warn({ error }, 'the connection that owns the database could not be renewed yet')
        await delay(500, undefined, { ref: false })
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await watching // a running restart is finished first and then stopped
    serving.child.ref()
    serving.child.stdin?.end()
    const late = delay(20_000, 'late', { ref: false })
    if ((await Promise.race([serving.ended, late])) === 'late') process.kill(serving.pid, 'SIGQUIT')
    await serving.ended
  }

  return {
    pid: () => serving.pid,
    superuser: (): pg.Client => serving.owner.client,
    /** Afterwards a running PostgreSQL does not keep this process from ending; it ends with the process. */
    letProcessEnd: () => letProcessEnd(serving),
    stop,
  }
}

function letProcessEnd({ child, owner }: Serving): void {
  child.unref()
  unref(child.stdin)
  unref(owner.client)
}

/** Clients of pg and pipes of child processes have `unref`, but their types do not declare it. */
function unref(handle: object | null): void {
  if (handle && 'unref' in handle && typeof handle.unref === 'function') handle.unref()
}

/** One run of PostgreSQL; `owner` holds the lock that marks the program that runs it. */
type Serving = { owner: Superuser; pid: number; isAlive(): boolean; ended: Promise<string>; child: ChildProcess }

/**
 * Starts PostgreSQL and returns when it accepts connections and this program holds the lock. Stops a postmaster that a
 * dead owner left running; refuses (exit code 2) when the owner still runs. A failed start is retried for some seconds:
 * the backends of a killed postmaster need a moment to end.
 */
async function serve(options: PostmasterOptions & { passwords: Passwords }): Promise<Serving> {
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
