import { pence } from '#base/money.ts'
import { type Digest, digestEmail } from '#features/orders/emails/owner/digest.email.ts'
import { type DiscrepancyEmailData, discrepancyEmail } from '#features/orders/emails/owner/discrepancy.email.ts'
import { orderPaid } from '#features/orders/emails/owner/order-paid.email.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import { alertEmail } from '#operations/alerts/alert-labels.ts'
import type { Incident } from '#platform/alerts/incidents.ts'
import { line, markup, order, siteUrl, unbroken } from './order.ts'
import type { Sample } from './samples.ts'

const dispute: DiscrepancyEmailData = {
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
const digest: Digest = {
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

const context = { siteUrl, isRehearsal: false }
const incident: Incident = {
  name: 'buying',
  reasons: [
    'The database can’t take orders: connect ECONNREFUSED 127.0.0.1:5432.',
    '3 checkouts failed since 1 July 2026 at 23:12, and none succeeded.',
  ],
  since: '2026-07-01T22:12:00Z',
  wellSince: null,
  alerted: [],
  toClear: [],
}

/** E-mails to the owner about orders, money and the shop itself. */
export const ownerSamples: Sample[] = [
  { name: 'owner-order', isToShop: true, write: () => composeEmail(orderPaid({ order, isNoted: false })) },
  {
    name: 'owner-order-hostile',
    isToShop: true,
    isExtreme: true,
    write: () =>
      composeEmail(
        orderPaid({
          order: {
            ...order,
            customerName: markup,
            address: [markup, unbroken],
            lines: [{ ...line, name: unbroken, size: markup }],
          },
          isNoted: true,
        }),
      ),
  },
  { name: 'owner-dispute', isToShop: true, write: () => composeEmail(discrepancyEmail(dispute)) },
  {
    name: 'owner-finding-hostile',
    isToShop: true,
    isExtreme: true,
    write: () =>
      composeEmail(
        discrepancyEmail({ ...dispute, kind: 'refund_failed', failure: markup, ours: '£1.00', orderNumber: markup }),
      ),
  },
  {
    name: 'alert-buying',
    isToShop: true,
    write: () => composeEmail(alertEmail({ kind: 'alert', incident }, context)),
  },
  {
    name: 'alert-over',
    isToShop: true,
    write: () =>
      composeEmail(
        alertEmail({ kind: 'all_clear', incident: { ...incident, wellSince: '2026-07-01T22:41:00Z' } }, context),
      ),
  },
  {
    name: 'alert-hostile',
    isToShop: true,
    isExtreme: true,
    write: () =>
      composeEmail(
        alertEmail({ kind: 'alert', incident: { ...incident, name: 'tasks', reasons: [markup, unbroken] } }, context),
      ),
  },
  { name: 'owner-digest', isToShop: true, write: () => composeEmail(digestEmail(digest)) },
]
