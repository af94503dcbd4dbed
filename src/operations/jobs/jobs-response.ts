/** The response of GET jobs; times are ISO 8601. */
export type JobsResponse = {
  queues: { name: string; waiting: number; active: number; retrying: number; failed: number }[]
  /** `failed` counts the unresolved ones; `failed_letters` contains the newest hundred of them. */
  letters: { waiting: number; sending: number; failed: number; sent_today: number }
  failed_letters: FailedEmail[]
  /** Jobs without attempts left, two hundred at most. */
  dead: DeadJob[]
  /** Since when due jobs have not started; null while a worker runs them. */
  not_running_since: string | null
}

export type FailedEmail = {
  id: string
  kind: string
  title: string
  recipient: string
  order_number: string | null
  last_error: string | null
  attempts: number
  created_at: string
}

/** `of`: the id of the job's subject. `times`: how often it has used up its attempts. */
export type DeadJob = {
  id: string
  job: string
  of: string
  last_error: string | null
  at: string
  times: number
}

/** The response of GET job-alerts: the number of problems for the owner. */
export type JobAlerts = { failed_letters: number; dead: number; not_running_since: string | null }
