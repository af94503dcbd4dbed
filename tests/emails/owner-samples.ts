import { digest, dispute, line, order, siteUrl, today } from '#app/emails/sample-data.ts'
import { digestEmail } from '#features/orders/emails/owner/digest.email.ts'
import { discrepancyEmail } from '#features/orders/emails/owner/discrepancy.email.ts'
import { orderPaid } from '#features/orders/emails/owner/order-paid.email.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import { alertEmail } from '#operations/alerts/alert-labels.ts'
import { morningEmail } from '#operations/today/morning.email.ts'
import type { Today } from '#operations/today/today.contract.ts'
import type { Incident } from '#platform/alerts/incidents.ts'
import { markup, unbroken } from './hostile.ts'
import type { Sample } from './samples.ts'

const none = { orders: 0, pieces: 0, first: null }
const quietDay: Today = {
  ...today,
  ...{ to_cut: none, to_pack: none, to_post: none },
  due: { until: '2026-12-03', late: 0, soon: 0, orders: [] },
  to_answer: { messages: 0, returns: 0, payments: 0, orders: 0, reviews: 0 },
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
  { name: 'owner-morning', isToShop: true, write: () => composeEmail(morningEmail(today, siteUrl)) },
  { name: 'owner-morning-quiet', isToShop: true, write: () => composeEmail(morningEmail(quietDay, siteUrl)) },
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
