import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { CustomerReturn } from './return.ts'

/** The returns of an order as its customer sees them, the newest first. */
export async function readCustomerReturns(tx: Tx, orderId: string): Promise<CustomerReturn[]> {
  const { rows } = await sql<{ row: CustomerReturn }>`
    select jsonb_build_object('id', r.id, 'kind', r.kind, 'state', r.state, 'requested_at', r.requested_at,
      'photographs', cardinality(r.photographs), 'answer', r.answer,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'quantity', l.quantity) order by l.line_id), '[]')
        from private.return_lines l where l.return_id = r.id)) as row
    from private.returns r where r.order_id = ${orderId} order by r.requested_at desc, r.id`.execute(tx)
  return rows.map(({ row }) => row)
}
