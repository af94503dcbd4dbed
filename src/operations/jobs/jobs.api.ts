import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { readWork } from '../facts.ts'
import { countEmails, dismissEmail, listFailedEmails, noteInAudit, retryEmail } from './failed-emails.ts'
import type { JobAlerts, JobsResponse } from './jobs-response.ts'

const Body = z.object({ id: z.uuid() })

/**
 * Background work, for administrators only, mounted at /functions/v1. GET jobs lists the queues and failures, GET
 * job-alerts counts the problems. POST retry-letter `{ id }`, dismiss-letter `{ id }` and retry-job `{ id }` resolve a
 * failure; they refuse not_found, and conflict if it is resolved already.
 */
export function jobsApi({ db, queue }: { db: Db; queue: Queue }): Hono<Env> {
  async function administrator(c: Context<Env>): Promise<string> {
    c.header('Cache-Control', 'no-store')
    return (await requireAdministrator(db, c)).userId
  }

  const asService = <T>(c: Context<Env>, work: (tx: Tx) => Promise<T>) => db.asService(work, requestContextOf(c))

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/jobs', async (c) => {
      await administrator(c)
      const [queues, { late, dead, failedEmails }, { letters, failed_letters }] = await Promise.all([
        queue.counts(),
        readWork({ db, queue }),
        db.asService(async (tx) => ({ letters: await countEmails(tx), failed_letters: await listFailedEmails(tx) })),
      ])
      const body: JobsResponse = {
        queues,
        letters: { ...letters, failed: failedEmails },
        failed_letters,
        not_running_since: late?.since.toISOString() ?? null,
        dead: dead.map(({ id, job, of, lastError, at, times }) => {
          return { id, job, of, last_error: lastError, at: at.toISOString(), times }
        }),
      }
      return c.json(body)
    })
    .get('/job-alerts', async (c) => {
      await administrator(c)
      const { late, dead, failedEmails } = await readWork({ db, queue })
      const body: JobAlerts = {
        failed_letters: failedEmails,
        dead: dead.length,
        not_running_since: late?.since.toISOString() ?? null,
      }
      return c.json(body)
    })
    .post('/retry-letter', async (c) => {
      const userId = await administrator(c)
      const { id } = Body.parse(await c.req.json())
      return c.json(await asService(c, (tx) => retryEmail(tx, queue, { id, userId })))
    })
    .post('/dismiss-letter', async (c) => {
      const userId = await administrator(c)
      const { id } = Body.parse(await c.req.json())
      return c.json(await asService(c, (tx) => dismissEmail(tx, { id, userId })))
    })
    .post('/retry-job', async (c) => {
      const userId = await administrator(c)
      const { id } = Body.parse(await c.req.json())
      if (!(await queue.retryDead(id))) {
        throw new AppError('not_found', 'This task has already been retried or has finished.')
      }
      await asService(c, (tx) => noteInAudit(tx, { userId, table: 'jobs', row: id, action: 'retry' }))
      return c.json({ retried: true })
    })
}
