import type { Hono } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { findLastChange } from './last-change.contract.ts'

export function lastChangeApi(): Hono<Env> {
  return endpoints(
    handle(findLastChange, async ({ db, role, query: { table, id } }) => {
      if (role !== 'admin' && table !== 'products' && table !== 'documents')
        throw new AppError('forbidden', 'Only administrators can see this.')
      const row = await db.asService((tx) => (table === 'documents' ? ofDocument(tx, id) : inAuditLog(tx, table, id)))
      return { change: row ? { by: row.by, at: row.at } : null }
    }),
  )
}

function inAuditLog(tx: Tx, table: string, id: string) {
  return tx
    .selectFrom('private.audit_log as log')
    .leftJoin('auth.users as account', 'account.id', 'log.actor')
    .select(['log.at', 'account.email as by'])
    .where('log.table_name', '=', table)
    .where('log.row_id', '=', id)
    .orderBy('log.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A draft is saved too often for the audit log. */
function ofDocument(tx: Tx, path: string) {
  return tx
    .selectFrom('private.documents as document')
    .leftJoin('auth.users as account', 'account.id', 'document.updated_by')
    .select(['document.updated_at as at', 'account.email as by'])
    .where('document.path', '=', path)
    .executeTakeFirst()
}
