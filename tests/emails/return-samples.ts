import { declared, order, samplesOnly, siteUrl } from '#app/emails/sample-data.ts'
import { pence } from '#base/money.ts'
import { withOrderLink } from '#features/orders/emails/email-blocks.ts'
import { orderLink } from '#features/orders/links/order-link.email.ts'
import { ownerReturn } from '#features/orders/returns/owner-return.email.ts'
import { returnAnswered } from '#features/orders/returns/return-answered.email.ts'
import type { ReturnEmailData } from '#features/orders/returns/return-email-data.ts'
import { returnReceipt } from '#features/orders/returns/return-receipt.email.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import { markup, unbroken } from './hostile.ts'
import type { Sample } from './samples.ts'

const orderUrl = `${siteUrl}/order/Sn8sHppVT3-LHX0_OlJKTk9nR2hJa0xtTm9QcVJzVHVWd1h5`

const stopped = { stopped: true, state: 'refunded', refund: { pence: pence(26050), state: 'requested' } } as const
const fault: ReturnEmailData = { ...declared, kind: 'fault', reason: 'The left seam is open.', photographs: 2 }
const refused: ReturnEmailData = { ...declared, state: 'refused', answer: 'It has been worn and washed.' }
const samples: ReturnEmailData = {
  ...declared,
  order: { ...samplesOnly, status: 'delivered', deliveredAt: new Date('2027-01-12T10:00:00Z') },
  garments: ['1 × Fabric samples: Mary Dress (forest green); Ruth Skirt (oat)'],
  isSamples: true,
  reason: null,
}
const hostile: ReturnEmailData = {
  ...fault,
  declaredBy: markup,
  garments: [markup, unbroken],
  reason: `${markup}\n${unbroken}`,
}

function sample(name: string, content: EmailContent | null, more: Partial<Sample> = {}): Sample {
  const write = () => (content ? composeEmail(content) : Promise.resolve(null))
  return { name: `return-${name}`, write, isExtreme: /hostile/.test(name), ...more }
}

function linked(content: EmailContent | null): EmailContent | null {
  return content && withOrderLink(content, orderUrl)
}

export const returnSamples: Sample[] = [
  sample('receipt', linked(returnReceipt(declared))),
  sample('receipt-recorded', linked(returnReceipt({ ...declared, isRecorded: true }))),
  sample('receipt-unsent', linked(returnReceipt({ ...declared, order: { ...order, status: 'processing' } }))),
  sample(
    'receipt-stopped',
    linked(returnReceipt({ ...declared, ...stopped, order: { ...order, status: 'cancelled' } })),
  ),
  sample('receipt-stopped-in-part', linked(returnReceipt({ ...declared, ...stopped, isAll: false, order }))),
  sample('receipt-samples', linked(returnReceipt(samples))),
  sample('receipt-fault', linked(returnReceipt(fault))),
  sample('receipt-hostile', linked(returnReceipt(hostile))),
  sample('received', linked(returnAnswered({ ...declared, state: 'received' }))),
  sample('refused', linked(returnAnswered(refused))),
  sample('owner', ownerReturn(declared), { isToShop: true }),
  sample('owner-stopped', ownerReturn({ ...declared, ...stopped, order: { ...order, status: 'cancelled' } }), {
    isToShop: true,
  }),
  sample('owner-hostile', ownerReturn(hostile), { isToShop: true }),
  sample('link', orderLink(order, 'link', orderUrl)),
  sample('link-declared', orderLink(order, 'declared', orderUrl)),
  sample('link-ended', orderLink(order, 'ended', orderUrl)),
  sample('link-renewed', orderLink(order, 'renewed', orderUrl)),
]
