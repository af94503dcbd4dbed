import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { SendOptions } from 'pg-boss'
import type { Tx } from '../database/db.ts'
import { type DeadJob, listDead, lookAtDead, takeFromDead } from './dead-jobs.ts'
import { findLate, type LateJobs } from './late-jobs.ts'
import {
  type BossOptions,
  makeQueue,
  openPgBoss,
  patientQueue,
  repeatingQueue,
  startPgBoss,
  tablesOf,
  warnOfQueue,
  working,
} from './pg-boss.ts'
import { countJobs, type QueueCounts } from './queue-counts.ts'
import { type Handler, type JobData, runJobs } from './run-jobs.ts'

/**
 * Work that must happen, put in by the transaction that causes it. Jobs carry an id only: what is to be done stands in
 * our tables, so losing the whole queue loses nothing (see `sweep.ts`). A job runs at least once: handlers make twice as
 * good as once. Job names are `feature.verb-noun`.
 */
export type Queue = {
  /**
   * Makes or updates the queue's own tables, then connects. Call it once, as the owner of the tables, before the rest.
   * Tables that are dropped while the program runs are made anew within half a minute.
   */
  start(): Promise<void>
  /** Commits with `tx` (service role or owner). `startAfter` waits at least until then. */
  enqueue(tx: Tx, name: string, id: string, options?: { startAfter?: Date }): Promise<void>
  /** The same, unless a job put in like this for this id waits, runs, or is about to be tried again. */
  enqueueOnce(tx: Tx, name: string, id: string): Promise<void>
  /** As `enqueue`, many, in one statement. */
  enqueueAll(tx: Tx, name: string, ids: readonly string[]): Promise<void>
  /** Starts doing the jobs of these names. A handler that throws is tried again, later and later, twenty times. */
  work(handlers: Record<string, Handler>): Promise<void>
  /** Runs the handler every so many seconds on one of the running programs, and once soon after the start. */
  schedule(name: string, everySeconds: number, handler: () => Promise<void>): Promise<void>
  /** Begins nothing new, waits 10 s at most for what runs, and gives the rest back. */
  stop(): Promise<void>
  /** What is to be done and is being done just now, by the job's name. */
  counts(): Promise<QueueCounts[]>
  /** Jobs that used up their tries and have not been done since. */
  dead(): Promise<DeadJob[]>
  /** Jobs that are due and that no worker begins. */
  late(): Promise<LateJobs | null>
  /** Puts in a job for any worker once a minute, so that a worker that is missing shows even where nothing happens. */
  beat(): Promise<void>
  /** Gives a job that used up its tries twenty new ones, at once. False: it is not there any more. */
  retryDead(id: string): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

const lookAtDeadJob = 'jobs.check-dead'

/** How long a stop waits for what runs. */
const patienceMs = 9_000

export type QueueOptions = Omit<BossOptions, 'working'> & {
  /** False in a process that only puts jobs in. */
  working?: boolean
  /** How often it is looked whether the queue's tables are still there. */
  lookEverySeconds?: number
}

export function createQueue({ working: works = true, lookEverySeconds = 10, ...options }: QueueOptions): Queue {
  const { log } = options
  const open = () => openPgBoss({ ...options, working: works })
  let boss = open()
  let tables: string | null = null
  let renewing: Promise<void> = Promise.resolve()
  let replaced: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()
  const leaving = new AbortController()
  const ending = { stopping: stopping.signal, leaving: leaving.signal }
  const known = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  /** What this program does, to be begun again over new tables. */
  const doings: (() => Promise<void>)[] = []

  /** Makes a queue the first time this program meets its name. */
  function ensure(name: string, settings: typeof patientQueue | typeof repeatingQueue): Promise<void> {
    const made = known.get(name) ?? makeQueue(boss, name, settings)
    known.set(name, made)
    made.catch(() => known.delete(name))
    return made
  }

  async function put(name: string, id: string, { tx, ...options }: SendOptions & { tx?: Tx }): Promise<string | null> {
    await ensure(name, patientQueue)
    return boss.send(name, { id } satisfies JobData, { ...options, ...(tx && { db: { executeSql: executeOn(tx) } }) })
  }

  /** Each its own key: a job put in now must not be swallowed by one that waits for tomorrow, or that runs already. */
  async function putSurely(name: string, id: string, options: SendOptions & { tx?: Tx }): Promise<void> {
    const send = () => put(name, id, { ...options, singletonKey: `${id} ${randomUUID()}` })
    if (await send()) return
    // The library says nothing of a queue that is not there: its tables were just made anew, and this one not yet.
    known.delete(name)
    if (!(await send())) throw new Error(`The job "${name}" could not be put into the queue`)
  }

  async function putAll(tx: Tx, name: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const jobs = ids.map((id) => ({ data: { id } satisfies JobData, singletonKey: `${id} ${randomUUID()}` }))
    const insert = async () => {
      await ensure(name, patientQueue)
      return boss.insert(name, jobs, { db: { executeSql: executeOn(tx) }, returnId: true })
    }
    if (await insert()) return
    known.delete(name)
    if (!(await insert())) throw new Error(`Jobs "${name}" could not be put into the queue`)
  }

  async function begin(doing: () => Promise<void>): Promise<void> {
    doings.push(doing)
    await doing()
  }

  /** A library's instance that has lost its tables stays broken, so there is a new one as soon as they are gone. */
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
    // Another program may have made the tables first, and the old instance have fetched from them: what it has, it does
    // and marks. Left behind, such a job would wait half a minute for its missing heartbeat.
    replaced = Promise.all([replaced, old.stop({ graceful: true, timeout: patienceMs }).catch(() => undefined)])
    for (const doing of doings) await doing()
    tables = await tablesOf(fresh)
    log.warn('the tables of the job queue were gone and are made anew')
  }

  async function stop(): Promise<void> {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await renewing
    const leave = setTimeout(() => leaving.abort(), patienceMs)
    // A little longer, so that what was done by then is still marked as done.
    const ended = boss.stop({ graceful: true, timeout: patienceMs + 1_000 })
    await Promise.all([ended, replaced]).finally(() => clearTimeout(leave))
  }

  async function schedule(name: string, everySeconds: number, handler: () => Promise<void>): Promise<void> {
    // The slot is the database's: however many programs ask, one turn in each is taken.
    const turn = () =>
      boss
        .send(name, null, { singletonSeconds: everySeconds })
        .catch((error: unknown) => warnOfQueue(log, error, 'a turn of a repeating job was missed', { job: name }))
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
      const look = () => {
        renewing = renewing.then(renewIfGone).catch((error: unknown) => {
          warnOfQueue(log, error, 'whether the job queue still has its tables could not be seen to')
        })
      }
      timers.add(setInterval(look, lookEverySeconds * 1000))
      if (works)
        await schedule(
          lookAtDeadJob,
          60,
          lookAtDead(() => boss, log),
        )
    },
    enqueue: (tx, name, id, { startAfter } = {}) => putSurely(name, id, { tx, ...(startAfter && { startAfter }) }),
    enqueueAll: putAll,
    async enqueueOnce(tx, name, id) {
      await put(name, id, { tx, singletonKey: id })
    },
    async work(handlers) {
      for (const [name, handler] of Object.entries(handlers)) {
        await begin(async () => {
          await ensure(name, patientQueue)
          await boss.work<JobData, unknown, typeof working>(name, working, (jobs) =>
            runJobs({ jobs, handler, ending, log }),
          )
        })
      }
    },
    schedule,
    stop,
    counts: () => countJobs(boss),
    dead: () => listDead(boss),
    late: () => findLate(boss),
    async beat() {
      await ensure(lookAtDeadJob, repeatingQueue)
      await boss.send(lookAtDeadJob, null, { singletonSeconds: 60 })
    },
    async retryDead(id) {
      // Killed between the two, the sweep finds what was to be done.
      const taken = await takeFromDead(boss, id)
      if (taken) await putSurely(taken.job, taken.of, {})
      return taken !== null
    },
    [Symbol.asyncDispose]: stop,
  }
}

function executeOn(tx: Tx) {
  return async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }
}
