import { z } from 'zod'
import { namedSize } from '#features/catalogue/samples.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { Db, Tx } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { keptLines } from '../emails/email-blocks.ts'
import { type OrderEmailData, readOrderEmailData } from '../emails/order-email-data.ts'
import { choiceMade, orderChoiceMade } from './order-choice-made.email.ts'

const Answered = z.object({ answer: z.enum(['keep', 'cancel']), day: z.iso.date() })

/** The e-mail to the shop with a customer's answer to a delay. */
export function delayEmails({ db, siteUrl }: { db: Db; siteUrl: string }): EmailTemplates {
  return {
    [choiceMade]: async ({ data, orderId }) => {
      const { answer, day } = Answered.parse(data)
      if (!orderId) throw new Error('An answer to the delay of no order')
      const order = await db.asService((tx) => readOrderEmailData(tx, orderId, siteUrl))
      if (!order) return null
      return composeEmail(
        orderChoiceMade({
          orderNumber: order.orderNumber,
          answer,
          day: new Date(day),
          refund: refundOf(order),
          garments: keptLines(order).map(({ quantity, ...line }) => `${quantity} × ${namedSize(line)}`),
          customerEmail: mailAddress(await db.asService((tx) => emailOf(tx, orderId))),
          ordersUrl: `${siteUrl}/admin`,
        }),
      )
    },
  }
}

async function emailOf(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx.selectFrom('pre_orders').select('customer_email').where('id', '=', orderId).executeTakeFirst()
  return row?.customer_email ?? null
}

function refundOf({ totalPence, providerState }: OrderEmailData): 'none' | 'owed' | 'done' {
  if (totalPence === 0) return 'none'
  return providerState === 'refunded' ? 'done' : 'owed'
}
