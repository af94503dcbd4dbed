import { sql } from 'kysely'
import type { Tx } from './db.ts'

type AuditEntry = {
  table: string
  row?: string | null
  action: string
  before?: object
  after?: object
  /** A user who is not in the transaction's claims. */
  actor?: string
}

/** Adds an entry to the audit log for an action that no audit trigger records, with the transaction's user and request. */
export async function noteInAudit(
  tx: Tx,
  { table, row = null, action, before, after, actor }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('private.audit_log')
    .values({
      actor: actor ?? sql<string>`auth.uid()`,
      actor_role: sql<string>`auth.role()`,
      request_id: sql<string>`nullif(current_setting('request.id', true), '')`,
      ip: sql<string>`nullif(current_setting('request.ip', true), '')`,
      table_name: table,
      row_id: row,
      action,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}
