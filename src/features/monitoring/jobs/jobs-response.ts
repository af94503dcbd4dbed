/** What GET jobs answers; times are ISO 8601. */
export type JobsResponse = {
  queues: { name: string; waiting: number; active: number; retrying: number; failed: number }[]
  /** `failed` counts those still to be seen to; `failed_letters` holds the newest hundred of them. */
  letters: { waiting: number; sending: number; failed: number; sent_today: number }
  failed_letters: FailedLetter[]
  /** Jobs that used up their tries, two hundred at most. */
  dead: DeadJob[]
  /** Since when jobs have been due that no worker begins; null while they are being done. */
  not_running_since: string | null
}

export type FailedLetter = {
  id: string
  kind: string
  title: string
  recipient: string
  order_number: string | null
  last_error: string | null
  attempts: number
  created_at: string
}

/** `of`: the id of what the job was about. `times`: how often it has used up its tries. */
export type DeadJob = {
  id: string
  job: string
  of: string
  last_error: string | null
  at: string
  times: number
}

/** What GET job-alerts answers: how much waits for the owner to look. */
export type JobAlerts = { failed_letters: number; dead: number; not_running_since: string | null }
