import { formatDay } from '#base/calendar-day.ts'
import { shop } from '#shop'
import { range, refundDestination } from '../emails/email-blocks.ts'
import { cancelDaysOf, refundUntil, sendBackUntil } from '../links/order-period.ts'
import { isBeforeDispatch, type OrderStatus } from '../order-state.ts'

/** What the words about a withdrawal depend on. */
export type WithdrawalFacts = {
  status: OrderStatus
  /** Whether something of it has left in a parcel, though the rest of the order has not. */
  hasPartLeft: boolean
  orderedAt: Date | string
  requestedAt: Date | string
  deliveredAt: Date | string | null
  stopped: boolean
  /** Whether it stopped its pieces, and the shop makes them after all. */
  isRestored: boolean
  /** Whether the customer's bank decides about the money. */
  isDisputed: boolean
  /** Whether it is of all that is left of the order. */
  isAll: boolean
  isSamples: boolean
  /** What happens to the money of a withdrawal that stopped its pieces; null where nothing was paid. */
  refundText: string | null
}

/** What follows a withdrawal, for its receipt and for the page of the order. */
export type WithdrawalNext = {
  /** Sentences before the address to send it to. */
  before: string[]
  /** The lines of that address; null where there is nothing to send back. */
  address: string[] | null
  after: string[]
  /** About garments that the law excepts; null where none can be. */
  small: string | null
}

export function withdrawalNext(facts: WithdrawalFacts): WithdrawalNext {
  const { status, stopped, isSamples } = facts
  const small = isSamples ? null : madeToMeasure
  if (stopped) return { before: stoppedTexts(facts), address: null, after: [], small: null }
  if (isBeforeDispatch(status) && !facts.hasPartLeft)
    return { before: keptTexts(facts), address: null, after: [], small }
  return {
    before: [
      `${sendBackText(facts)} ${isSamples ? 'Post them to:' : 'Use a tracked service if you can, and send it to:'}`,
    ],
    address: [shop.trader.name, ...shop.trader.address],
    after: [afterReturn(facts)],
    small,
  }
}

function stoppedTexts({ status, isRestored, refundText }: WithdrawalFacts): string[] {
  if (isRestored) return ['We cancelled it at the time, but have since reinstated it.']
  const what =
    status === 'cancelled'
      ? 'We hadn’t started on it, so your order is cancelled and nothing will be sent.'
      : 'We hadn’t started on it, so we won’t make what you withdrew from.'
  const rest = isBeforeDispatch(status) ? ' The rest of your order goes ahead.' : ''
  return [`${what}${rest}`, ...(refundText ? [refundText] : [])]
}

function keptTexts({ requestedAt, isAll, isSamples, isDisputed }: WithdrawalFacts): string[] {
  const what = isAll ? `Your ${isSamples ? 'letter' : 'parcel'} hasn’t left us` : 'It hasn’t left us'
  const answer = `We’ll write within ${range(shop.policies.responseDays)} working days`
  return [
    `${what}, and we’ll keep it here, so there’s nothing for you to send back.`,
    isDisputed
      ? `${answer}. Your bank is looking into this payment, so your bank and we will settle it between us.`
      : `${answer}, and refund ${refunded({ isAll, isSamples })} by ${formatDay(refundUntil(requestedAt))} at the latest, ` +
        `${refundDestination}.`,
  ]
}

/** When to send a parcel back; a day is named once the delivery is known. */
export function sendBackText({
  orderedAt,
  requestedAt,
  deliveredAt,
  isSamples,
}: Pick<WithdrawalFacts, 'orderedAt' | 'requestedAt' | 'deliveredAt' | 'isSamples'>): string {
  const until = sendBackUntil({ delivered_at: deliveredAt, created_at: orderedAt }, requestedAt)
  const [it, reaches, unworn] = isSamples ? ['them', 'they reach', ''] : ['it', 'it reaches', ' unworn']
  return until
    ? `Please send ${it} back${unworn} by ${formatDay(until)}.`
    : `Once ${reaches} you, please send ${it} back${unworn} within ${cancelDaysOf(orderedAt)} days.`
}

function afterReturn({ isAll, isSamples }: WithdrawalFacts): string {
  const it = isSamples ? 'them' : 'it'
  const handled = isSamples
    ? 'they have been handled more than is needed to see and feel the cloth'
    : 'a garment has been handled more than is needed to try it on'
  return (
    `You pay the return postage. We’ll inspect ${it} within ${range(shop.policies.inspectionDays)} working days of getting ${it}, and refund ` +
    `${refunded({ isAll, isSamples })}, ${refundDestination}, within 14 days of getting ${it} back or of your proof of ` +
    `posting, whichever comes first. If ${handled}, we may make a deduction for the loss in value.`
  )
}

/** Delivery goes back with the whole order. */
function refunded({ isAll, isSamples }: Pick<WithdrawalFacts, 'isAll' | 'isSamples'>): string {
  if (isSamples) return 'what you paid for them'
  return isAll ? 'the garments and the price of our cheapest delivery' : 'what you paid for what you withdrew from'
}

const madeToMeasure =
  'A garment made to your own measurements or changed to your wishes is different: the law gives no right to ' +
  'withdraw from it. If that applies to yours, we’ll tell you why. A hem for your height doesn’t count as a change.'
