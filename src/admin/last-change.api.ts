import { Hono } from 'hono'
import { z } from 'zod'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { changedTables, type LastChange } from './last-change.ts'

const Query = z.object({ table: z.enum(changedTables), id: z.string().regex(/^[\w-]{1,100}$/) })

/**
 * Who changed a row last, mounted at /functions/v1, for administrators alone. GET last-change?table=&id= gives `{
 * change: { by, at } }`, null where the audit log has no change of the row.
 */
export function lastChangeApi({ db }: { db: Db }): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).get('/last-change', async (c) => {
    c.header('Cache-Control', 'no-store')
    await requireAdministrator(db, c)
    const { table, id } = Query.parse(c.req.query())
    const change = await db.asService((tx) => findLastChange(tx, table, id))
    return c.json({ change })
  })
}

async function findLastChange(tx: Tx, table: string, id: string): Promise<LastChange | null> {
  const row = await tx
    .selectFrom('private.audit_log as log')
    .leftJoin('auth.users as account', 'account.id', 'log.actor')
    .select(['log.at', 'account.email'])
    .where('log.table_name', '=', table)
    .where('log.row_id', '=', id)
    .orderBy('log.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { by: row.email, at: row.at.toISOString() } : null
}
