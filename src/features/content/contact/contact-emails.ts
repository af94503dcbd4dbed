import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { contactMessage } from './contact-message.email.tsx'
import { contactReceipt } from './contact-receipt.email.ts'
import { aboutOrder } from './order-hint.ts'
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
