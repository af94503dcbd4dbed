import { sql } from 'kysely'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import type { Tx } from '#platform/database/db.ts'
import { queueLetter } from '#platform/email/outbox.ts'
import { shop } from '#shop'
import type { ContactMessage } from './contact-body.ts'

type Writer = Pick<AuthDeps, 'queue' | 'keyedHash'>

/**
 * Puts a message for the shop in the outbox, and the receipt for whoever wrote it; both leave once `tx` commits, and a
 * message whose `id` is known leaves nothing more. The receipt holds no word of the message and goes to an address once
 * a day, for the address may be a stranger's; a complaint about data has one of its own, since the law asks for it.
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
  const queued = await queueLetter(tx, queue, {
    kind: 'contact_message',
    cause: id,
    recipient: shop.email,
    data: { topic, orderNumber, name, email, message, at, ...account },
  })
  if (queued === 'known') return
  const address = keyedHash(email.toLowerCase(), 'contact receipt')
  await queueLetter(tx, queue, {
    kind: 'contact_receipt',
    cause: [address, now.day, ...(topic === 'data' ? [topic] : [])].join('.'),
    recipient: email,
    data: { topic, at, ...account },
  })
}
