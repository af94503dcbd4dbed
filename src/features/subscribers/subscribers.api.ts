import type { Hono } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Call, endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { shop } from '#shop'
import { beginErasure, eraseAddress } from './erase-address.ts'
import { countSubscribers, exportSubscribers, findSubscribers } from './find-subscribers.ts'
import { addFromList } from './import-subscribers.ts'
import { previewList, refuseFileName } from './read-addresses.ts'
import {
  eraseSubscriber,
  exportList,
  importSubscribers,
  listSubscribers,
  previewSubscribers,
  unsubscribeSubscriber,
} from './subscribers.contract.ts'
import { unsubscribeByLink } from './unsubscribe-by-link.ts'

const pageLength = 50

/**
 * The list for administrators. The audit log records exports, imports, objections and erasures with their user and
 * without an address.
 */
export function subscribersApi({ queue }: { queue: Queue }): Hono<Env> {
  return endpoints(
    handle(listSubscribers, ({ db, query: { after, ...filter } }) =>
      db.asService(async (tx) => ({
        ...(await findSubscribers(tx, filter, { after: after || null, limit: pageLength })),
        counts: await countSubscribers(tx),
      })),
    ),
    handle(exportList, async (call) => {
      const { c, db, query } = call
      // The search text may be an address, which must not enter a log that is never erased.
      const after = { state: query.state, searched: query.q !== '' }
      await db.asService((tx) => record(tx, call, { action: 'export', after }))
      const day = new Date().toISOString().slice(0, 10)
      return c.body(exportSubscribers({ db, log: c.var.log }, query), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${shop.shortName}-subscribers-${day}.csv"`,
      })
    }),
    handle(previewSubscribers, async ({ body: { csv, file_name, columns } }) => {
      refuseFileName(file_name)
      return previewList(csv, columns)
    }),
    handle(importSubscribers, async (call) => {
      const { db, body } = call
      const imported = await addFromList(db, body)
      const { invalid, ignored, columns, ...counts } = imported
      const after = {
        ...counts,
        ...{ invalid: invalid.length, ignored: ignored.length, source: body.source, consent_text: body.consent_text },
        // Without the headings, which could be an address of a file without any.
        columns: columns.map(({ at, means }) => ({ at, means })),
      }
      await db.asService((tx) => record(tx, call, { action: 'import', after }))
      return imported
    }),
    handle(eraseSubscriber, async (call) => {
      const { db, body } = call
      await db.asService(async (tx) => {
        await beginErasure(tx)
        await eraseAddress(tx, await lockAddress(tx, body.id))
        await record(tx, call, { action: 'erase', rowId: body.id })
      })
      return { erased: true }
    }),
    handle(unsubscribeSubscriber, async (call) => {
      const { db, body } = call
      await db.asService(async (tx) => {
        await lockAddress(tx, body.id)
        await unsubscribeByLink(tx, queue, { signupId: body.id, reason: 'unsubscribed' })
        await record(tx, call, { action: 'unsubscribe', rowId: body.id })
      })
      return { unsubscribed: true }
    }),
  )
}

async function lockAddress(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('email_signups').select('email').where('id', '=', id).forUpdate().executeTakeFirst()
  if (row) return row.email
  throw new AppError('not_found', 'This subscriber is no longer on the list.')
}

async function record(
  tx: Tx,
  { c, claims }: Pick<Call, 'c' | 'claims'>,
  { action, rowId = null, after }: { action: string; rowId?: string | null; after?: object },
): Promise<void> {
  await tx
    .insertInto('private.audit_log')
    .values({
      actor: claims.sub ?? null,
      actor_role: 'authenticated',
      request_id: c.var.requestId,
      ip: c.var.clientIp,
      table_name: 'email_signups',
      row_id: rowId,
      action,
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}
