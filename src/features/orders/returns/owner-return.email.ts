import { formatFullTime } from '#base/shop-time.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
import { known, quoted } from '../emails/email-blocks.ts'
import { isBeforeDispatch } from '../order-state.ts'
import type { ReturnEmailData } from './return-email-data.ts'

/** The e-mail to the owner about a new return. The photographs are in the back office alone. */
export function ownerReturn({
  order,
  kind,
  declaredBy,
  requestedAt,
  garments,
  reason,
  photographs,
  stopped,
  refund,
}: ReturnEmailData): EmailContent {
  const { orderNumber, siteUrl } = order
  const what = { withdrawal: 'Withdrawal', fault: 'Fault', other: 'Return' }[kind]
  const isUnsent = !stopped && isBeforeDispatch(order.status)
  return {
    subject: `${what}: order ${orderNumber}`,
    preview: isUnsent ? 'It hasn’t been sent: please don’t cut or send it.' : garments.join(', '),
    heading: kind === 'fault' ? 'Something is wrong with an order' : `${what} requested`,
    hasHelp: true,
    blocks: [
      {
        say: [
          'The customer of order ',
          { strong: orderNumber },
          kind === 'withdrawal'
            ? ' has withdrawn from the contract.'
            : kind === 'fault'
              ? ' says that something is wrong.'
              : ' would like to send something back.',
        ],
      },
      ...(isUnsent
        ? [{ say: 'The order hasn’t been sent: please don’t cut or send it, and cancel it if you agree.' }]
        : []),
      ...(stopped
        ? [
            {
              say: `You hadn’t begun it, so it was cancelled${refund ? ' and its refund requested at once' : ', with nothing left to refund'}. There’s nothing to do.`,
            },
          ]
        : []),
      { lines: garments },
      {
        facts: known([
          ['Name', declaredBy],
          ['Received', formatFullTime(requestedAt)],
          ['Photographs', photographs > 0 && String(photographs)],
        ]),
      },
      ...(reason ? [{ title: 'The customer wrote' }, { lines: quoted(reason) }] : []),
      { link: `${siteUrl}/admin?tab=orders&order=${encodeURIComponent(orderNumber)}`, label: 'Open the order' },
    ],
  }
}
