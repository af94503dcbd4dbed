import { sql } from 'kysely'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { shop } from '#shop'
import type { ContactMessage } from './contact-body.ts'

type Writer = Pick<AuthDeps, 'queue' | 'keyedHash'>

/**
 * Queues a message for the shop and the receipt for the visitor; both are sent after `tx` commits, and a known `id`
 * queues nothing more. An address gets one receipt a day, without any of the message, since it may be another person's;
 * a complaint about data gets its own receipt, which the law requires.
 */
export async function queueContact(
  { queue, keyedHash }: Writer,
  tx: Tx,
  { id, topic, name, email, message, order_number: orderNumber, userId }: ContactMessage & { userId: string | null },
): Promise<void> {
  const now = await tx
    .selectNoFrom([
      sql<Date>`public.shop_now()`.as('at'),
      sql<string>`(public.shop_now() at time zone ${shop.timeZone})::date::text`.as('day'),
    ])
    .executeTakeFirstOrThrow()
  const at = now.at.toISOString()
  const account = userId === null ? {} : { userId }
  const queued = await queueEmail(tx, queue, {
    kind: 'contact_message',
    cause: id,
    recipient: shop.email,
    data: { topic, orderNumber, name, email, message, at, ...account },
  })
  if (queued === 'known') return
  const address = keyedHash(email.toLowerCase(), 'contact receipt')
  await queueEmail(tx, queue, {
    kind: 'contact_receipt',
    cause: [address, now.day, ...(topic === 'data' ? [topic] : [])].join('.'),
    recipient: email,
    data: { topic, at, ...account },
  })
}
