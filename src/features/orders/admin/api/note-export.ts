import type { Db } from '#platform/database/db.ts'
import type { OrderFilter } from './order-filter.ts'

type Exporter = { userId: string; requestId: string; ip: string }

/**
 * Logs an export in the audit log: `export` before the first row is sent, `exported` with the number of rows. The
 * search text may be a customer's name and is left out, because this log is never erased.
 */
export async function noteExport(
  db: Db,
  { userId, requestId, ip }: Exporter,
  noted: { begun: OrderFilter } | { ended: { rows: number; whole: boolean } },
): Promise<void> {
  await db.asService((tx) =>
    tx
      .insertInto('private.audit_log')
      .values({
        actor: userId,
        actor_role: 'authenticated',
        request_id: requestId,
        ip,
        table_name: 'pre_orders',
        action: 'begun' in noted ? 'export' : 'exported',
        after: JSON.stringify('begun' in noted ? withoutPerson(noted.begun) : noted.ended),
      })
      .execute(),
  )
}

function withoutPerson({ q, ...filter }: OrderFilter): object {
  return { ...filter, searched: q !== '' }
}
