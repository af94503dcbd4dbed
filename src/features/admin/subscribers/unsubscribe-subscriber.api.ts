import { Hono } from 'hono'
import { z } from 'zod'
import { requireAdministrator } from '#features/auth/require-administrator.ts'
import { sayNo } from '#features/campaign/list/say-no.ts'
import type { Db } from '#infrastructure/db/db.ts'
import { answerError, functions } from '#infrastructure/http/answer-error.ts'
import type { Env } from '#infrastructure/http/env.ts'
import type { Queue } from '#infrastructure/jobs/queue.ts'
import { Refusal } from '#infrastructure/refusal.ts'

const Body = z.object({ id: z.uuid() })

/**
 * POST unsubscribe-subscriber `{ id }`, mounted at /functions/v1, for administrators: somebody said no by another way
 * than a letter's link. It holds as if she had followed that. Refuses not_found.
 */
export function unsubscribeSubscriberApi({ db, queue }: { db: Db; queue: Queue }): Hono<Env> {
  return new Hono<Env>().onError(answerError(functions)).post('/unsubscribe-subscriber', async (c) => {
    c.header('Cache-Control', 'no-store')
    const { userId } = await requireAdministrator(db, c)
    const { id } = Body.parse(await c.req.json())
    const asking = { requestId: c.var.requestId, ip: c.var.clientIp }
    await db.asService(async (tx) => {
      const row = await tx.selectFrom('email_signups').select('id').where('id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal('not_found', 'This subscriber is not on the list any more.')
      await sayNo(tx, queue, { signupId: id, reason: 'unsubscribed' })
      const change = { table_name: 'email_signups', row_id: id, action: 'unsubscribe' }
      const who = { actor: userId, actor_role: 'authenticated', request_id: asking.requestId, ip: asking.ip }
      await tx
        .insertInto('private.audit_log')
        .values({ ...who, ...change })
        .execute()
    }, asking)
    return c.json({ unsubscribed: true })
  })
}
