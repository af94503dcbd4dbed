import { Hono } from 'hono'
import { z } from 'zod'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { unsubscribeByLink } from '../unsubscribe-by-link.ts'

const Body = z.object({ id: z.uuid() })

/**
 * POST unsubscribe-subscriber `{ id }`, mounted at /functions/v1, for administrators: records an objection that arrived
 * by another way than an e-mail's link, with the same effect. Refuses not_found.
 */
export function unsubscribeSubscriberApi({ db, queue }: { db: Db; queue: Queue }): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).post('/unsubscribe-subscriber', async (c) => {
    c.header('Cache-Control', 'no-store')
    const { userId } = await requireAdministrator(db, c)
    const { id } = Body.parse(await c.req.json())
    const context = requestContextOf(c)
    await db.asService(async (tx) => {
      const row = await tx.selectFrom('email_signups').select('id').where('id', '=', id).executeTakeFirst()
      if (!row) throw new AppError('not_found', 'This subscriber is no longer on the list.')
      await unsubscribeByLink(tx, queue, { signupId: id, reason: 'unsubscribed' })
      const change = { table_name: 'email_signups', row_id: id, action: 'unsubscribe' }
      const who = { actor: userId, actor_role: 'authenticated', request_id: context.requestId, ip: context.ip }
      await tx
        .insertInto('private.audit_log')
        .values({ ...who, ...change })
        .execute()
    }, context)
    return c.json({ unsubscribed: true })
  })
}
