import { pence } from '#base/money.ts'
import type { OrderEmailData, OrderEmailLine } from '#features/orders/emails/order-email-data.ts'

export const siteUrl = 'https://shop.example'

/** Hostile text for any field. */
export const markup =
  '</p></td><script>alert(1)</script><img src=x onerror=alert(1)><!-- "\' &amp; <style>*{display:none}'
export const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenschleife'.repeat(3)

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
