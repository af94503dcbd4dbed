import { formatDay, formatFullDay } from '#base/calendar-day.ts'
import { formatPence, pence } from '#base/money.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import { addedLabel, addedLines, address, goodsOf, known, refundWay } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** Days as `formatDay` takes them. `choiceUrl`: the page where the customer chooses; opening it changes nothing. */
export type Delay = { from: Date; to: Date; reason: string | null; choiceUrl: string }

/** The e-mail about a delay: the old day, the new day, the reason, and the customer's choice. */
export function orderDelayed(order: OrderEmailData, { from, to, reason, choiceUrl }: Delay): EmailContent {
  const why = oneLine(reason)
  const { isCollected } = order
  // What has left cannot be cancelled by a press.
  const isPart = order.parcels.some(({ id }) => id !== null)
  const added = addedLabel(order)
  // A copy of an earlier delay's e-mail has another day.
  const arrives = order.dispatchBy.getTime() === to.getTime() ? order.arriveBy : null
  return {
    subject: `Your order ${order.orderNumber} needs more time`,
    preview: `The new date is ${formatDay(to)}. You can wait or have your money back.`,
    heading: 'We need more time',
    blocks: [
      {
        say: [
          address(order, isPart ? 'we said the rest of your order ' : 'we said your order '),
          { strong: order.orderNumber },
          ` would ${isCollected ? 'be ready for you' : 'leave us'} by ${formatDay(from)}. We’re sorry, but we can’t keep to that date. `,
          isCollected ? 'It’ll now be ready by ' : 'We’ll now dispatch it by ',
          { strong: formatDay(to) },
          arrives ? ` and it should be with you by ${formatDay(arrives)}.` : '.',
        ],
      },
      {
        facts: known([
          ['We said', formatFullDay(from)],
          ['The new date', formatFullDay(to)],
          ['Why', why],
        ]),
      },
      ...(added ? [{ say: `What you added, ${added}, goes in the same parcel, so the new date is for it too.` }] : []),
      { title: 'Your choice' },
      ...(isPart ? [{ say: choiceOfRest(order) }] : choiceBlocks(order, choiceUrl)),
      { goods: goodsOf({ lines: [...(isPart ? order.remaining : order.lines), ...addedLines(order)] }) },
      { title: 'What the law says' },
      {
        small:
          'Under section 28 of the Consumer Rights Act 2015 you may end the contract at once if the day mattered and we ' +
          'knew it, for instance because you told us before you ordered. Otherwise you may set us a further reasonable ' +
          'time, and end it if we miss that too. In both cases we must return all you paid without undue delay. You can ' +
          'use the choice above either way.',
      },
    ],
  }
}

function choiceBlocks(order: OrderEmailData, choiceUrl: string): Block[] {
  return [
    {
      say:
        'You can wait: you don’t need to do anything, though it helps us to know. Or you can cancel: ' +
        `${refundPromise(order)} ${until(order)}`,
    },
    {
      choices: [
        { link: `${choiceUrl}#keep`, label: 'Keep my order' },
        {
          link: `${choiceUrl}#cancel`,
          label: order.totalPence > 0 || addedLabel(order) ? 'Cancel for a full refund' : 'Cancel my order',
        },
      ],
    },
    { aside: 'Each opens a page where you confirm your choice. Nothing happens until you do.' },
  ]
}

function choiceOfRest(order: OrderEmailData): string {
  return (
    'You can wait: you don’t need to do anything. Or you can cancel what hasn’t left us yet: reply to this e-mail and ' +
    `we’ll refund what you paid for it within 14 days, ${refundWay(order)}.`
  )
}

function refundPromise(order: OrderEmailData): string {
  const { totalPence, refundedPence } = order
  const added = addedLabel(order)
  if (added) return `we’ll cancel what you added too, and refund what you paid for all of it within 14 days.`
  if (totalPence === 0) return 'there was nothing to pay, so there’s nothing to refund.'
  const what =
    refundedPence > 0
      ? `the remaining ${formatPence(pence(totalPence - refundedPence))}`
      : `everything you paid (${formatPence(totalPence)} including delivery)`
  return `we’ll refund ${what} within 14 days, ${refundWay(order)}.`
}

/** A delay announced before production starts can be cancelled until it starts, a later one until dispatch. */
function until({ status, isCollected }: OrderEmailData): string {
  const end = isCollected ? 'you collect it' : 'the parcel leaves us'
  return `You can choose until ${status === 'pending' ? 'we cut your cloth' : end}.`
}
