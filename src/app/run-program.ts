import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError, readConfig } from '#config'
import type { Config } from '#operations/config/environment.ts'
import { armFaultPoint } from '#platform/jobs/fault-points.ts'
import { createLog, type Log } from '#platform/log.ts'

/**
 * The times of a stop, in milliseconds: how long the program still serves after it has become unready, and how long
 * requests and jobs then have to finish.
 */
export type StopTimes = { drainMs: number; workMs: number }

type Running = { ready: string; close(times: StopTimes): Promise<void> }

/**
 * Docker kills a program ten seconds after SIGTERM. Requests and jobs leave two of them for connections and database,
 * and a busy machine, where timers are late, has the rest.
 */
const workEndsMs = 6_500
const stopMs = 8_500

/**
 * Runs one of the two programs until it is stopped: reads the configuration, opens, reports that it is ready, and on
 * SIGINT or SIGTERM closes in order, or leaves after ten seconds. A failed start ends with one line and an exit code:
 * 78 for a wrong configuration, the error's own, or 1.
 */
export async function runProgram(name: string, open: (config: Config, log: Log) => Promise<Running>): Promise<void> {
  const config = readConfigOrExit()
  const log = createLog({ level: config.LOG_LEVEL, name })
  if (config.FAULT_POINT) armFaultPoint(config.FAULT_POINT)
  process.on('unhandledRejection', (error) => log.error({ error }, 'unhandled promise rejection'))
  let running: Running
  try {
    running = await open(config, log)
  } catch (error) {
    log.debug({ error }, 'the program could not start')
    process.stderr.write(`The shop could not start: ${explain(error, config)}\n`)
    process.exit(exitCode(error))
  }
  process.stdout.write(`Ready at ${running.ready}\n`)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const drainMs = config.DRAIN_SECONDS * 1_000
    setTimeout(() => {
      log.error('connections could not be closed in time: the program leaves them')
      process.exit(1)
    }, stopMs)
    running.close({ drainMs, workMs: workEndsMs - drainMs }).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'the program did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Rejects if a port is taken. Called first, before a database is started. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const trial = createServer().listen(port, host)
  await once(trial, 'listening')
  trial.close()
  await once(trial, 'close')
}

function readConfigOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`The shop cannot start with this configuration:\n${error.message}\n`)
    process.exit(error.exitCode)
  }
}

function explain(error: unknown, config: Config): string {
  const { code, port = config.PORT } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program. Set ${port === config.WORKER_PORT ? 'WORKER_PORT' : 'PORT'} to another one.`
  if (code === 'EACCES') return `this user may not listen on port ${port}.`
  return error instanceof Error ? error.message : String(error)
}

function exitCode(error: unknown): number {
  const own = (error as { exitCode?: unknown }).exitCode
  return typeof own === 'number' ? own : 1
}
