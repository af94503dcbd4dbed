import { sql } from 'kysely'
import { orderTemplate } from '#features/orders/emails/order-emails.ts'
import type { OrderLinks } from '#features/orders/links/order-links.ts'
import { isPaid } from '#features/orders/order-state.ts'
import type { Db } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { paymentLinkEmail } from './payment-link.email.ts'

/** The e-mail with a payment link; none once the order is paid or cancelled, or the link is over. */
export function paymentLinkEmails({
  db,
  siteUrl,
  payLinks,
}: {
  db: Db
  siteUrl: string
  payLinks: OrderLinks
}): EmailTemplates {
  return {
    order_payment_link: orderTemplate({ db, siteUrl }, async (order, _data, tx) => {
      const link = await tx
        .selectFrom('private.payment_links as link')
        .innerJoin('pre_orders as placed', 'placed.id', 'link.order_id')
        .select('ends_at')
        .where('placed.id', '=', order.id)
        .where('payment_status', '<>', 'paid')
        .where('ends_at', '>', sql<Date>`shop_now()`)
        .executeTakeFirst()
      if (!link || isPaid(order.providerState) || order.status === 'cancelled') return null
      return paymentLinkEmail(order, { payUrl: payLinks.urlOf(order), endsAt: link.ends_at })
    }),
  }
}
