import { sql } from 'kysely'
import type { Settling } from '#features/payments/settle-order.ts'
import type { Tx } from '#platform/database/db.ts'
import { type Finding, resolveFindings } from '../keep-findings.ts'
import { seenTo } from '../seen-to.ts'

/** The owner knows about it and says why that is right: it stays so until the facts change. */
export async function accept(
  { db }: Settling,
  { finding, note, userId }: { finding: Finding; note: string | null; userId: string },
): Promise<void> {
  const closed = await db.asService(async (tx) => {
    const count = await resolveFindings(tx, [finding.id], { how: 'accepted', by: userId, note })
    // What the shop keeps on purpose is owed no more.
    if (count > 0 && finding.kind === 'refund_owed' && finding.order_id) await keepRest(tx, finding.order_id)
    return count
  })
  if (closed === 0) throw seenTo()
}

async function keepRest(tx: Tx, orderId: string): Promise<void> {
  await sql`update public.pre_orders set needs_review = (
      select string_agg(note, '. ' order by place)
        from unnest(string_to_array(needs_review, '. ')) with ordinality as n (note, place)
       where not starts_with(note, 'Refund owed: '))
    where id = ${orderId} and needs_review is not null`.execute(tx)
}
