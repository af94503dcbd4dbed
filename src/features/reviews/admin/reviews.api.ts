import { Hono } from 'hono'
import { z } from 'zod'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { declineReasons, longestAnswer, longestNote } from '../review.ts'
import { changeReview } from './change-review.ts'
import { listReviews } from './list-reviews.ts'

const Known = { id: z.uuid(), version: z.int() }
const answerTooLong = `Please keep it to ${longestAnswer} characters.`

/** A decision names no stars, and a review that waits is sent without them. */
const ChangeBody = z.discriminatedUnion('action', [
  z.strictObject({ ...Known, action: z.literal('publish') }),
  z.strictObject({
    ...Known,
    action: z.literal('decline'),
    reason: z.enum(declineReasons, 'Please choose one of the four reasons.'),
    note: writtenText(longestNote, `Please keep it to ${longestNote} characters.`).refine(
      (note) => note !== '',
      'Please say which words: the customer gets it by e-mail.',
    ),
  }),
  z.strictObject({
    ...Known,
    action: z.literal('answer'),
    answer: writtenText(longestAnswer, answerTooLong).transform((answer) => answer || null),
  }),
])

/**
 * Reviews for the owner, mounted at /functions/v1, for administrators only. GET reviews lists them with their counts.
 * POST change-review `{ id, version, action: 'publish' | 'decline' | 'answer', … }` decides about one or answers it.
 */
export function reviewsApi({ db, queue }: { db: Db; queue: Queue }): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/reviews', async (c) => {
      c.header('Cache-Control', 'no-store')
      await requireAdministrator(db, c)
      return c.json(await db.asService(listReviews))
    })
    .post('/change-review', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { userId } = await requireAdministrator(db, c)
      const change = ChangeBody.parse(await c.req.json())
      await db.as({ role: 'service_role', sub: userId }, (tx) => changeReview(tx, queue, change), requestContextOf(c))
      return c.json({ changed: true })
    })
}
