import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** Everything the list stores about an address: its row, the consent log, the campaigns sent to it. */
export type OwnPlace = {
  entry: object | null
  /**
   * The objection of the address, if there is one: stored as a hash of the address, and kept when all other data is
   * deleted.
   */
  said_no: object | null
  history: object[]
  campaigns: object[]
}

/** The subscriber data of an address, for the customer's data export. `email`: lower-case and verified. */
export async function collectSubscriberData(tx: Tx, email: string): Promise<OwnPlace> {
  const entry = await tx
    .selectFrom('email_signups')
    .select([
      'email',
      'created_at as signed_up_at',
      'source',
      'source_name',
      'consented_at',
      'consent_text as agreed_to',
    ])
    .select(['consent_ip as ip_address', 'confirmed_at', 'unsubscribed_at', 'unsubscribe_reason'])
    .where('email', '=', email)
    .executeTakeFirst()
  const no = await tx
    .selectFrom('private.suppressions')
    .select(['at', 'reason'])
    .where(sql<boolean>`address_hash = private.address_hash(${email})`)
    .executeTakeFirst()
  const history = await tx
    .selectFrom('private.consent_log')
    .select(['at', 'event', 'source', 'consent_text as agreed_to', 'ip as ip_address'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  const campaigns = await tx
    .selectFrom('private.campaign_recipients as r')
    .innerJoin('private.campaigns as c', 'c.id', 'r.campaign_id')
    .select(['c.subject', 'r.state', 'r.finished_at'])
    .where('r.email', '=', email)
    .orderBy('r.id')
    .execute()
  return { entry: entry ?? null, said_no: no ?? null, history, campaigns }
}
