import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { address } from '../emails/email-blocks.ts'
import type { OrderEmailData } from '../emails/order-email-data.ts'
import type { LinkNews } from './find-order.api.ts'
import { linkDays } from './order-period.ts'

const subjects: Partial<Record<LinkNews, string>> = { ended: 'its page has closed', renewed: 'here’s your new link' }

/** The e-mail with a new link to the page of an order, or with the reason why there is none. */
export function orderLink(order: OrderEmailData, news: LinkNews, orderUrl: string): EmailContent {
  const number = { strong: order.orderNumber }
  const ended = `An order’s page closes ${linkDays} days after the order arrives. You keep all your rights: if anything is wrong, reply to this e-mail and we’ll help.`
  return {
    subject: `Your order ${order.orderNumber}: ${subjects[news] ?? 'here’s your link'}`,
    preview:
      news === 'ended' ? 'The page has closed, but we can help by e-mail.' : 'It opens your order without an account.',
    heading: news === 'ended' ? 'This page has closed' : 'Your order',
    hasHelp: true,
    blocks: [
      ...(news === 'declared'
        ? [{ say: ['You’ve already withdrawn from order ', number, '. You don’t need to do it again.'] }]
        : []),
      ...(news === 'called-off'
        ? [{ say: ['Order ', number, ' has already been cancelled or refunded, so there’s nothing to withdraw from.'] }]
        : []),
      ...(news === 'ended'
        ? [{ say: [address(order, 'you looked for your order '), number, `. ${ended}`] }]
        : [
            {
              say: [
                address(
                  order,
                  news === 'renewed'
                    ? 'the links in our earlier e-mails no longer open your order. Here is a new one for '
                    : 'here is the link to your order ',
                ),
                number,
                '. Its page shows how far along it is and has your receipt. There you can also change it, cancel it or send something back.',
              ],
            },
            { link: orderUrl, label: 'See your order' },
          ]),
      news !== 'renewed' && {
        aside: `Didn’t ask for this? Then someone entered your order number and e-mail address. Nothing has changed, and only you were sent this link. If you’re worried, write to ${shop.email}.`,
      },
    ].filter((block) => block !== false),
  }
}
