import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/** All the list knows of an address: her place on it, every word for or against, letters to the whole list that she had. */
export type OwnPlace = {
  entry: object | null
  /** Her no, if she said one: it is kept by the hash of her address, and outlives everything else. */
  said_no: object | null
  history: object[]
  campaigns: object[]
}

/** For the person whose address it is, to take along. `email`: lower-case, and known to be hers. */
export async function collectOwnPlace(tx: Tx, email: string): Promise<OwnPlace> {
  const entry = await tx
    .selectFrom('email_signups')
    .select(['email', 'created_at as signed_up_at', 'source', 'consented_at', 'consent_text as agreed_to'])
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
