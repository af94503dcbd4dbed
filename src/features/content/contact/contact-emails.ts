import { sql } from 'kysely'
import { z } from 'zod'
import { readOrderNumber, withAnyPrefix } from '#features/orders/order-number.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { contactMessage } from './contact-message.email.tsx'
import { contactReceipt } from './contact-receipt.email.ts'
import { contactReply } from './contact-reply.email.ts'

const Receipt = z.object({ topic: z.string(), at: z.string() })
/** What a message of the form is stored with. */
export const Message = Receipt.extend({
  orderNumber: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
})

const Reply = Receipt.extend({ orderNumber: z.string().nullable(), reply: z.string() })

/** The templates of the contact form's e-mails: the message to the shop, the receipt to the visitor, and the reply. */
export function contactEmails({ db }: { db: Db }): EmailTemplates {
  return {
    contact_message: async ({ data }) => {
      const message = Message.parse(data)
      const order = await db.asService((tx) => aboutOrder(tx, message))
      return contactMessage({ ...message, order })
    },
    contact_receipt: async ({ data }) => contactReceipt(Receipt.parse(data)),
    contact_reply: async ({ data }) => contactReply(Reply.parse(data)),
  }
}

/**
 * Deletes e-mails of the contact form from the outbox 30 days after sending: by then the message is in the shop's
 * mailbox. An unsent one stays, since the shop has not received it.
 */
export async function deleteOldContactEmails(db: Db): Promise<void> {
  await db.asService((tx) =>
    sql`delete from private.outbox where kind in ('contact_message', 'contact_receipt', 'contact_reply') and state = 'sent'
      and sent_at < public.shop_now() - interval '30 days'`.execute(tx),
  )
}

/**
 * The order that a message names, for the shop alone: a visitor with only a number must not learn whose order it is, or
 * whether it exists. Null if the message names none.
 */
async function aboutOrder(
  tx: Tx,
  { orderNumber, email }: { orderNumber: string | null; email: string },
): Promise<{ number: string; hint: string } | null> {
  if (orderNumber === null) return null
  const order = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('order_number', 'in', withAnyPrefix(readOrderNumber(orderNumber) ?? ''))
    .executeTakeFirst()
  return orderHint({ typed: orderNumber, order: order ?? null, email })
}

type Named = { typed: string; order: { customer_email: string | null } | null; email: string }

/** The order number that was typed with a message from `email`, and what is known of it. */
export function orderHint({ typed, order, email }: Named): { number: string; hint: string; is_hers: boolean } {
  const number = readOrderNumber(typed)
  if (!number) return { number: typed, hint: 'not one of our order numbers', is_hers: false }
  if (!order) return { number, hint: 'no such order', is_hers: false }
  const is_hers = order.customer_email?.toLowerCase() === email.toLowerCase()
  const hint = is_hers ? 'placed with this address' : 'placed with a different address: check before you answer'
  return { number, hint, is_hers }
}
