import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Administrator, requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import { shop } from '#shop'
import { beginErasure, eraseAddress } from './erase-address.ts'
import { exportSubscribers } from './export-subscribers.ts'
import { countSubscribers, findSubscribers, SubscriberQuery } from './find-subscribers.ts'
import { ImportBody, importSubscribers, PreviewBody } from './import-subscribers.ts'
import { previewList, refuseFileName } from './read-addresses.ts'

const pageLength = 50

const PageQuery = SubscriberQuery.extend({ after: z.string().max(100).optional() })
const EraseBody = z.object({ id: z.uuid() })

/**
 * The list for administrators, mounted at /functions/v1: GET subscribers, GET export-subscribers (CSV), POST
 * preview-subscribers (what the columns of a file mean), POST import-subscribers, POST erase-subscriber. The audit log
 * records exports, imports and erasures with their user and without an address.
 */
export function subscribersApi({ db }: { db: Db }): Hono<Env> {
  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/subscribers', async (c) => {
      await requireAdministrator(db, c)
      const { after, ...filter } = PageQuery.parse(c.req.query())
      const page = await db.asService(async (tx) => ({
        ...(await findSubscribers(tx, filter, { after: after || null, limit: pageLength })),
        counts: await countSubscribers(tx),
      }))
      return c.json(page)
    })
    .get('/export-subscribers', async (c) => {
      const administrator = await requireAdministrator(db, c)
      const filter = SubscriberQuery.parse(c.req.query())
      // The search text may be an address, which must not enter a log that is never erased.
      const after = { state: filter.state, searched: filter.q !== '' }
      await db.asService((tx) => record(tx, c, administrator, { action: 'export', after }))
      const day = new Date().toISOString().slice(0, 10)
      return c.body(exportSubscribers({ db, log: c.var.log }, filter), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${shop.shortName}-subscribers-${day}.csv"`,
        'Cache-Control': 'no-store',
      })
    })
    .post('/preview-subscribers', async (c) => {
      await requireAdministrator(db, c)
      const { csv, file_name, columns } = PreviewBody.parse(await c.req.json())
      refuseFileName(file_name)
      return c.json(await previewList(csv, columns))
    })
    .post('/import-subscribers', async (c) => {
      const administrator = await requireAdministrator(db, c)
      const body = ImportBody.parse(await c.req.json())
      const imported = await importSubscribers(db, body, requestContextOf(c))
      const { invalid, ignored, columns, ...counts } = imported
      const after = {
        ...counts,
        ...{ invalid: invalid.length, ignored: ignored.length, source: body.source, consent_text: body.consent_text },
        // Without the headings, which could be an address of a file without any.
        columns: columns.map(({ at, means }) => ({ at, means })),
      }
      await db.asService((tx) => record(tx, c, administrator, { action: 'import', after }))
      return c.json(imported)
    })
    .post('/erase-subscriber', async (c) => {
      const administrator = await requireAdministrator(db, c)
      const { id } = EraseBody.parse(await c.req.json())
      await db.asService(async (tx) => {
        await beginErasure(tx)
        const row = await tx
          .selectFrom('email_signups')
          .select('email')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new AppError('not_found', 'This subscriber is no longer on the list.')
        await eraseAddress(tx, row.email)
        await record(tx, c, administrator, { action: 'erase', rowId: id })
      })
      return c.json({ erased: true })
    })
}

async function record(
  tx: Tx,
  c: Context<Env>,
  { userId }: Administrator,
  { action, rowId = null, after }: { action: string; rowId?: string | null; after?: object },
): Promise<void> {
  await tx
    .insertInto('private.audit_log')
    .values({
      actor: userId,
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
