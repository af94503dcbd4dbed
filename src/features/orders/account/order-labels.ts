import { formatPence } from '#ui/money.ts'
import { formatDay } from '#ui/time/calendar-day.ts'
import { formatShopDate } from '#ui/time/shop-time.ts'
import { refundDestination } from '../emails/email-blocks.ts'
import { trackingUrl } from '../emails/tracking-url.ts'
import type { MyOrder } from './my-orders.ts'

type LabelledOrder = Pick<
  MyOrder,
  'status' | 'paymentState' | 'total' | 'refunded' | 'dispatchBy' | 'arriveBy' | 'readyAt' | 'shippedAt' | 'orderedAt'
>

/** The status of an order, as a word and as a sentence. */
export function orderStatus(order: LabelledOrder): { word: string; sentence: string } {
  const day = (iso: string) => formatDay(new Date(iso), new Date(order.orderedAt))
  const arrives = order.arriveBy ? ` and should be with you by ${day(order.arriveBy)}` : ''
  const leaves = `It leaves by ${day(order.dispatchBy)}${arrives}.`
  const label = {
    pending: { word: 'Received', sentence: `We have your order and haven’t started making it yet. ${leaves}` },
    processing: order.readyAt
      ? { word: 'Ready to post', sentence: `It is made and waiting to be posted. ${leaves}` }
      : { word: 'Being made', sentence: `It is being cut and sewn for you. ${leaves}` },
    shipped: {
      word: 'On its way',
      sentence: order.shippedAt
        ? `It left our workroom on ${formatShopDate(order.shippedAt)}.`
        : 'It has left our workroom.',
    },
    delivered: { word: 'Delivered', sentence: 'It has arrived. We hope it fits as it should.' },
    cancelled: { word: 'Cancelled', sentence: 'This order was cancelled, and nothing will be sent.' },
  }[order.status]
  return { ...label, sentence: [label.sentence, refundLabel(order)].filter(Boolean).join(' ') }
}

function refundLabel({ status, paymentState, total, refunded }: LabelledOrder): string | null {
  if (status === 'cancelled' && paymentState === 'paid' && total > 0) {
    return `All you paid, ${formatPence(total)}, goes back ${refundDestination}.`
  }
  if (paymentState === 'refunded') return 'Your payment has been refunded in full.'
  if (paymentState === 'partly_refunded') return `${formatPence(refunded)} of your payment has been refunded.`
  return null
}

/** The label and link of a parcel's tracking; null without a tracking number. `url` is null for an unknown carrier. */
export function trackingOf({
  carrier,
  trackingNumber,
}: Pick<MyOrder, 'carrier' | 'trackingNumber'>): { label: string; url: string | null } | null {
  if (!trackingNumber) return null
  return { label: [carrier, trackingNumber].filter(Boolean).join(' '), url: trackingUrl(carrier, trackingNumber) }
}
