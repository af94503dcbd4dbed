import { useCallback, useEffect, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { useLooking } from '#platform/client/use-looking.ts'
import { jobAlerts } from './job-alerts.ts'
import type { JobsAnswer } from './jobs-answer.ts'

const everyMs = 5_000

/**
 * What the shop does by itself, looked at anew every five seconds while the page is seen. `jobs` null: not known yet.
 * `problem`: why the last look came to nothing; what is shown may be old then.
 */
export function useJobs() {
  const [jobs, setJobs] = useState<JobsAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const look = useCallback(async () => {
    const { value, failure } = await callFunction<JobsAnswer>('jobs')
    setProblem(failure ? failure.words : null)
    if (!value) return
    setJobs(value)
    jobAlerts.tell({
      failed_letters: value.letters.failed,
      dead: value.dead.length,
      not_running_since: value.not_running_since,
    })
  }, [])

  useEffect(() => {
    void look()
  }, [look])
  useLooking(look, everyMs)
  return { jobs, problem, look }
}
