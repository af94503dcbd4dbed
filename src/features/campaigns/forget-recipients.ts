import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Whether the recipients of a campaign (`c`) are forgotten: two years after its end. Its text is not sent again. */
export const isForgotten = sql<boolean>`c.state = 'done' and c.finished_at < public.shop_now() - interval '2 years'`

/** Deletes recipients of campaigns that are forgotten, at most `most`. The campaign's text stays. Returns how many. */
export async function forgetRecipients(tx: Tx, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from private.campaign_recipients where id in (
      select r.id from private.campaigns c join private.campaign_recipients r on r.campaign_id = c.id
       where ${isForgotten} limit ${most} for update of r, c skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
