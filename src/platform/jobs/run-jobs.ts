import type { Job, JobResult } from 'pg-boss'
import type { Log } from '../log.ts'

export type JobData = { id: string }
export type Handler = (id: string) => Promise<void>

/** So many jobs of one fetched batch run at once; each uses short transactions of a pool of ten. */
const lanes = 2

/** `stopping`: begin nothing more. `leaving`: the program ends now, whatever still runs. */
export type Ending = { stopping: AbortSignal; leaving: AbortSignal }

/**
 * Does a batch and says of each job how it went. A job that fails is logged with its cause and tried again later. One
 * that was not begun because the program is stopping, or has not ended when it leaves, is left out, and so given back.
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
  const waiting = [...jobs]
  const results: JobResult[] = []
  async function lane() {
    for (let job = waiting.shift(); job && !stopping.aborted; job = waiting.shift()) {
      results.push(await runJob(job, handler, log))
    }
  }
  await Promise.race([Promise.all(Array.from({ length: lanes }, lane)), aborted(leaving)])
  return [...results]
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function runJob(job: Job<JobData>, handler: Handler, log: Log): Promise<JobResult> {
  try {
    await handler(job.data.id)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.error({ error, job: job.name, id: job.data.id, tries: job.retryCount + 1 }, 'a job failed and is tried again')
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
  }
}
