import { z } from 'zod'
import { contract, time } from '#platform/http/contract.ts'

const FailedEmail = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  recipient: z.string(),
  order_number: z.string().nullable(),
  last_error: z.string().nullable(),
  attempts: z.int(),
  created_at: time,
})
export type FailedEmail = z.output<typeof FailedEmail>
export type FailedEmailRow = z.input<typeof FailedEmail>

/** `of`: the id of the job's subject. `times`: how often it has used up its attempts. */
const DeadJob = z.object({
  id: z.string(),
  job: z.string(),
  of: z.string(),
  last_error: z.string().nullable(),
  at: time,
  times: z.int(),
})
export type DeadJob = z.output<typeof DeadJob>

/** The queues and the failures. */
export const listJobs = contract({
  name: 'jobs',
  method: 'GET',
  caller: 'administrators',
  response: z.object({
    queues: z.array(
      z.object({ name: z.string(), waiting: z.int(), active: z.int(), retrying: z.int(), failed: z.int() }),
    ),
    /** `failed` counts the unresolved ones; `failed_emails` contains the newest hundred of them. */
    emails: z.object({ waiting: z.int(), sending: z.int(), failed: z.int(), sent_today: z.int() }),
    failed_emails: z.array(FailedEmail),
    /** Jobs without attempts left, two hundred at most. */
    dead: z.array(DeadJob),
    /** Since when due jobs have not started; null while a worker runs them. */
    not_running_since: time.nullable(),
  }),
})
export type JobsResponse = z.output<typeof listJobs.response>

/** The number of problems for the owner. */
export const countJobAlerts = contract({
  name: 'job-alerts',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ failed_emails: z.int(), dead: z.int(), not_running_since: time.nullable() }),
})

const One = z.object({ id: z.uuid() })
const Resent = z.object({ id: z.string(), state: z.string() })

/** Resolves a failure; refuses conflict if it is resolved already. So do the next two. */
export const retryFailedEmail = contract({
  name: 'retry-email',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: Resent,
  refuses: ['not_found', 'conflict'],
})

export const dismissFailedEmail = contract({
  name: 'dismiss-email',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: Resent,
  refuses: ['not_found', 'conflict'],
})

export const retryJob = contract({
  name: 'retry-job',
  method: 'POST',
  caller: 'administrators',
  request: One,
  response: z.object({ retried: z.literal(true) }),
  refuses: ['not_found'],
})
