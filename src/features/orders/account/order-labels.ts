import { formatDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import { formatShopDate } from '#base/shop-time.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { carriers } from '#shop-carriers'
import { refundDestination } from '../emails/email-blocks.ts'
import type { MyOrder } from './my-orders.ts'

type LabelledOrder = Pick<
  MyOrder,
  'status' | 'providerState' | 'total' | 'refunded' | 'dispatchBy' | 'arriveBy' | 'readyAt' | 'shippedAt' | 'orderedAt'
> & { lines?: readonly { size: string }[] }

/** The status of an order, as a word and as a sentence. */
export function orderStatus(order: LabelledOrder): { word: string; sentence: string } {
  const day = (iso: string) => formatDay(new Date(iso), new Date(order.orderedAt))
  const arrives = order.arriveBy ? ` and it should be with you by ${day(order.arriveBy)}` : ''
  const isSamples = hasOnlySamples(order.lines ?? [])
  const leaves = `We’ll dispatch it by ${day(order.dispatchBy)}${arrives}.`
  const label = {
    pending: { word: 'Received', sentence: `We have your order and haven’t started making it yet. ${leaves}` },
    processing: order.readyAt
      ? { word: 'Ready to post', sentence: `It’s ${isSamples ? 'cut' : 'made'} and waiting to be posted. ${leaves}` }
      : { word: 'Being made', sentence: `We’re ${isSamples ? 'cutting' : 'cutting and sewing'} it. ${leaves}` },
    shipped: {
      word: 'On its way',
      sentence: order.shippedAt
        ? `It left our workroom on ${formatShopDate(order.shippedAt)}.`
        : 'It has left our workroom.',
    },
    delivered: {
      word: 'Delivered',
      sentence: `It has arrived. ${isSamples ? 'We hope you love one of the fabrics.' : 'We hope you love it.'}`,
    },
    cancelled: { word: 'Cancelled', sentence: 'This order is cancelled and nothing will be sent.' },
  }[order.status]
  return { ...label, sentence: [label.sentence, refundLabel(order)].filter(Boolean).join(' ') }
}

function refundLabel({ status, providerState, total, refunded }: LabelledOrder): string | null {
  if (status === 'cancelled' && providerState === 'paid' && total > 0) {
    return `We’re refunding everything you paid, ${formatPence(total)}, ${refundDestination}.`
  }
  if (providerState === 'refunded') return 'We’ve refunded your payment in full.'
  if (providerState === 'partly_refunded') return `We’ve refunded ${formatPence(refunded)} of your payment.`
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

/** The carrier's tracking page of a parcel; null for an unknown carrier. */
export function trackingUrl(carrier: string | null, trackingNumber: string): string | null {
  const known = carriers.find(({ name }) => name.toLowerCase() === carrier?.trim().toLowerCase())
  return known
    ? known.trackingUrl.replace('{number}', () => encodeURIComponent(trackingNumber.replaceAll(/\s/g, '')))
    : null
}
