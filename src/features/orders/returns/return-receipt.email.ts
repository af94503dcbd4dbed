import { formatDay, formatFullDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { formatReceiptTime } from '#base/shop-time.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { refundOfStopped } from '../account/order-labels.ts'
import { known, quoted, range } from '../emails/email-blocks.ts'
import type { OrderEmailData } from '../emails/order-email-data.ts'
import { isBeforeDispatch } from '../order-state.ts'
import type { ReturnEmailData } from './return-email-data.ts'
import { withdrawalNext } from './withdrawal-words.ts'

/**
 * The receipt for a declaration, with its time and content: the durable medium that directive 2011/83/EU, article 11a,
 * requires. Customers in the United Kingdom get it too.
 */
export function returnReceipt(declared: ReturnEmailData): EmailContent {
  const { order, kind, declaredBy, requestedAt, isRecorded, garments, reason, photographs } = declared
  const { subject, heading, intro } = words[kind]
  return {
    subject: `${subject} ${order.orderNumber}`,
    preview: isRecorded
      ? 'This is your receipt, with the day and what you told us.'
      : 'This is your receipt, with the time and what you sent us.',
    heading,
    hasHelp: true,
    blocks: [
      { say: intro },
      {
        facts: known([
          ['Order', order.orderNumber],
          ['Name', declaredBy],
          ['Received', isRecorded ? formatFullDay(shopDate(requestedAt)) : formatReceiptTime(requestedAt)],
          ['Photographs', photographs > 0 && String(photographs)],
        ]),
      },
      { title: kind === 'withdrawal' ? 'What you’re withdrawing from' : 'What it’s about' },
      { lines: garments },
      ...(reason ? [{ title: isRecorded ? 'What you told us' : 'What you wrote' }, { lines: quoted(reason) }] : []),
      { title: 'What happens next' },
      ...nextBlocks(declared),
      {
        say: `Is something missing, or wasn’t this you? Reply to this e-mail or write to ${shop.email}, and a person will help.`,
      },
    ],
  }
}

const words = {
  withdrawal: {
    subject: 'We have your withdrawal from order',
    heading: 'Your withdrawal',
    intro: 'This is your receipt. You’ve told us that you withdraw from the contract for what’s listed below.',
  },
  fault: {
    subject: 'We have your message about order',
    heading: 'We’re sorry',
    intro: 'You’ve told us that something is wrong. This is your receipt. We’ll put it right at no cost to you.',
  },
  other: {
    subject: 'We have your return of order',
    heading: 'We have your return',
    intro: 'You’ve told us that you’d like to send back what’s listed below. This is your receipt.',
  },
}

function nextBlocks(declared: ReturnEmailData): Block[] {
  const { order, kind, requestedAt, stopped, isRestored, refund, isAll, isSamples } = declared
  if (kind === 'fault') {
    return [
      {
        say:
          `You’ll have an answer within ${range(shop.policies.responseDays)} working days. If we need ${isSamples ? 'the samples' : 'the garment'} back, ` +
          `we’ll send you a label and pay the postage. Please keep ${isSamples ? 'them as they are' : 'it as it is'} until then.`,
      },
    ]
  }
  const money = { ...order, total: order.totalPence, refunded: order.refundedPence }
  const next = withdrawalNext({
    orderedAt: order.placedAt,
    requestedAt,
    stopped,
    isRestored,
    isAll,
    isSamples,
    status: order.status,
    hasPartLeft: declared.hasPartLeft,
    isDisputed: order.providerState === 'disputed',
    deliveredAt: order.deliveredAt,
    refundText: refundOfStopped(money, refund),
  })
  return [
    ...next.before.slice(0, 1).map((say) => ({ say })),
    ...(stopped && !isRestored ? restBlocks(order) : []),
    ...next.before.slice(1).map((say) => ({ say })),
    ...(next.address ? [{ lines: next.address }] : []),
    ...next.after.map((say) => ({ say })),
    ...(next.small ? [{ small: next.small }] : []),
  ]
}

/** When what is left of the order leaves and arrives. */
function restBlocks({ status, dispatchBy, arriveBy, orderedOn, isLate }: OrderEmailData): Block[] {
  if (!isBeforeDispatch(status) || isLate) return []
  const leaves = `We’ll dispatch the rest by ${formatDay(dispatchBy, orderedOn)}`
  return [{ say: `${leaves}${arriveBy ? ` and it should be with you by ${formatDay(arriveBy, orderedOn)}` : ''}.` }]
}
