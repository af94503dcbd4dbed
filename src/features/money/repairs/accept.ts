import type { Settling } from '#features/orders/settle-order.ts'
import { type Finding, resolveFindings } from '../keep-findings.ts'
import { seenTo } from '../seen-to.ts'

/** The owner knows about it and says why that is right: it stays so until the facts change. */
export async function accept(
  { db }: Settling,
  { finding, note, userId }: { finding: Finding; note: string | null; userId: string },
): Promise<void> {
  const closed = await db.asService((tx) => resolveFindings(tx, [finding.id], { how: 'accepted', by: userId, note }))
  if (closed === 0) throw seenTo()
}
