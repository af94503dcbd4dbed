import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { withAnyPrefix } from '../order-number.ts'
import { type DeclareReturnDeps, declareReturn, readCustomerReturns } from '../returns/declare-return.ts'
import { findOrder } from './find-order.contract.ts'
import { requireWithinRate } from './order-by-link.ts'
import { isOver, linkEndsOn } from './order-period.ts'

const perClient: Rate = { max: 10, perSeconds: 600 }
/** Limits the e-mails to one address, for any client and any order number. */
const perAddress: Rate = { max: 4, perSeconds: 3_600 }

type Options = { queue: Queue; keyedHash: (text: string, purpose: string) => string }

/** A lost link: a job sends it, and records the withdrawal, if number and address belong together. */
export function findOrderApi({ queue, keyedHash }: Options): Hono<Env> {
  return endpoints(
    handle(findOrder, async ({ c, db, body: { order_number, email, withdraws, name } }) => {
      await requireWithinRate(c, { bucket: 'find-order', key: limitKey(c.var.clientIp), rate: perClient })
      await requireWithinRate(c, {
        bucket: 'find-order.address',
        key: keyedHash(email, 'order lookup limit'),
        rate: perAddress,
      })
      await db.asService(async (tx) => {
        const { id } = await tx
          .insertInto('private.order_lookups')
          .values({ order_number, email, withdraws, name: withdraws ? name : null })
          .returning('id')
          .executeTakeFirstOrThrow()
        await queue.enqueue(tx, answerLookupJob, id)
      })
      return { received: true as const }
    }),
  )
}

/** The job that answers a request of the form for lost links; its id is the request's. */
export const answerLookupJob = 'orders.answer-lookup'

/**
 * What the e-mail says besides: `ended`, the page has closed; `declared`, the withdrawal was declared before;
 * `called-off`, there is nothing to withdraw from; `renewed`, the links sent before were ended.
 */
export type LinkNews = 'link' | 'ended' | 'declared' | 'called-off' | 'renewed'

/**
 * Sends the link of the order to which number and address both belong, and records the withdrawal where the visitor
 * declared one. Without such an order nothing happens. The request's row is deleted with it, so a second run does
 * nothing.
 */
export function answerLookup({ db, ...deps }: DeclareReturnDeps & { db: Db }): (id: string) => Promise<void> {
  return (id) =>
    db.asService(async (tx) => {
      const request = await tx
        .deleteFrom('private.order_lookups')
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      const order = request && (await lockMatching(tx, request))
      if (!order) return
      const news = request.withdraws ? await withdraw(tx, deps, { ...request, orderId: order.id }) : 'link'
      // The receipt of a withdrawal has the link too.
      if (news === null) return
      await queueEmail(tx, deps.queue, {
        kind: 'order_link',
        cause: id,
        recipient: order.customer_email ?? '',
        orderId: order.id,
        data: { news: news === 'link' && order.hasEnded ? 'ended' : news },
      })
    })
}

/** Requests whose job was lost. */
export async function listUnansweredLookups(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('private.order_lookups')
    .select('id')
    .where('requested_at', '<', sql<Date>`public.shop_now() - interval '10 seconds'`)
    .orderBy('requested_at')
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

async function lockMatching(tx: Tx, { order_number, email }: { order_number: string; email: string }) {
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'customer_email', 'order_status', 'delivery_service', 'shipped_at', 'delivered_at', 'updated_at'])
    .select(['created_at', 'delivery_options', sql<Date>`public.shop_now()`.as('now')])
    .where('order_number', 'in', withAnyPrefix(order_number))
    .where(sql<boolean>`lower(customer_email) = ${email} and reported_paid`)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const lastDay = linkEndsOn(row)
  return { ...row, hasEnded: lastDay !== null && isOver(lastDay, row.now) }
}

type Withdrawal = { id: string; orderId: string; requested_at: Date; name: string | null }

/** Null: the receipt is on its way. */
async function withdraw(
  tx: Tx,
  deps: DeclareReturnDeps,
  { id, orderId, requested_at: at, name }: Withdrawal,
): Promise<LinkNews | null> {
  try {
    const { isNew } = await declareReturn(tx, deps, {
      id,
      orderId,
      kind: 'withdrawal',
      lines: 'all',
      reason: null,
      photographs: [],
      declaredOn: 'form',
      declaredBy: name,
      at,
    })
    return isNew ? null : 'declared'
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    const returns = await readCustomerReturns(tx, orderId)
    return returns.some(({ kind, stopped }) => kind === 'withdrawal' && stopped) ? 'declared' : 'called-off'
  }
}
