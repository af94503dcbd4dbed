import { formatReceiptTime } from '#base/shop-time.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { known, quoted, range, refundDestination } from '../emails/email-blocks.ts'
import { isBeforeDispatch } from '../order-state.ts'
import type { ReturnEmailData } from './return-email-data.ts'

/**
 * The receipt for a declaration, with its time and content: the durable medium that directive 2011/83/EU, article 11a,
 * requires. Customers in the United Kingdom get it too.
 */
export function returnReceipt(declared: ReturnEmailData): EmailContent {
  const { order, kind, declaredBy, requestedAt, garments, reason, photographs } = declared
  const { subject, heading, intro } = words[kind]
  return {
    subject: `${subject} ${order.orderNumber}`,
    preview: 'This is your receipt, with the time and what you sent us.',
    heading,
    hasHelp: true,
    blocks: [
      { say: intro },
      {
        facts: known([
          ['Order', order.orderNumber],
          ['Name', declaredBy],
          ['Received', formatReceiptTime(requestedAt)],
          ['Photographs', photographs > 0 && String(photographs)],
        ]),
      },
      { title: kind === 'withdrawal' ? 'What you’re withdrawing from' : 'What it’s about' },
      { lines: garments },
      ...(reason ? [{ title: 'What you wrote' }, { lines: quoted(reason) }] : []),
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

function nextBlocks({ order, kind, isSamples }: ReturnEmailData): Block[] {
  const { cancelDays, responseDays, inspectionDays } = shop.policies
  if (kind === 'fault') {
    return [
      {
        say:
          `You’ll have an answer within ${range(responseDays)} business days. If we need ${isSamples ? 'the samples' : 'the garment'} back, ` +
          `we’ll send you a label and pay the postage. Please keep ${isSamples ? 'them as they are' : 'it as it is'} until then.`,
      },
    ]
  }
  if (isBeforeDispatch(order.status)) {
    return [
      {
        say:
          `Your ${isSamples ? 'letter' : 'parcel'} hasn’t left us yet. We’ll write within ${range(responseDays)} business days about what happens next, ` +
          `and refund what we owe you within 14 days, ${refundDestination}.`,
      },
    ]
  }
  return [
    {
      say: isSamples
        ? `Please send them back within ${cancelDays} days to:`
        : `Please send it back within ${cancelDays} days, unworn and with a tracked service if you can, to:`,
    },
    { lines: [shop.trader.name, ...shop.trader.address] },
    {
      say:
        `You pay the return postage. We’ll inspect ${isSamples ? 'them' : 'it'} within ${range(inspectionDays)} business days of getting ` +
        `${isSamples ? 'them. We’ll refund what you paid for them' : 'it. We’ll refund the garments and the price of our cheapest delivery'} ` +
        `${refundDestination}, within 14 days of getting them back or of your proof of posting, whichever comes first. If they have ` +
        `been handled more than is needed to ${isSamples ? 'see and feel the cloth' : 'try them on'}, we may make a deduction for the ` +
        'loss in value.',
    },
    ...(isSamples ? [] : [madeToMeasure]),
  ]
}

const madeToMeasure: Block = {
  small:
    'A garment made to your own measurements or changed to your wishes is different: the law gives no right to ' +
    'withdraw from it. If that applies to yours, we’ll tell you why. A hem for your height doesn’t count as a change.',
}
