import { sql } from 'kysely'
import { emailTitle, resendEmail } from '#features/orders/emails/emails-of-order.ts'
import { noteInAudit } from '#platform/database/audit-log.ts'
import type { Tx } from '#platform/database/db.ts'
import { sendEmailJob } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { shop } from '#shop'
import type { FailedEmailRow, JobsResponse } from './jobs.contract.ts'

/** Failed and not sent again since: a copy of an e-mail is a row of its own. */
const unresolved = sql<boolean>`o.state = 'failed' and not exists (
  select from private.outbox again
   where again.kind = o.kind and again.created_at > o.created_at
     and starts_with(again.cause, regexp_replace(o.cause, '\\.again-\\d+$', '') || '.again-'))`

export async function countFailedEmails(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from private.outbox o where ${unresolved}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The newest failed e-mails, newest first. */
export async function listFailedEmails(tx: Tx, limit = 100): Promise<FailedEmailRow[]> {
  const { rows } = await sql<Omit<FailedEmailRow, 'title'>>`
    select o.id, o.kind, coalesce(nullif(o.recipient, ''), p.customer_email, '') as recipient, p.order_number, o.last_error, o.attempts, o.created_at
      from private.outbox o left join public.pre_orders p on p.id = o.order_id
     where ${unresolved} order by o.created_at desc, o.id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, title: titleOfKind(row.kind) }))
}

/** `sent_today`: since midnight in the shop's time zone. E-mails of campaigns are not counted here. */
export async function countEmails(tx: Tx): Promise<Omit<JobsResponse['emails'], 'failed'>> {
  const { rows } = await sql<{ waiting: number; sending: number; sent_today: number }>`
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'sending')::int as sending,
      count(*) filter (where state = 'sent')::int as sent_today
      from private.outbox
     where (state in ('waiting', 'sending') or (state = 'sent' and sent_at >=
       date_trunc('day', public.shop_now() at time zone ${shop.timeZone}) at time zone ${shop.timeZone}))`.execute(tx)
  return rows[0] ?? { waiting: 0, sending: 0, sent_today: 0 }
}

/** E-mails that were tried and are half an hour old: the mail server does not take them. Null when there are none. */
export async function findDelayedEmails(
  tx: Tx,
): Promise<{ count: number; since: string; last_error: string | null } | null> {
  const { rows } = await sql<{ count: number; since: Date | null; last_error: string | null }>`
    select count(*)::int as count, min(created_at) as since, (array_agg(last_error order by created_at))[1] as last_error
      from private.outbox
     where state in ('waiting', 'sending') and attempts > 0 and created_at < public.shop_now() - interval '30 minutes'`.execute(
    tx,
  )
  const [found] = rows
  return found?.since ? { ...found, since: found.since.toISOString() } : null
}

type EmailAction = { id: string; userId: string }

/**
 * Sends a failed e-mail again. An e-mail of an order is copied, to the order's current address; any other one waits in
 * the queue again, for three more days. Refuses not_found, and conflict if it has not failed.
 */
export async function retryEmail(
  tx: Tx,
  queue: Queue,
  { id, userId }: EmailAction,
): Promise<{ id: string; state: string }> {
  // Not locked: both resending and changing an order lock the order first.
  const email = await findFailed(tx, id)
  if (email.order_id !== null) {
    const { id: copy, state } = await resendEmail(tx, queue, { id, userId })
    return { id: copy, state }
  }
  await findFailed(tx, id, { lock: true })
  await sql`update private.outbox
    set state = 'waiting', next_attempt_at = now(), created_at = public.shop_now(), requested_by = ${userId},
      recipient = case when kind like 'owner\\_%' then coalesce(private.owner_email(), recipient) else recipient end
    where id = ${id}`.execute(tx)
  await queue.enqueue(tx, sendEmailJob, id)
  await noteInAudit(tx, { actor: userId, table: 'outbox', row: id, action: 'send_again' })
  return { id, state: 'waiting' }
}

/** Dismisses a failed e-mail. Refuses not_found, and conflict if it has not failed. */
export async function dismissEmail(tx: Tx, { id, userId }: EmailAction): Promise<{ id: string; state: string }> {
  await findFailed(tx, id, { lock: true })
  await sql`update private.outbox set state = 'dropped' where id = ${id}`.execute(tx)
  await noteInAudit(tx, { actor: userId, table: 'outbox', row: id, action: 'dismiss' })
  return { id, state: 'dropped' }
}

async function findFailed(
  tx: Tx,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ order_id: string | null }> {
  const { rows } = await sql<{ state: string; order_id: string | null; is_unseen: boolean }>`
    select o.state, o.order_id, ${unresolved} as is_unseen from private.outbox o
     where o.id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx)
  const [email] = rows
  if (!email) throw new AppError('not_found', 'This e-mail no longer exists.')
  if (email.state === 'sent') throw new AppError('conflict', 'This e-mail has already been sent.')
  if (email.state === 'dropped') throw new AppError('conflict', 'This e-mail has already been dismissed.')
  if (email.state !== 'failed') throw new AppError('conflict', 'This e-mail is already being sent.')
  if (!email.is_unseen) throw new AppError('conflict', 'This e-mail has already been sent again.')
  return email
}

const titles: Record<string, string> = {
  verification: 'Address confirmation',
  recovery: 'Password reset',
  magic_link: 'Sign-in by e-mail',
  invite: 'Invitation',
  email_change: 'E-mail address change',
  reauthentication: 'Code to confirm a change',
  new_factor: 'Second step added',
  identity_linked: 'Account at a provider linked',
  new_sign_in: 'Sign-in from a new device',
  password_changed: 'Password changed',
  owner_morning: 'Your morning e-mail',
  contact_message: 'Message from the contact form',
  contact_receipt: 'Receipt for a message',
  contact_reply: 'Reply to a message',
  subscriber_confirm: 'Sign-up confirmation',
  subscriber_welcome: 'Welcome to the list',
  subscriber_complaint: 'Spam complaint',
  campaign_test: 'Test of the launch e-mail',
  email_test: 'Test of an e-mail',
  waitlist_confirm: 'Waiting list: confirmation',
  waitlist_joined: 'Waiting list: welcome',
  waitlist_available: 'Waiting list: available again',
}

/** The title of an e-mail's kind, for the owner. */
export function titleOfKind(kind: string): string {
  return titles[kind] ?? emailTitle(kind)
}
