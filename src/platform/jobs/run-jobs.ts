import { SpanKind } from '@opentelemetry/api'
import type { Job, JobResult } from 'pg-boss'
import type { Log } from '../log.ts'
import { traced } from '../tracing.ts'

export type JobData = { id: string }
export type Handler = (id: string) => Promise<void>

/** How many jobs of a batch run at once; each uses short transactions of a pool of ten. */
const concurrency = 2

/** `stopping`: start no more jobs. `leaving`: the process ends now, with jobs still running. */
export type Ending = { stopping: AbortSignal; leaving: AbortSignal }

/**
 * Runs a batch and returns the result of each job. A failed job is logged with its cause and retried later. A job that
 * was not started because the process is stopping, or has not ended when it leaves, has no result: it returns to the
 * queue.
 */
export async function runJobs({
  jobs,
  handler,
  ending: { stopping, leaving },
  log,
}: {
  jobs: Job<JobData>[]
  handler: Handler
  ending: Ending
  log: Log
}): Promise<JobResult[]> {
  const remaining = [...jobs]
  const results: JobResult[] = []
  async function worker() {
    for (let job = remaining.shift(); job && !stopping.aborted; job = remaining.shift()) {
      results.push(await runJob(job, handler, log))
    }
  }
  await Promise.race([Promise.all(Array.from({ length: concurrency }, worker)), aborted(leaving)])
  return [...results]
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function runJob(job: Job<JobData>, handler: Handler, log: Log): Promise<JobResult> {
  try {
    await traced(job.name, { kind: SpanKind.CONSUMER }, () => handler(job.data.id))
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.error({ error, job: job.name, id: job.data.id, tries: job.retryCount + 1 }, 'a job failed and is tried again')
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
  }
}
