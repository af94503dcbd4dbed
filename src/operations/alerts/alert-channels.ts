import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Channel } from '#platform/alerts/incidents.ts'
import type { Db } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import type { Email, EmailTransport } from '#platform/email/email.ts'
import type { Config } from '../config/environment.ts'

/** The channels by which this shop alerts. A rehearsal alerts only where the environment names an address. */
export function alertChannels({ SHOP_MODE, ALERT_EMAIL, ALERT_WEBHOOK }: Config): Channel[] {
  const byEmail = ALERT_EMAIL !== 'off' && (SHOP_MODE === 'live' || ALERT_EMAIL !== undefined)
  return [...(byEmail ? (['email'] as const) : []), ...(ALERT_WEBHOOK ? (['webhook'] as const) : [])]
}

/** ALERT_EMAIL, else the confirmed addresses of all administrators; `known` while the database is away. */
export async function listAlertAddresses({ ALERT_EMAIL }: Config, db: Db, known: string[] = []): Promise<string[]> {
  if (ALERT_EMAIL && ALERT_EMAIL !== 'off') return [ALERT_EMAIL]
  try {
    const { rows } = await db.asService((tx) =>
      sql<{ email: string }>`select u.email from auth.users u join public.user_roles r on r.user_id = u.id
        where r.role = 'admin' and u.email_confirmed_at is not null order by u.created_at limit 10`.execute(tx),
    )
    return rows.flatMap(({ email }) => mailAddress(email) ?? [])
  } catch {
    return known
  }
}

/** Sends at once, and not by the outbox: alerts must arrive while the database is away. */
export async function sendAlertEmail(
  email: Email,
  { addresses, transport, siteUrl }: { addresses: string[]; transport: EmailTransport; siteUrl: string },
): Promise<void> {
  const host = new URL(siteUrl).hostname
  if (addresses.length === 0) throw new Error('no administrator has a confirmed e-mail address')
  for (const recipient of addresses)
    await transport.send({ email, recipient, messageId: `<alert.${randomUUID()}@${host}>` })
}
