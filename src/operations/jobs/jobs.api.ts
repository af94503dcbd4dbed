import type { Hono } from 'hono'
import { noteInAudit } from '#platform/database/audit-log.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { readWork } from '../facts.ts'
import { countEmails, dismissEmail, listFailedEmails, retryEmail } from './failed-emails.ts'
import { countJobAlerts, dismissFailedEmail, listJobs, retryFailedEmail, retryJob } from './jobs.contract.ts'

/** Background work. */
export function jobsApi({ queue }: { queue: Queue }): Hono<Env> {
  return endpoints(
    handle(listJobs, async ({ db }) => {
      const [queues, { late, dead, failedEmails }, { emails, failed_emails }] = await Promise.all([
        queue.counts(),
        readWork({ db, queue }),
        db.asService(async (tx) => ({ emails: await countEmails(tx), failed_emails: await listFailedEmails(tx) })),
      ])
      return {
        queues,
        emails: { ...emails, failed: failedEmails },
        failed_emails,
        not_running_since: late?.since ?? null,
        dead: dead.map(({ id, job, of, lastError, at, times }) => ({ id, job, of, last_error: lastError, at, times })),
      }
    }),
    handle(countJobAlerts, async ({ db }) => {
      const { late, dead, failedEmails } = await readWork({ db, queue })
      return { failed_emails: failedEmails, dead: dead.length, not_running_since: late?.since ?? null }
    }),
    handle(retryFailedEmail, ({ db, claims, body: { id } }) =>
      db.asService((tx) => retryEmail(tx, queue, { id, userId: claims.sub })),
    ),
    handle(dismissFailedEmail, ({ db, claims, body: { id } }) =>
      db.asService((tx) => dismissEmail(tx, { id, userId: claims.sub })),
    ),
    handle(retryJob, async ({ db, claims, body: { id } }) => {
      if (!(await queue.retryDead(id))) {
        throw new AppError('not_found', 'This task has already been retried or has finished.')
      }
      await db.asService((tx) => noteInAudit(tx, { actor: claims.sub, table: 'jobs', row: id, action: 'retry' }))
      return { retried: true }
    }),
  )
}
