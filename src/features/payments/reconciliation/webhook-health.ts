import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Webhooks that could not be handled, and those refused for a wrong signature. */
export type WebhookHealth = {
  /** Events unhandled after three attempts or more. */
  stuck: number
  /** When the oldest of them arrived, ISO 8601. */
  stuck_since: string | null
  /** Webhooks with a wrong signature today. */
  forged_today: number
}

/** Older events are not retried: reconciliations have covered their time. */
export const retryWindow = sql`interval '35 days'`

/** Reads how the webhooks are handled. */
export async function readWebhookHealth(tx: Tx): Promise<WebhookHealth> {
  const { rows } = await sql<{ stuck: number; since: Date | null; forged: number }>`
    select count(*)::int as stuck, min(received_at) as since,
      coalesce((select times from private.security_events where kind = 'webhook_forged' and day = current_date), 0)::int
        as forged
      from private.payment_events
     where handled_at is null and attempts >= 3 and received_at > public.shop_now() - ${retryWindow}`.execute(tx)
  const [row] = rows
  return { stuck: row?.stuck ?? 0, stuck_since: row?.since?.toISOString() ?? null, forged_today: row?.forged ?? 0 }
}

/** Retries events without attempts left: their cause may be fixed by now. */
export async function retryStuckEvents(tx: Tx): Promise<void> {
  await sql`update private.payment_events set next_attempt_at = now()
    where handled_at is null and next_attempt_at is null and received_at > public.shop_now() - ${retryWindow}`.execute(
    tx,
  )
}
