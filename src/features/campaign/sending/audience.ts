import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import { suppressed, whyNot } from './add-recipients.ts'
import { contentHash, type Words } from './words.ts'

export type Audience = { on_list: number; will_get: number; left_out: Record<LeftOut, number> }
type LeftOut = 'unsubscribed' | 'complaint' | 'bounced' | 'unconfirmed' | 'had_it'

/** Who on the list would get these words if they were sent now, and who not and why. The parts add up to the list. */
export async function countAudience(tx: Tx, words: Words): Promise<Audience> {
  const { rows } = await sql<{ why: LeftOut | null; count: number }>`
    select coalesce(${whyNot}, case when had.email is not null then 'had_it' end) as why, count(*)::int as count
      from public.email_signups s ${suppressed}
      left join private.campaign_recipients had on had.email = s.email and had.state in ('sent', 'unknown', 'failed')
       and had.campaign_id = (select id from private.campaigns where content_hash = ${contentHash(words)})
     group by 1`.execute(tx)
  const of = (why: LeftOut | null) => rows.find((row) => row.why === why)?.count ?? 0
  const left_out = {
    unsubscribed: of('unsubscribed'),
    complaint: of('complaint'),
    bounced: of('bounced'),
    unconfirmed: of('unconfirmed'),
    had_it: of('had_it'),
  }
  return { on_list: rows.reduce((sum, { count }) => sum + count, 0), will_get: of(null), left_out }
}
