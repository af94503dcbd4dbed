import { randomUUID } from 'node:crypto'
import type { SendOptions } from 'pg-boss'
import type { Db, Tx } from '../database/db.ts'
import type { Log } from '../log.ts'
import {
  countJobs,
  type DeadJob,
  findOverdueJobs,
  listDead,
  type OverdueJobs,
  type QueueCounts,
  removeDeadJob,
  reportDeadJobs,
} from './dead-jobs.ts'
import {
  executeOn,
  logQueueError,
  makeQueue,
  openPgBoss,
  openQueueDb,
  type QueueDbOptions,
  repeatingQueue,
  retryingQueue,
  startPgBoss,
  tablesOf,
  working,
} from './pg-boss.ts'
import { aborted, type Handler, type JobData, runJobs } from './run-jobs.ts'

/**
 * A queue of work that must happen, enqueued by the transaction that causes it. A job carries only an id: the work is
 * recorded in our own tables, so losing the whole queue loses nothing (see `sweep`). A job runs at least once:
 * handlers are idempotent. Job names are `feature.verb-noun`.
 */
export type Queue = {
  /**
   * Creates or migrates the queue's tables, then connects. Call it first, as the owner of the tables. Tables that are
   * dropped while the process runs are created again within half a minute.
   */
  start(): Promise<void>
  /** Commits with `tx` (service role or owner). With `startAfter` the job starts then at the earliest. */
  enqueue(tx: Tx, name: string, id: string, options?: { startAfter?: Date }): Promise<void>
  /** The same, unless a job enqueued by this method for this id waits, runs, or waits for a retry. */
  enqueueOnce(tx: Tx, name: string, id: string): Promise<void>
  /** As `enqueue`, for many ids in one statement. */
  enqueueAll(tx: Tx, name: string, ids: readonly string[]): Promise<void>
  /** Starts workers for these jobs. A job whose handler throws is retried twenty times, with growing pauses. */
  work(handlers: Record<string, Handler>): Promise<void>
  /** Runs the handler at this interval in one of the running processes, and once soon after the start. */
  schedule(name: string, everySeconds: number, handler: () => Promise<void>): Promise<void>
  /**
   * Starts no new jobs, waits for running ones for 9 s or `timeoutMs`, and returns the rest to the queue. Jobs can
   * still be enqueued.
   */
  endWork(options?: StopOptions): Promise<void>
  /** Starts no job until `resume`, and waits for running ones; for a database that takes no writes for a while. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** `endWork`, and closes the connections a second later at most. */
  stop(options?: StopOptions): Promise<void>
  /** Waiting and running jobs by name. */
  counts(): Promise<QueueCounts[]>
  /** Jobs that failed on their last try and have not succeeded since. */
  dead(): Promise<DeadJob[]>
  /** Due jobs that no worker starts. */
  late(): Promise<OverdueJobs | null>
  /** Enqueues a job for any worker once a minute, so that a missing worker is noticed in a quiet shop too. */
  beat(): Promise<void>
  /** Retries a dead job at once, with twenty new tries. False when it is no longer there. */
  retryDead(id: string): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

type StopOptions = { timeoutMs?: number }

const checkDeadJob = 'jobs.check-dead'

/** How long a stop waits for running jobs. */
const workTimeoutMs = 9_000

type QueueOptions = QueueDbOptions & {
  log: Log
  /** False in a process that only enqueues. */
  working?: boolean
  /** How often the process checks that the queue's tables exist. */
  checkEverySeconds?: number
}

export function createQueue({ log, working: works = true, checkEverySeconds = 10, ...database }: QueueOptions): Queue {
  const db = openQueueDb(database, (error) => logQueueError(log, error, 'a connection of the job queue broke'))
  const open = () => openPgBoss({ db, log, working: works })
  let boss = open()
  let tables: string | null = null
  let renewing: Promise<void> = Promise.resolve()
  let replaced: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()
  const leaving = new AbortController()
  const ending = { stopping: stopping.signal, leaving: leaving.signal }
  const known = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  /** The workers and schedules, to be started again over new tables. */
  const starters: (() => Promise<void>)[] = []
  let isPaused = false

  /** Creates a queue when this process first uses its name. */
  function ensure(name: string, settings: typeof retryingQueue | typeof repeatingQueue): Promise<void> {
    const made = known.get(name) ?? makeQueue(boss, name, settings)
    known.set(name, made)
    made.catch(() => known.delete(name))
    return made
  }

  async function put(name: string, id: string, { tx, ...options }: SendOptions & { tx?: Tx }): Promise<string | null> {
    await ensure(name, retryingQueue)
    return boss.send(name, { id } satisfies JobData, { ...options, ...(tx && { db: { executeSql: executeOn(tx) } }) })
  }

  /** A key of its own for each job: a job that waits for tomorrow, or runs already, must not absorb a new one. */
  async function sendOrThrow(name: string, id: string, options: SendOptions & { tx?: Tx }): Promise<void> {
    const send = () => put(name, id, { ...options, singletonKey: `${id} ${randomUUID()}` })
    if (await send()) return
    // The library does not report a missing queue: the tables were just created again, without this one.
    known.delete(name)
    if (!(await send())) throw new Error(`The job "${name}" could not be put into the queue`)
  }

  async function insertAll(tx: Tx, name: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const jobs = ids.map((id) => ({ data: { id } satisfies JobData, singletonKey: `${id} ${randomUUID()}` }))
    const insert = async () => {
      await ensure(name, retryingQueue)
      return boss.insert(name, jobs, { db: { executeSql: executeOn(tx) }, returnId: true })
    }
    if (await insert()) return
    known.delete(name)
    if (!(await insert())) throw new Error(`Jobs "${name}" could not be put into the queue`)
  }

  async function begin(starter: () => Promise<void>): Promise<void> {
    starters.push(starter)
    if (!isPaused) await starter()
  }

  const offWork = () => Promise.all([...known.keys()].map((name) => boss.offWork(name)))

  async function pause(): Promise<void> {
    isPaused = true
    await offWork()
  }

  async function resume(): Promise<void> {
    if (!isPaused || stopping.signal.aborted) return
    isPaused = false
    for (const starter of starters) await starter()
  }

  /** An instance of the library that lost its tables stays broken, so it is replaced. */
  async function renewIfGone(): Promise<void> {
    if (stopping.signal.aborted || (await tablesOf(boss)) === tables) return
    const fresh = open()
    try {
      await startPgBoss(fresh)
    } catch (error) {
      await fresh.stop({ graceful: false })
      throw error
    }
    const old = boss
    boss = fresh
    known.clear()
    // Another process may have created the tables first, and the old instance may have fetched jobs from them: it
    // finishes and marks them. Otherwise such a job would wait half a minute for its missing heartbeat.
    replaced = Promise.all([replaced, old.stop({ graceful: true, timeout: workTimeoutMs }).catch(() => undefined)])
    if (!isPaused) for (const starter of starters) await starter()
    tables = await tablesOf(fresh)
    log.warn('the tables of the job queue were missing and have been recreated')
  }

  async function endWork({ timeoutMs = workTimeoutMs }: StopOptions = {}): Promise<void> {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    const leave = setTimeout(() => leaving.abort(), timeoutMs)
    const ended = renewing.then(() => Promise.all([replaced, offWork()]))
    await Promise.race([ended, aborted(leaving.signal)]).finally(() => clearTimeout(leave))
  }

  async function stop(options?: StopOptions): Promise<void> {
    await endWork(options)
    // A second, so that jobs finished by then are still marked as finished.
    await boss.stop({ graceful: true, timeout: 1_000 })
    await db.close()
  }

  async function schedule(name: string, everySeconds: number, handler: () => Promise<void>): Promise<void> {
    // The database decides: of all processes, one enqueues a run in each interval.
    const turn = () =>
      boss
        .send(name, null, { singletonSeconds: everySeconds })
        .catch((error: unknown) => logQueueError(log, error, 'a run of a repeating job was missed', { job: name }))
    await begin(async () => {
      await ensure(name, repeatingQueue)
      await boss.work(name, { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 }, async () => {
        await handler().catch((error: unknown) => log.error({ error, job: name }, 'a repeating job failed'))
      })
      await turn()
    })
    timers.add(setInterval(turn, everySeconds * 1000))
  }

  return {
    async start() {
      await startPgBoss(boss)
      tables = await tablesOf(boss)
      const checkTables = () => {
        renewing = renewing.then(renewIfGone).catch((error: unknown) => {
          logQueueError(log, error, 'the tables of the job queue could not be checked')
        })
      }
      timers.add(setInterval(checkTables, checkEverySeconds * 1000))
      const check = reportDeadJobs(() => boss, log)
      if (works) await schedule(checkDeadJob, 60, check)
    },
    enqueue: (tx, name, id, { startAfter } = {}) => sendOrThrow(name, id, { tx, ...(startAfter && { startAfter }) }),
    enqueueAll: insertAll,
    async enqueueOnce(tx, name, id) {
      await put(name, id, { tx, singletonKey: id })
    },
    async work(handlers) {
      for (const [name, handler] of Object.entries(handlers)) {
        await begin(async () => {
          await ensure(name, retryingQueue)
          await boss.work<JobData, unknown, typeof working>(name, working, (jobs) =>
            runJobs({ jobs, handler, ending, log }),
          )
        })
      }
    },
    schedule,
    pause,
    resume,
    endWork,
    stop,
    counts: () => countJobs(boss),
    dead: () => listDead(boss),
    late: () => findOverdueJobs(boss),
    async beat() {
      await ensure(checkDeadJob, repeatingQueue)
      await boss.send(checkDeadJob, null, { singletonSeconds: 60 })
    },
    async retryDead(id) {
      // After a crash between the two, the sweep enqueues the work.
      const taken = await removeDeadJob(boss, id)
      if (taken) await sendOrThrow(taken.job, taken.of, {})
      return taken !== null
    },
    [Symbol.asyncDispose]: () => stop(),
  }
}

/**
 * Enqueues every due and unfinished row, at this interval and at the start: so work survives a lost queue, a lost job,
 * or a row written by a trigger. `unfinished` returns ids, read as the service, a few thousand at most.
 */
export async function sweep({
  db,
  queue,
  name,
  everySeconds,
  unfinished,
}: {
  db: Db
  queue: Queue
  name: string
  everySeconds: number
  unfinished: (tx: Tx) => Promise<string[]>
}): Promise<void> {
  await queue.schedule(`${name}.sweep`, everySeconds, () =>
    db.asService(async (tx) => {
      for (const id of await unfinished(tx)) await queue.enqueueOnce(tx, name, id)
    }),
  )
}
