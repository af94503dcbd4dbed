import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Messages of the payment company that could not be dealt with, and forged ones that were refused. */
export type WebhookHealth = {
  /** Tried three times or more, and still not dealt with. */
  stuck: number
  /** When the oldest of these came, ISO 8601. */
  stuck_since: string | null
  /** Not rightly signed, today. */
  forged_today: number
}

/** An older message is never dealt with any more: the books were compared over all of that time. */
const triedFor = sql`interval '35 days'`

/** How what the payment company tells fares. */
export async function readWebhookHealth(tx: Tx): Promise<WebhookHealth> {
  const { rows } = await sql<{ stuck: number; since: Date | null; forged: number }>`
    select count(*)::int as stuck, min(received_at) as since,
      coalesce((select times from private.security_events where kind = 'webhook_forged' and day = current_date), 0)::int
        as forged
      from private.payment_events
     where handled_at is null and attempts >= 3 and received_at > public.shop_now() - ${triedFor}`.execute(tx)
  const [row] = rows
  return { stuck: row?.stuck ?? 0, stuck_since: row?.since?.toISOString() ?? null, forged_today: row?.forged ?? 0 }
}

/** Messages whose tries are used up have one more: what stood in their way may just have been put right. */
export async function lookAgain(tx: Tx): Promise<void> {
  await sql`update private.payment_events set next_attempt_at = now()
    where handled_at is null and next_attempt_at is null and received_at > public.shop_now() - ${triedFor}`.execute(tx)
}
