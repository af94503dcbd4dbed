import { z } from 'zod'
import type { Db } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { shop } from '#shop'
import { composeEmail } from '#ui/email/compose-email.tsx'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { address } from '../emails/email-blocks.ts'
import { type OrderEmailData, readOrderEmailData } from '../emails/order-email-data.ts'
import { type LinkNews, orderLinkEmail } from './answer-lookup.ts'
import type { OrderLinks } from './order-links.ts'
import { linkDays } from './order-period.ts'

const Data = z.object({ news: z.enum(['link', 'ended', 'declared', 'called-off']) })

/** The template of the e-mail that answers the form for lost links. */
export function linkEmails({ db, siteUrl, links }: { db: Db; siteUrl: string; links: OrderLinks }): EmailTemplates {
  return {
    [orderLinkEmail]: async ({ data, orderId }) => {
      const { news } = Data.parse(data)
      if (!orderId) throw new Error('A link to no order')
      const order = await db.asService((tx) => readOrderEmailData(tx, orderId, siteUrl))
      return order && composeEmail(orderLink(order, news, links.urlOf(order)))
    },
  }
}

/** The e-mail with a new link to the page of an order, or with the reason why there is none. */
export function orderLink(order: OrderEmailData, news: LinkNews, orderUrl: string): EmailContent {
  const number = { strong: order.orderNumber }
  const ended = `The page of an order closes ${linkDays} days after it arrives. Your rights stay as they are: reply to this e-mail about anything that is wrong, and we’ll help.`
  return {
    subject: `Your order ${order.orderNumber}: the link`,
    preview:
      news === 'ended' ? 'The page has closed, and we’ll help by e-mail.' : 'It opens your order without an account.',
    heading: news === 'ended' ? 'This page has closed' : 'Your order',
    hasHelp: true,
    blocks: [
      ...(news === 'declared'
        ? [{ say: ['You have withdrawn from order ', number, ' already, and we have it. You need not do it again.'] }]
        : []),
      ...(news === 'called-off'
        ? [{ say: ['Order ', number, ' is cancelled or refunded already, so there is nothing to withdraw from.'] }]
        : []),
      ...(news === 'ended'
        ? [{ say: [address(order, 'you looked for your order '), number, `. ${ended}`] }]
        : [
            {
              say: [
                address(order, 'here is the link to your order '),
                number,
                ': where it is, your receipt, changing, cancelling and sending back.',
              ],
            },
            { link: orderUrl, label: 'See your order' },
          ]),
      {
        aside: `You did not look for it? Then somebody typed your order number and address. Nothing has changed, and only you have this e-mail. If it worries you, write to ${shop.email}.`,
      },
    ],
  }
}
