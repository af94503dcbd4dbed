import type { Db } from '#infrastructure/db/db.ts'
import type { Letters } from '#infrastructure/mail/send-letter.ts'
import { orderConfirmation } from '../order-confirmation.mail.tsx'
import { getConfirmation } from './confirmation.ts'

/** The letters of an order, each written from the order as it stands when it leaves. */
export function orderLetters({ db, siteUrl }: { db: Db; siteUrl: string }): Letters {
  return {
    order_confirmation: async ({ orderId }) => {
      if (!orderId) throw new Error('A confirmation of no order')
      return orderConfirmation(await db.asService((tx) => getConfirmation(tx, orderId, siteUrl)))
    },
  }
}
