import { pence } from '#base/money.ts'
import type { Change } from '#features/orders/changes/order-change.ts'
import type { OrderEmailData, OrderEmailLine } from '#features/orders/emails/order-email-data.ts'
import type { Digest } from '#features/orders/emails/owner/digest.email.ts'
import type { DiscrepancyEmailData } from '#features/orders/emails/owner/discrepancy.email.ts'
import type { ReturnEmailData } from '#features/orders/returns/return-email-data.ts'
import type { OpenGarment } from '#features/waitlist/waitlist-available.email.ts'
import type { Today } from '#operations/today/today.contract.ts'

// What the samples of e-mails say, for the back office and for tests.

export const siteUrl = 'https://shop.example'

export const line: OrderEmailLine = {
  position: 0,
  name: 'Mary Dress',
  size: '10-12',
  quantity: 2,
  unitPence: pence(8900),
  totalPence: pence(17800),
  isPreorder: false,
  imageUrl: `${siteUrl}/storage/v1/render/image/public/product-images/m.jpg?width=160&format=origin`,
  fabric: '55% linen, 45% cotton, 190 g/m²',
  colour: 'Oatmeal',
  length: '128 cm from the shoulder at size 10-12',
  care: 'Machine wash at 30 °C, inside out, with the belt taken off. Hang to dry. Do not tumble dry.',
  measurements: 'bust 92, waist 75, hips 100 cm, to sit close',
  cancelled: 0,
  piece: null,
  heightCm: 163,
  heelCm: 5,
}

export const esther: OrderEmailLine = {
  position: 1,
  name: 'Esther Gown',
  size: '8-10',
  quantity: 1,
  unitPence: pence(14800),
  totalPence: pence(14800),
  isPreorder: true,
  imageUrl: null,
  fabric: null,
  colour: null,
  length: null,
  care: null,
  measurements: null,
  cancelled: 0,
  piece: 'No. 7 of 40',
  heightCm: null,
  heelCm: null,
}

/** A set of fabric samples. */
const set: OrderEmailLine = {
  ...esther,
  name: 'Fabric samples',
  size: 'Fabrics: Mary Dress (oatmeal); Ruth Skirt (forest green); Esther Gown',
  unitPence: pence(300),
  totalPence: pence(300),
  isPreorder: false,
  piece: null,
}

/** A paid order with every optional part. */
export const order: OrderEmailData = {
  siteUrl,
  guarantee: null,
  exchange: null,
  id: '4a7f2c1e-9a55-4f7f-8b1d-7d3f3a524a4e',
  linkVersion: 1,
  orderNumber: 'TKW-7H2K9P',
  status: 'pending',
  providerState: 'paid',
  isPaid: true,
  paidBy: null,
  isCollected: false,
  orderedOn: new Date('2026-11-21'),
  placedAt: new Date('2026-11-21T09:00:00Z'),
  customerName: 'Mary Ann Smith',
  lines: [line, esther],
  goodsPence: pence(32600),
  discount: { code: 'WELCOME10', percent: 10, pence: pence(3260) },
  delivery: {
    label: 'Royal Mail Tracked 24',
    pence: pence(650),
    transit: '1-2 working days',
    duties: null,
    ownerDuty: null,
  },
  totalPence: pence(29990),
  refundedPence: pence(0),
  reportedRefunds: [],
  sentTracking: [],
  parcels: [],
  remaining: [line, esther],
  address: ['Mary Ann Smith', '2 Mill Lane', 'Haworth', 'BD22 8QR', 'United Kingdom'],
  dispatchBy: new Date('2027-01-08'),
  promisedBy: new Date('2027-01-08'),
  arriveBy: new Date('2027-01-12'),
  isLate: false,
  isReady: false,
  shippedOn: null,
  deliveredAt: null,
  carrier: 'Royal Mail',
  trackingNumber: null,
  trackingUrl: null,
  added: [],
  giftNote: 'Happy birthday, dearest Ruth. Wear it to the garden party! All my love, Naomi',
}

/** A paid order of fabric samples alone, which travel as a letter. */
export const samplesOnly: OrderEmailData = {
  ...order,
  orderNumber: 'TKW-5M4P1E',
  lines: [set],
  goodsPence: pence(300),
  discount: null,
  delivery: {
    label: 'Letter, postage included',
    pence: pence(0),
    transit: '2-3 working days',
    duties: null,
    ownerDuty: null,
  },
  totalPence: pence(300),
  dispatchBy: new Date('2026-11-24'),
  promisedBy: new Date('2026-11-24'),
  arriveBy: new Date('2026-11-27'),
  giftNote: null,
}

const choiceUrl = `${siteUrl}/order-choice?token=eyJvcmRlciI6IjRhN2YifQ.k2JqQ0Z5U3dQeFJ0VnpHb0xhTmNNYg`
export const delay = {
  from: new Date('2027-01-08'),
  to: new Date('2027-01-22'),
  reason: 'The linen came from the mill with a fault in the weave, and we have sent it back.',
  choiceUrl,
}

export const changes: Change[] = [
  { field: 'size', position: 0, garment: 'Mary Dress', before: '10-12', after: '12-14' },
  { field: 'height', position: 0, garment: 'Mary Dress', before: null, after: 168 },
  { field: 'gift_note', before: 'With love', after: null },
]

export const declared: ReturnEmailData = {
  order: { ...order, status: 'delivered', deliveredAt: new Date('2027-01-12T10:00:00Z') },
  kind: 'withdrawal',
  state: 'requested',
  requestedAt: new Date('2027-01-12T22:30:07Z'),
  isRecorded: false,
  declaredBy: 'Ruth Bell',
  garments: ['1 × Mary Dress, size 10–12'],
  isSamples: false,
  hasPartLeft: false,
  stopped: false,
  refund: null,
  isRestored: false,
  isAll: true,
  reason: 'The colour is not for me.\nThank you all the same.',
  photographs: 0,
  answer: null,
}

export const unsubscribeUrl = `${siteUrl}/unsubscribe?token=eyJvcmRlciI6IjRhN2YifQ.k2JqQ0Z5U3dQeFJ0VnpHb0xhTmNNYg`
export const confirmUrl = `${siteUrl}/confirm-sign-up?token=eyJvcmRlciI6IjRhN2YifQ.k2JqQ0Z5U3dQeFJ0VnpHb0xhTmNNYg`
export const leaveUrl = `${siteUrl}/waiting-list?token=eyJvcmRlciI6IjRhN2YifQ.k2JqQ0Z5U3dQeFJ0VnpHb0xhTmNNYg`
export const gown: OpenGarment = {
  name: 'Esther Gown',
  pricePence: pence(24_500),
  colour: 'Oatmeal',
  pictureUrl: `${siteUrl}/storage/v1/render/image/public/product-images/esther.jpg?width=160&format=origin`,
  url: `${siteUrl}/product/esther-gown`,
  size: '12-14',
  closes: 'Friday 4 December, 18:00',
  places: 3,
  leaveUrl,
}

export const dispute: DiscrepancyEmailData = {
  kind: 'open_dispute',
  status: 'needs_response',
  reason: 'product_not_received',
  failure: null,
  ours: null,
  theirs: '£299.90',
  orderNumber: 'TKW-7H2K9P',
  respondBy: '12 December 2026 at 23:59',
  siteUrl,
}
export const digest: Digest = {
  orders: [
    { orderNumber: 'TKW-7H2K9P', pieces: 3, totalPence: pence(29990), dispatchBy: order.dispatchBy },
    { orderNumber: 'TKW-4M8Q2X', pieces: 1, totalPence: pence(9350), dispatchBy: order.dispatchBy },
  ],
  orderCount: 37,
  discrepancies: [{ title: 'Order paid twice', orderNumber: 'TKW-7H2K9P' }],
  discrepancyCount: 1,
  returnCount: 2,
  siteUrl,
}

export const today: Today = {
  now: '2026-11-30T07:00:00.000Z',
  today: '2026-11-30',
  on_board: false,
  to_cut: { orders: 12, pieces: 17, first: '2026-12-08' },
  to_pack: { orders: 3, pieces: 4, first: '2026-12-02' },
  to_post: { orders: 5, pieces: 6, first: '2026-11-30' },
  due: {
    ...{ until: '2026-12-03', late: 1, soon: 3 },
    orders: [
      { order_number: 'TKW-7H2K9P', customer_name: 'Ruth Hall', dispatch_by: '2026-11-27', order_view: 'in_progress' },
    ],
  },
  to_answer: { messages: 2, returns: 1, payments: 1, orders: 0, reviews: 2 },
}

export const newAddress = {
  shipping_address: '12 Mill Street\nFlat 2',
  shipping_city: 'York',
  shipping_postcode: 'YO1 7HH',
  shipping_country: 'GB',
}
