import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { CampaignAction } from './campaign.contract.ts'
import { activateCampaign } from './start-campaign.ts'

/**
 * The owner's actions on a campaign. `pause`: e-mails in delivery finish, no other begins. `send_failed` and
 * `send_unknown`: those rows wait again, with their tries reset, and the campaign continues; each is checked again
 * before it is sent. Refuses not_found. An action without effect changes nothing.
 */
export async function applyAction(
  tx: Tx,
  { queue, id, action }: { queue: Queue; id: string; action: CampaignAction },
): Promise<void> {
  const { rows } = await sql`select from private.campaigns where id = ${id} for update`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'There is no such campaign.')
  if (action === 'pause') {
    await sql`update private.campaigns set state = 'paused', paused_by = 'admin', reason = null, resume_at = null
      where id = ${id} and state <> 'done'`.execute(tx)
    return
  }
  if (action !== 'resume') {
    const from = action === 'send_failed' ? 'failed' : 'unknown'
    await sql`update private.campaign_recipients
      set state = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, finished_at = null
      where campaign_id = ${id} and state = ${from}`.execute(tx)
  }
  await activateCampaign(tx, queue, id)
}
