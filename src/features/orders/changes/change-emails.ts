import { z } from 'zod'
import { readOrderEmailData } from '#features/orders/emails/order-email-data.ts'
import type { Db } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { composeEmail } from '#ui/email/compose-email.tsx'
import { labelChanges } from './change-labels.ts'
import { listEdits } from './list-edits.ts'
import { orderChanged, orderChangedEmail } from './order-changed.email.ts'

const Changed = z.object({ edit: z.uuid() })

/** The e-mails about changes of an order; null where the change was undone before its e-mail was sent. */
export function changeEmails({ db, siteUrl }: { db: Db; siteUrl: string }): EmailTemplates {
  return {
    [orderChanged]: async ({ data, orderId }) => {
      const { edit: id } = Changed.parse(data)
      if (!orderId) throw new Error('A change of no order')
      const { order, edit } = await db.asService(async (tx) => ({
        order: await readOrderEmailData(tx, orderId, siteUrl),
        edit: (await listEdits(tx, { orderId, id }))[0],
      }))
      if (!order || !edit || edit.isUndone) return null
      const changes = labelChanges(edit.changes).filter(({ isInternal }) => !isInternal)
      if (changes.length === 0) return null
      const { byCustomer, undoOf } = edit
      return composeEmail(orderChangedEmail(order, { changes, byCustomer, isUndone: undoOf !== null }))
    },
  }
}
