import { formatDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import { shopDate } from '#base/shop-clock.ts'
import { formatShopDate } from '#base/shop-time.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { refundWay } from '../emails/email-blocks.ts'
import { refundUntil } from '../links/order-period.ts'
import { isBeforeDispatch } from '../order-state.ts'
import { isPartSent, type Parcel } from '../parcels/parcel.ts'
import { type CustomerReturn, type ReturnRefund, refundText, returnSentence } from '../returns/return.ts'
import { sendBackText } from '../returns/withdrawal-words.ts'
import { type MyLine, type MyOrder, withdrawalOf } from './my-orders.ts'

type LabelledOrder = Pick<
  MyOrder,
  'status' | 'providerState' | 'total' | 'refunded' | 'dispatchBy' | 'arriveBy' | 'readyAt' | 'orderedAt' | 'returns'
> &
  Pick<MyOrder, 'shippedAt' | 'deliveredAt' | 'parcels'> &
  Partial<Pick<MyOrder, 'paidBy' | 'isCollected'>> & {
    lines: readonly Pick<MyLine, 'size' | 'quantity' | 'cancelled' | 'withdrawn'>[]
  }

/** The status of an order, as a word and as a sentence. A withdrawal from all that is left of it takes precedence. */
export function orderStatus(order: LabelledOrder, now: Date): { word: string; sentence: string } {
  const withdrawal = withdrawalOf(order)
  const { word, sentence } = withdrawal ? withdrawnStatus(order, withdrawal) : stepStatus(order, now)
  return { word, sentence: [sentence, refundLabel(order)].filter(Boolean).join(' ') }
}

function stepStatus(order: LabelledOrder, now: Date): { word: string; sentence: string } {
  const isSamples = hasOnlySamples(order.lines)
  const leaves = leavesSentence(order, now)
  const labels = {
    pending: { word: 'Received', sentence: `We have your order and haven’t started making it yet. ${leaves}` },
    processing: isPartSent(order)
      ? { word: 'Partly on its way', sentence: partSentence(order, now) }
      : order.readyAt
        ? order.isCollected
          ? { word: 'Ready', sentence: 'It’s made and ready for you to collect.' }
          : {
              word: 'Ready to post',
              sentence: `It’s ${isSamples ? 'cut' : 'made'} and waiting to be posted. ${leaves}`,
            }
        : { word: 'Being made', sentence: `We’re ${isSamples ? 'cutting' : 'cutting and sewing'} it. ${leaves}` },
    shipped: { word: 'On its way', sentence: sentSentence(order, now) },
    delivered: {
      word: order.isCollected ? 'Collected' : 'Delivered',
      sentence: `It ${arrived(order)}. ${isSamples ? 'We hope you love one of the fabrics.' : 'We hope you love it.'}`,
    },
    cancelled: {
      word: 'Cancelled',
      sentence: `This order is cancelled and nothing ${order.parcels.length > 0 ? 'more ' : ''}will be sent.`,
    },
  }
  return labels[order.status]
}

function arrived({ deliveredAt, isCollected }: LabelledOrder): string {
  if (isCollected) return deliveredAt ? `was handed to you on ${formatShopDate(deliveredAt)}` : 'has been handed to you'
  return deliveredAt ? `arrived on ${formatShopDate(deliveredAt)}` : 'has arrived'
}

type Days = Pick<LabelledOrder, 'dispatchBy' | 'arriveBy' | 'orderedAt' | 'isCollected'>

/** When an order leaves and arrives, as long as that can still be so. */
function leavesSentence({ dispatchBy, arriveBy, orderedAt, isCollected }: Days, now: Date, what = 'it'): string {
  const day = (iso: string) => formatDay(new Date(iso), new Date(orderedAt))
  const isLate = dispatchBy < shopDate(now)
  if (isCollected && isLate) return `It should have been ready by ${day(dispatchBy)}. We’re sorry it’s late.`
  if (isCollected) return `It’ll be ready for you by ${day(dispatchBy)}.`
  if (isLate) {
    const late = what === 'it' ? 'It' : 'The rest'
    return `${late} should have left us by ${day(dispatchBy)}. We’re sorry it’s late. We’ll e-mail you when it leaves.`
  }
  return `We’ll dispatch ${what} by ${day(dispatchBy)}${arriveBy ? ` and it should be with you by ${day(arriveBy)}` : ''}.`
}

function partSentence(order: LabelledOrder, now: Date): string {
  const rest = order.readyAt ? 'The rest is made and waiting to be posted.' : 'We’re still making the rest.'
  return `A part of it has left our workroom. ${rest} ${leavesSentence(order, now, 'the rest')}`
}

function sentSentence({ shippedAt, arriveBy, orderedAt, parcels }: LabelledOrder, now: Date): string {
  const inParcels = parcels.length > 1 ? ` in ${parcels.length} parcels, the last` : ''
  const left = shippedAt
    ? `It left our workroom${inParcels} on ${formatShopDate(shippedAt)}`
    : 'It has left our workroom'
  if (!arriveBy) return `${left}.`
  const day = formatDay(new Date(arriveBy), new Date(orderedAt))
  if (arriveBy >= shopDate(now)) return `${left} and should be with you by ${day}.`
  return `${left} and should have been with you by ${day}. If you don’t have it, write to us and we’ll find out where it is.`
}

/** An order from which the customer withdrew: what happens next, until the refund. */
function withdrawnStatus(
  order: LabelledOrder,
  { state, requested_at: requestedAt, refund }: CustomerReturn,
): { word: string; sentence: string } {
  const isSamples = hasOnlySamples(order.lines)
  const since = `You withdrew from this order on ${formatShopDate(requestedAt)}.`
  if (state === 'received' || state === 'inspected') {
    return { word: 'Back with us', sentence: returnSentence({ kind: 'withdrawal', state, refund }) }
  }
  if (state === 'refunded') {
    const isAhead = refund?.state === 'requested' || refund?.state === 'failed'
    return { word: 'Withdrawn', sentence: isAhead ? `${since} ${refundText(refund)}` : since }
  }
  if (order.providerState === 'refunded') return { word: 'Withdrawn', sentence: since }
  const money =
    order.providerState === 'disputed'
      ? 'Your bank is looking into this payment, so your bank and we will settle it between us.'
      : `You’ll have your refund by ${formatDay(refundUntil(requestedAt))} at the latest.`
  const next =
    isBeforeDispatch(order.status) && !isPartSent(order)
      ? `It hasn’t left us. ${money}`
      : sendBackText({ requestedAt, orderedAt: order.orderedAt, deliveredAt: order.deliveredAt, isSamples })
  return { word: 'Withdrawn', sentence: `${since} ${next}` }
}

/** What was refunded, or is being refunded because the order is cancelled; null where nothing was. */
function refundLabel({
  status,
  providerState,
  total,
  refunded,
  paidBy = null,
}: Pick<LabelledOrder, 'status' | 'providerState' | 'total' | 'refunded' | 'paidBy'>): string | null {
  if (status === 'cancelled' && providerState === 'paid' && total > 0) {
    return `We’re refunding everything you paid, ${formatPence(total)}, ${refundWay({ paidBy })}.`
  }
  if (providerState === 'refunded') return 'We’ve refunded your payment in full.'
  if (providerState === 'partly_refunded') return `We’ve refunded ${formatPence(refunded)} of your payment.`
  return null
}

/** What happens to the money of a withdrawal that stopped its pieces; null where nothing was paid. */
export function refundOfStopped(order: Parameters<typeof refundLabel>[0], refund: ReturnRefund | null): string | null {
  if (order.total === 0) return 'There was nothing to pay, so there’s nothing to refund.'
  if (refund && order.providerState !== 'refunded') return refundText(refund)
  if (!refund && order.status !== 'cancelled' && order.providerState !== 'refunded') {
    return 'An earlier refund already covers what you paid for it, so nothing more is due.'
  }
  return refundLabel(order)
}

/** The label of a parcel's tracking; null without a tracking number. */
export function trackingLabel({ carrier, tracking_number: number }: Pick<Parcel, 'carrier' | 'tracking_number'>) {
  return number ? [carrier, number].filter(Boolean).join(' ') : null
}
