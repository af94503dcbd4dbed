import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Adds an audit entry for an administrator's action that no audit trigger records. */
export async function noteInAudit(
  tx: Tx,
  { userId, table, row, action }: { userId: string; table: string; row: string; action: string },
): Promise<void> {
  await tx
    .insertInto('private.audit_log')
    .values({
      actor: userId,
      actor_role: 'authenticated',
      request_id: sql<string>`nullif(current_setting('request.id', true), '')`,
      ip: sql<string>`nullif(current_setting('request.ip', true), '')`,
      table_name: table,
      row_id: row,
      action,
    })
    .execute()
}
