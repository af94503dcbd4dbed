import type { Log } from '../log.ts'
import { logQueueError } from './pg-boss.ts'
import type { Queue } from './queue.ts'

/**
 * Monitors that some worker runs the jobs. It logs one line when due jobs are not started, and one when they are again.
 * Returns the function that stops it.
 */
export function watchJobs({
  queue,
  log,
  everyMs = 30_000,
}: {
  queue: Pick<Queue, 'beat' | 'late'>
  log: Log
  everyMs?: number
}): () => void {
  let lateSince: Date | null = null

  async function check(): Promise<void> {
    await queue.beat()
    const late = await queue.late()
    if (late && !lateSince) {
      log.error({ ...late }, 'jobs are due and no worker runs them: is `node build/server/worker.js` running?')
    }
    if (!late && lateSince) log.info({ late: lateSince }, 'jobs run again')
    lateSince = late?.since ?? null
  }

  const tick = () =>
    void check().catch((error: unknown) => logQueueError(log, error, 'the age of jobs could not be read'))
  const timer = setInterval(tick, everyMs)
  timer.unref()
  tick()
  return () => clearInterval(timer)
}
