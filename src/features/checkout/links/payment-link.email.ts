import { formatDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import { formatOrderTime } from '#base/shop-time.ts'
import { address, goodsOf, sumsOf } from '#features/orders/emails/email-blocks.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'

/** The e-mail with the link by which an order is paid. `endsAt`: until when. */
export function paymentLinkEmail(
  order: OrderEmailData,
  { payUrl, endsAt }: { payUrl: string; endsAt: Date },
): EmailContent {
  const { exchange } = order
  const until = formatOrderTime(endsAt)
  return {
    subject: `Your order ${order.orderNumber} at ${shop.name}: pay by ${until}`,
    preview: `${formatPence(order.totalPence)} by card, on our payment page.`,
    heading: 'Here is your payment link',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'we’ve written down your order '),
          { strong: order.orderNumber },
          exchange
            ? `, in exchange for what you returned from order ${exchange.orderNumber}. It’s yours once the difference is paid.`
            : '. It’s yours once it’s paid.',
          ' The link opens our payment page until ',
          { strong: until },
          ', and we keep it for you until then.',
        ],
      },
      { link: payUrl, label: `Pay ${formatPence(order.totalPence)}` },
      { goods: goodsOf(order, { amounts: true }) },
      { sums: sumsOf(order, 'To pay') },
      {
        say: `Paid today, ${order.isCollected ? 'it’s ready' : 'it leaves'} by ${formatDay(order.dispatchBy, order.orderedOn)}.`,
      },
      {
        small: exchange
          ? 'If you don’t pay, the exchange ends, and we’ll write to you about your return.'
          : 'If you don’t pay, nothing happens: the order ends, and nothing is owed.',
      },
    ],
  }
}
