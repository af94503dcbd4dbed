import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { JobWithMetadata, PgBoss, QueueResult, SendOptions } from 'pg-boss'
import type { Tx } from '../db/db.ts'
import type { Log } from '../log.ts'
import { deadLetters, openPgBoss, patientQueue, repeatingQueue, working } from './pg-boss.ts'
import { type Handler, type JobData, runJobs } from './run-jobs.ts'

/**
 * Work that must happen, put in by the transaction that causes it. Jobs carry an id only: what is to be done stands in
 * our tables, so losing the whole queue loses nothing (see `sweep.ts`). A job runs at least once: handlers make twice as
 * good as once. Job names are `feature.verb-noun`.
 */
export type Queue = {
  /** Makes or updates the queue's own tables, then connects. Call it once, as the owner of the tables, before the rest. */
  start(): Promise<void>
  /** Commits with `tx` (service role or owner). `startAfter` waits at least until then. */
  enqueue(tx: Tx, name: string, id: string, options?: { startAfter?: Date }): Promise<void>
  /** The same, unless a job of this kind for this id already waits to be begun. */
  enqueueOnce(tx: Tx, name: string, id: string): Promise<void>
  /** Starts doing the jobs of these names. A handler that throws is tried again, later and later, twenty times. */
  work(handlers: Record<string, Handler>): Promise<void>
  /** Runs the handler every so many seconds on one of the running programs, and once soon after the start. */
  schedule(name: string, everySeconds: number, handler: () => Promise<void>): Promise<void>
  /** Begins nothing new, waits 10 s at most for what runs, and gives the rest back. */
  stop(): Promise<void>
  /** Jobs by name and state, for the metrics. */
  stats(): Promise<QueueResult[]>
  [Symbol.asyncDispose](): Promise<void>
}

export type QueueOptions = {
  connectionString: string
  log: Log
  /** False in a process that only puts jobs in. */
  working?: boolean
}

export function createQueue({ connectionString, log, working: works = true }: QueueOptions): Queue {
  const boss = openPgBoss({ connectionString, log, working: works })
  const known = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false

  /** Makes a queue the first time this program meets its name. */
  function ensure(name: string, settings: typeof patientQueue | typeof repeatingQueue): Promise<void> {
    const made = known.get(name) ?? makeQueue(boss, name, settings)
    known.set(name, made)
    made.catch(() => known.delete(name))
    return made
  }

  async function put(tx: Tx, name: string, id: string, options: SendOptions): Promise<void> {
    await ensure(name, patientQueue)
    await boss.send(name, { id } satisfies JobData, { ...options, db: { executeSql: executeOn(tx) } })
  }

  async function stop(): Promise<void> {
    isStopping = true
    for (const timer of timers) clearInterval(timer)
    await boss.stop({ graceful: true, timeout: 10_000 })
  }

  return {
    async start() {
      await boss.start()
      await letServiceEnqueue(boss)
      await boss.createQueue(deadLetters, { retentionSeconds: 90 * 86_400, deleteAfterSeconds: 30 * 86_400 })
      if (works) await boss.work(deadLetters, { includeMetadata: true, pollingIntervalSeconds: 5 }, logDeadLetters(log))
    },
    // Each its own key: a job put in now must not be swallowed by one that waits for tomorrow, or that runs already.
    enqueue: (tx, name, id, { startAfter } = {}) =>
      put(tx, name, id, { singletonKey: `${id} ${randomUUID()}`, ...(startAfter && { startAfter }) }),
    enqueueOnce: (tx, name, id) => put(tx, name, id, { singletonKey: id }),
    async work(handlers) {
      for (const [name, handler] of Object.entries(handlers)) {
        await ensure(name, patientQueue)
        await boss.work<JobData, unknown, typeof working>(name, working, (jobs) =>
          runJobs({ jobs, handler, isStopping: () => isStopping, log }),
        )
      }
    },
    async schedule(name, everySeconds, handler) {
      await ensure(name, repeatingQueue)
      await boss.work(name, { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }, async () => {
        await handler().catch((error: unknown) => log.error({ error, job: name }, 'a repeating job failed'))
      })
      // The slot is the database's: however many programs ask, one turn in each is taken.
      const turn = () =>
        boss
          .send(name, null, { singletonSeconds: everySeconds })
          .catch((error: unknown) => log.warn({ error, job: name }, 'a turn of a repeating job was missed'))
      await turn()
      timers.add(setInterval(turn, everySeconds * 1000))
    },
    stop,
    stats: () => boss.getQueues(),
    [Symbol.asyncDispose]: stop,
  }
}

async function makeQueue(boss: PgBoss, name: string, settings: typeof patientQueue | typeof repeatingQueue) {
  // 'short': of one key, one job waits to be begun. 'exclusive': one waits or runs.
  await boss.createQueue(name, { policy: settings === patientQueue ? 'short' : 'exclusive', ...settings })
  await boss.updateQueue(name, settings)
}

/** Callers' transactions run as `service_role`, the queue's tables belong to the owner. Nobody else gets at them. */
async function letServiceEnqueue(boss: PgBoss): Promise<void> {
  // Under a lock: two programs starting together would otherwise meet as 'tuple concurrently updated'.
  await boss.getDb().executeSql(`
    begin;
    select pg_advisory_xact_lock(7203519449);
    grant usage on schema pgboss to service_role;
    grant select on pgboss.queue to service_role;
    grant select, insert on pgboss.job, pgboss.job_common to service_role;
    commit`)
}

function executeOn(tx: Tx) {
  return async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }
}

function logDeadLetters(log: Log) {
  return async (jobs: JobWithMetadata<JobData>[]) => {
    for (const { sourceName, sourceOutput, data } of jobs) {
      log.error({ job: sourceName, id: data?.id, last: sourceOutput }, 'a job used up its tries')
    }
  }
}
