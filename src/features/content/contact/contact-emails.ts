import { sql } from 'kysely'
import { z } from 'zod'
import { readOrderNumber } from '#features/orders/order-number.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { contactMessage } from './contact-message.email.tsx'
import { contactReceipt } from './contact-receipt.email.ts'
import { topicIds } from './topics.ts'

const Receipt = z.object({ topic: z.enum(topicIds), at: z.string() })
const Message = Receipt.extend({
  orderNumber: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
})

/** The templates of the contact form's e-mails: the message to the shop, and the receipt to the visitor. */
export function contactEmails({ db }: { db: Db }): EmailTemplates {
  return {
    contact_message: async ({ data }) => {
      const message = Message.parse(data)
      const order = await db.asService((tx) => aboutOrder(tx, message))
      return contactMessage({ ...message, order })
    },
    contact_receipt: async ({ data }) => contactReceipt(Receipt.parse(data)),
  }
}

/**
 * Deletes e-mails of the contact form from the outbox 30 days after sending: by then the message is in the shop's
 * mailbox. An unsent one stays, since the shop has not received it.
 */
export async function deleteOldContactEmails(db: Db): Promise<void> {
  await db.asService((tx) =>
    sql`delete from private.outbox where kind in ('contact_message', 'contact_receipt') and state = 'sent'
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
  const number = readOrderNumber(orderNumber)
  if (!number) return { number: orderNumber, hint: 'not one of our order numbers' }
  const order = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('order_number', '=', number)
    .executeTakeFirst()
  if (!order) return { number, hint: 'no such order' }
  const isHers = order.customer_email?.toLowerCase() === email.toLowerCase()
  return {
    number,
    hint: isHers ? 'placed with this address' : 'placed with a different address: check before you answer',
  }
}
