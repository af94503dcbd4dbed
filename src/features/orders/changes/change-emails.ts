import { sql } from 'kysely'
import { z } from 'zod'
import { readOrderEmailData } from '#features/orders/emails/order-email-data.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { Db } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { withOrderLink } from '../emails/order-link-block.ts'
import { findEdit } from '../history/order-event.ts'
import type { OrderLinks } from '../links/order-links.ts'
import { addressCode } from './address-code.email.ts'
import type { AddressCodes } from './address-code.ts'
import { labelChanges } from './change-labels.ts'
import { DeliveryAddress } from './delivery-address.ts'
import { addressCodeEmail } from './new-address.ts'
import { orderChanged, orderChangedEmail } from './order-changed.email.ts'

const Changed = z.object({ edit: z.uuid() })

const Coded = z.object({ salt: z.uuid() })

type Options = { db: Db; siteUrl: string; links: OrderLinks; codes: AddressCodes }

/**
 * The e-mails about changes of an order; null where the change was undone, or the code is over, before its e-mail was
 * sent.
 */
export function changeEmails({ db, siteUrl, links, codes }: Options): EmailTemplates {
  return {
    [orderChanged]: async ({ data, orderId }) => {
      const { edit: id } = Changed.parse(data)
      if (!orderId) throw new Error('A change of no order')
      const { order, edit } = await db.asService(async (tx) => ({
        order: await readOrderEmailData(tx, orderId, siteUrl),
        edit: await findEdit(tx, { orderId, id }),
      }))
      if (!order || !edit || edit.isUndone) return null
      const changes = labelChanges(edit.changes).filter(({ isInternal }) => !isInternal)
      if (changes.length === 0) return null
      const { byCustomer, undoOf } = edit
      const isMoved = edit.changes.some(({ field }) => field === 'service')
      const hasNewDay = edit.changes.some(({ field }) => field === 'dispatch_by')
      const content = orderChangedEmail(order, { changes, byCustomer, isUndone: undoOf !== null, isMoved, hasNewDay })
      return composeEmail(withOrderLink(content, links.urlOf(order)))
    },
    [addressCodeEmail]: async ({ data, orderId }) => {
      const { salt } = Coded.parse(data)
      if (!orderId) throw new Error('A code for no order')
      const { order, waiting } = await db.asService(async (tx) => ({
        order: await readOrderEmailData(tx, orderId, siteUrl),
        waiting: await tx
          .selectFrom('private.address_codes')
          .select('address')
          .where('order_id', '=', orderId)
          .where('salt', '=', salt)
          .where('expires_at', '>', sql<Date>`public.shop_now()`)
          .executeTakeFirst(),
      }))
      if (!order || !waiting) return null
      const address = DeliveryAddress.parse(waiting.address)
      return composeEmail(addressCode(order, { address, code: codes.codeOf({ orderId, salt, address }) }))
    },
  }
}
