import { formatDayAndYear } from '#base/calendar-day.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import type { Block } from '#mail/email-blocks.ts'
import { traderLines } from '#mail/layout.tsx'
import { shop } from '#shop'
import { keptLines, refundDestination } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/**
 * The shop's own rule, followed by the statutory right to cancel (regulations 27 to 38 of the Consumer Contracts
 * Regulations 2013). It covers everything the shop sells: standard sizes, nothing made to measure. The form is that of
 * schedule 3, part B. Without this notice the right lasts a year longer.
 */
export function cancellationBlocks(order: OrderEmailData): Block[] {
  const { cancelDays } = shop.policies
  const isSamples = hasOnlySamples(order.lines)
  const parcel = isSamples ? 'letter' : 'parcel'
  return [
    {
      small:
        'Until we start cutting, you can cancel the order on its page or by replying to this e-mail, and we’ll refund ' +
        'everything, including delivery. After that we can’t stop the work, but you still have the right to send ' +
        `${isSamples ? 'the samples' : 'it'} back, as below.`,
    },
    {
      small:
        'By law you can cancel without giving a reason, from now until ' +
        `${cancelDays} days after the day your ${parcel} reaches you (the last ${parcel}, if there are several). Tell us before ` +
        `then on the order’s page, by e-mail to ${shop.email} or by post. A clear sentence is enough, such as: “I hereby ` +
        `give notice that I cancel my contract of sale of ${garments(order)}, order ${order.orderNumber}, ordered on ` +
        `${formatDayAndYear(order.orderedOn)}”, with your name and address.`,
    },
    {
      small:
        `Then send ${isSamples ? 'the samples' : 'it'} back within ${cancelDays} days of telling us, ` +
        `${isSamples ? '' : 'unworn, '}to the address at the foot of this e-mail. You pay the return postage. We’ll refund ` +
        `${isSamples ? 'what you paid for them' : 'the garments and the price of our cheapest delivery'}, ` +
        `${refundDestination}, within 14 days of getting them back or of your proof of posting, whichever is first. If they ` +
        `have been handled more than is needed to ${isSamples ? 'see and feel the cloth' : 'try them on'}, we may deduct for the loss in value.`,
    },
    {
      small:
        `The law’s own form, which you don’t have to use: “To ${traderLines()[0]}, ${shop.trader.address.join(', ')}, ` +
        `${shop.email}: I hereby give notice that I cancel my contract of sale of the following goods: … Ordered on … / ` +
        'received on … Name … Address … Signature (only on paper) … Date …”',
    },
  ]
}

function garments(order: OrderEmailData): string {
  return keptLines(order)
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(', ')
}
