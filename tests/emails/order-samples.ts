import { changes, delay, esther, line, newAddress, order, samplesOnly, siteUrl } from '#app/emails/sample-data.ts'
import { pence } from '#base/money.ts'
import { paymentLinkEmail } from '#features/checkout/links/payment-link.email.ts'
import { addressCode } from '#features/orders/changes/address-code.email.ts'
import { labelChanges } from '#features/orders/changes/change-labels.ts'
import type { Change } from '#features/orders/changes/order-change.ts'
import { orderChangedEmail } from '#features/orders/changes/order-changed.email.ts'
import { orderCancelled } from '#features/orders/emails/cancelled.email.ts'
import { orderConfirmation } from '#features/orders/emails/confirmation.email.ts'
import { orderDelayed } from '#features/orders/emails/delayed.email.ts'
import { orderDelivered } from '#features/orders/emails/delivered.email.ts'
import { orderDispatched } from '#features/orders/emails/dispatched.email.ts'
import { withOrderLink } from '#features/orders/emails/email-blocks.ts'
import { orderInProduction } from '#features/orders/emails/in-production.email.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import { orderRefunded, secondPaymentRefunded } from '#features/orders/emails/refunded.email.ts'
import { dutiesText } from '#features/settings/duties.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import { markup, unbroken } from './hostile.ts'
import type { Sample } from './samples.ts'

const shipped = new Date('2027-01-06')

/** Twenty lines without a space to break at. */
const crowded: OrderEmailData = {
  ...order,
  orderNumber: 'TKW-0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  customerName: `${unbroken} ${unbroken}`,
  lines: Array.from({ length: 20 }, (_, index) => ({
    ...line,
    name: index % 3 ? `The Ruth Smock Dress with the Gathered Yoke, Long Sleeves and Tie, no. ${index}` : unbroken,
    imageUrl: index % 4 ? line.imageUrl : null,
    fabric: unbroken,
    care: unbroken,
  })),
  goodsPence: pence(123_456_789),
  totalPence: pence(123_456_789),
  discount: { code: 'AVERYLONGDISCOUNTCODEWITHOUTASPACE', percent: 10, pence: pence(12_345_678) },
  delivery: { ...order.delivery, label: unbroken },
  address: [unbroken, unbroken, unbroken, unbroken, 'United Arab Emirates'],
  carrier: unbroken,
  trackingNumber: '0123456789'.repeat(10),
  shippedOn: shipped,
}

const hostile: OrderEmailData = {
  ...order,
  orderNumber: markup,
  customerName: markup,
  lines: [{ ...line, name: markup, size: markup, fabric: markup, colour: markup, length: markup, care: markup }],
  discount: { code: markup, percent: 10, pence: pence(3260) },
  delivery: { ...order.delivery, label: markup, transit: markup },
  address: [markup, markup],
  carrier: markup,
  trackingNumber: markup,
  shippedOn: shipped,
}

const abroad: OrderEmailData = {
  ...order,
  delivery: {
    label: 'International Tracked',
    pence: pence(2295),
    transit: '7-14 working days',
    duties: dutiesText('US', new Date('2026-11-29')),
    ownerDuty: null,
  },
  address: ['Mary Ann Smith', '12 Ngong View Road', 'Nairobi', '00502', 'Kenya'],
}

const given: OrderEmailData = {
  ...order,
  lines: [{ ...line, imageUrl: null }],
  goodsPence: pence(17800),
  discount: { code: 'GIFT', percent: 100, pence: pence(17800) },
  delivery: { ...order.delivery, pence: pence(0) },
  totalPence: pence(0),
}

/** Written down at a fair, paid in cash and collected. */
const byHand: OrderEmailData = {
  ...order,
  paidBy: 'cash',
  isCollected: true,
  delivery: { ...order.delivery, label: 'Collected in person', pence: pence(0), transit: null },
  address: ['Mary Ann Smith'],
  arriveBy: null,
}
/** In exchange for a return, with something to pay or to refund. */
const exchanged: OrderEmailData = {
  ...order,
  paidBy: 'exchange',
  discount: null,
  exchange: { orderNumber: 'TKW-7F3K2M', pence: order.goodsPence, backPence: pence(1000), paidBy: null },
  delivery: { ...order.delivery, pence: pence(0) },
  totalPence: pence(0),
}
const dearer: OrderEmailData = {
  ...exchanged,
  paidBy: null,
  exchange: { orderNumber: 'TKW-7F3K2M', pence: pence(order.goodsPence - 2500), backPence: pence(0), paidBy: null },
  totalPence: pence(2500),
}
const payment = {
  payUrl: `${siteUrl}/pay/Sn8sHppVT3-LHX0_OlJKTk9nR2hJa0xtTm9QcVJzVHVWd1h5`,
  endsAt: new Date('2026-11-24T18:00:00Z'),
}

const hostileChanges: Change[] = [
  { field: 'customer_name', before: markup, after: markup },
  { field: 'shipping_city', before: unbroken, after: markup },
  { field: 'size', position: 0, garment: markup, before: unbroken, after: markup },
]
const changed = { changes: labelChanges(changes), byCustomer: true, isUndone: false, isMoved: false, hasNewDay: false }

const number = 'AB 123 456 789 GB'
const trackingUrl = 'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB'
const tracked = { shippedOn: shipped, trackingNumber: number, trackingUrl }
const sent = { ...order, status: 'shipped' as const, ...tracked, remaining: [] }
const parcel = { id: 1, carrier: 'Royal Mail', arriveBy: new Date('2027-01-09'), ...tracked, lines: [line] }
const part = { ...order, status: 'processing' as const, parcels: [parcel], remaining: [esther] }
const cancelled = { ...order, status: 'cancelled' as const }
const refunded = { refunded: pence(29990), total: pence(29990) }

const orderUrl = `${siteUrl}/order/Sn8sHppVT3-LHX0_OlJKTk9nR2hJa0xtTm9QcVJzVHVWd1h5`

function sample(name: string, content: EmailContent): Sample {
  return {
    name: `order-${name}`,
    write: () => composeEmail(withOrderLink(content, orderUrl)),
    isExtreme: /crowded|hostile/.test(name),
  }
}

export const orderSamples: Sample[] = [
  sample('confirmation', orderConfirmation(order)),
  sample('confirmation-free', orderConfirmation(given)),
  sample('confirmation-abroad', orderConfirmation(abroad)),
  sample('confirmation-again', orderConfirmation({ ...order, status: 'shipped' })),
  sample('confirmation-crowded', orderConfirmation(crowded)),
  sample('confirmation-hostile', orderConfirmation(hostile)),
  sample('confirmation-samples', orderConfirmation(samplesOnly)),
  sample('confirmation-cash', orderConfirmation({ ...byHand, status: 'pending' })),
  sample('confirmation-handed-over', orderConfirmation({ ...byHand, status: 'delivered', deliveredAt: shipped })),
  sample('confirmation-exchange', orderConfirmation({ ...exchanged, status: 'pending' })),
  sample('payment-link', paymentLinkEmail(byHand, payment)),
  sample('payment-link-exchange', paymentLinkEmail(dearer, payment)),
  sample('payment-link-hostile', paymentLinkEmail(hostile, payment)),
  sample('in-production-collected', orderInProduction({ ...byHand, status: 'processing' })),
  sample(
    'refunded-cash',
    orderRefunded({ ...byHand, providerState: 'partly_refunded' }, { refunded: pence(2000), total: pence(29990) }),
  ),
  sample('in-production', orderInProduction({ ...order, status: 'processing' })),
  sample('in-production-samples', orderInProduction({ ...samplesOnly, status: 'processing' })),
  sample('in-production-crowded', orderInProduction(crowded)),
  sample('dispatched', orderDispatched(sent)),
  sample('dispatched-corrected', orderDispatched(sent, { correctedFrom: 'AA123456785GB' })),
  sample('dispatched-no-number', orderDispatched({ ...sent, trackingNumber: null, trackingUrl: null })),
  sample(
    'dispatched-abroad',
    orderDispatched({ ...sent, ...abroad, carrier: 'DHL', trackingNumber: 'JD0146', trackingUrl: null }),
  ),
  sample('dispatched-in-part', orderDispatched(part, { correctedFrom: null, parcel })),
  sample(
    'dispatched-in-part-after-all',
    orderDispatched(part, { correctedFrom: null, parcel, ignore: 'AA123456785GB' }),
  ),
  sample('dispatched-in-part-corrected', orderDispatched(part, { correctedFrom: 'AA123456785GB', parcel })),
  sample(
    'dispatched-the-rest',
    orderDispatched(sent, { correctedFrom: null, parcel: { ...parcel, id: 2, lines: [esther] } }),
  ),
  sample('dispatched-crowded', orderDispatched(crowded)),
  sample('dispatched-hostile', orderDispatched(hostile)),
  sample('delivered', orderDelivered({ ...sent, status: 'delivered' })),
  sample('delivered-hostile', orderDelivered(hostile)),
  sample('cancelled', orderCancelled(cancelled)),
  sample('cancelled-free', orderCancelled({ ...given, status: 'cancelled' })),
  sample('cancelled-refunded', orderCancelled({ ...cancelled, providerState: 'refunded' })),
  sample('refunded', orderRefunded({ ...cancelled, providerState: 'refunded' }, refunded)),
  sample('refunded-second-payment', secondPaymentRefunded(order, pence(29990))),
  sample('refunded-in-part', orderRefunded(order, { refunded: pence(2000), total: pence(29990) })),
  sample('refunded-further', orderRefunded(order, { refunded: pence(5000), total: pence(29990), before: pence(2000) })),
  sample(
    'refunded-the-rest',
    orderRefunded(order, { refunded: pence(29990), total: pence(29990), before: pence(2000) }),
  ),
  sample('changed', orderChangedEmail(order, changed)),
  sample('changed-by-the-shop', orderChangedEmail({ ...order, status: 'shipped' }, { ...changed, byCustomer: false })),
  sample(
    'changed-zone',
    orderChangedEmail(
      { ...abroad, arriveBy: new Date('2027-01-28') },
      { ...changed, byCustomer: false, isMoved: true },
    ),
  ),
  sample('changed-back', orderChangedEmail(order, { ...changed, byCustomer: false, isUndone: true })),
  sample('address-code', addressCode(order, { code: '042137', address: newAddress })),
  sample('changed-hostile', orderChangedEmail(hostile, { ...changed, changes: labelChanges(hostileChanges) })),
  sample('delayed', orderDelayed(order, delay)),
  sample('delayed-free', orderDelayed({ ...given, status: 'processing' }, { ...delay, reason: null })),
  sample('delayed-collected', orderDelayed(byHand, delay)),
  sample('delayed-crowded', orderDelayed(crowded, { ...delay, reason: `${unbroken} ${unbroken}` })),
  sample('delayed-hostile', orderDelayed(hostile, { ...delay, reason: markup })),
]
