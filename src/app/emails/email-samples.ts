import { pence } from '#base/money.ts'
import { authEmails } from '#features/accounts/emails/auth-emails.ts'
import { paymentLinkEmail } from '#features/checkout/links/payment-link.email.ts'
import { contactMessage } from '#features/content/contact/contact-message.email.tsx'
import { contactReceipt } from '#features/content/contact/contact-receipt.email.ts'
import { contactReply } from '#features/content/contact/contact-reply.email.ts'
import { addressCode } from '#features/orders/changes/address-code.email.ts'
import { labelChanges } from '#features/orders/changes/change-labels.ts'
import { orderChangedEmail } from '#features/orders/changes/order-changed.email.ts'
import { orderChoiceMade } from '#features/orders/delays/order-choice-made.email.ts'
import { orderCancelled } from '#features/orders/emails/cancelled.email.ts'
import { orderConfirmation } from '#features/orders/emails/confirmation.email.ts'
import { orderDelayed } from '#features/orders/emails/delayed.email.ts'
import { orderDelivered } from '#features/orders/emails/delivered.email.ts'
import { orderDispatched } from '#features/orders/emails/dispatched.email.ts'
import { withOrderLink } from '#features/orders/emails/email-blocks.ts'
import { orderInProduction } from '#features/orders/emails/in-production.email.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import { digestEmail } from '#features/orders/emails/owner/digest.email.ts'
import { discrepancyEmail } from '#features/orders/emails/owner/discrepancy.email.ts'
import { orderPaid } from '#features/orders/emails/owner/order-paid.email.ts'
import { orderRefunded } from '#features/orders/emails/refunded.email.ts'
import { orderLink } from '#features/orders/links/order-link.email.ts'
import { ownerReturn } from '#features/orders/returns/owner-return.email.ts'
import { returnAnswered } from '#features/orders/returns/return-answered.email.ts'
import { returnReceipt } from '#features/orders/returns/return-receipt.email.ts'
import { reviewDeclined } from '#features/reviews/asking/review-declined.email.ts'
import { reviewRequest } from '#features/reviews/asking/review-request.email.ts'
import { complaintEmail } from '#features/subscribers/complaint.email.ts'
import { confirmEmail } from '#features/subscribers/confirm.email.ts'
import { welcomeEmail } from '#features/subscribers/welcome.email.ts'
import { waitlistAvailable } from '#features/waitlist/waitlist-available.email.ts'
import { waitlistConfirm } from '#features/waitlist/waitlist-confirm.email.ts'
import { waitlistJoined } from '#features/waitlist/waitlist-joined.email.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import { morningEmail } from '#operations/today/morning.email.ts'
import { type AuthEmailKind, sealedForEmail } from '#platform/auth/queue-auth-email.ts'
import type { Email } from '#platform/email/email.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { shop } from '#shop'
import * as data from './sample-data.ts'

type Deps = { siteUrl: string; seal: Seal }
type Write = () => Promise<Email | null>

const customer = 'mary@example.com'
const at = '2026-11-21T10:30:00Z'
const device = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0'

/** An e-mail of every kind with invented data: those to customers, then those to the shop. Links in them lead nowhere. */
export function emailSamples(deps: Deps): Record<string, Write> {
  const { siteUrl } = deps
  const withoutPicture = <Line extends object>(line: Line) => ({ ...line, imageUrl: null })
  const lines = data.order.lines.map(withoutPicture)
  const withPrefix = (number: string) => number.replace(/^[A-Z]+/, shop.orderPrefix)
  const orderNumber = withPrefix(data.order.orderNumber)
  const order: OrderEmailData = { ...data.order, orderNumber, siteUrl, lines, remaining: lines }
  const returned = { ...data.declared, order: { ...data.declared.order, orderNumber, siteUrl, lines } }
  const sent = {
    ...order,
    status: 'shipped' as const,
    shippedOn: new Date('2027-01-06'),
    trackingNumber: 'AB 123 456 789 GB',
    trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB',
    remaining: [],
  }
  const delivered = { ...sent, status: 'delivered' as const }
  const digest = {
    ...data.digest,
    orders: data.digest.orders.map((row) => ({ ...row, orderNumber: withPrefix(row.orderNumber) })),
    discrepancies: data.digest.discrepancies.map((row) => ({ ...row, orderNumber })),
  }
  const due = {
    ...data.today.due,
    orders: data.today.due.orders.map((row) => ({ ...row, order_number: withPrefix(row.order_number) })),
  }
  const link = (path: string) => `${siteUrl}${path}?token=example`
  const orderUrl = `${siteUrl}/order/example`
  const leaveUrl = link('/waiting-list')
  const unsubscribeUrl = link('/unsubscribe')
  const composed = (content: EmailContent | null) => async () => content && composeEmail(content)
  const linked = (content: EmailContent | null) => composed(content && withOrderLink(content, orderUrl))
  return {
    order_confirmation: linked(orderConfirmation(order)),
    order_in_production: linked(orderInProduction({ ...order, status: 'processing' })),
    order_dispatched: linked(orderDispatched(sent)),
    order_delivered: linked(orderDelivered(delivered)),
    order_delayed: linked(orderDelayed(order, { ...data.delay, choiceUrl: link('/order-choice') })),
    order_changed: linked(
      orderChangedEmail(order, {
        ...{ changes: labelChanges(data.changes), byCustomer: true, isUndone: false, isMoved: false, hasNewDay: false },
      }),
    ),
    order_address_code: linked(addressCode(order, { code: '042137', address: data.newAddress })),
    order_cancelled: linked(orderCancelled({ ...order, status: 'cancelled' })),
    order_refunded: linked(
      orderRefunded(
        { ...order, status: 'cancelled', providerState: 'refunded' },
        { refunded: pence(29990), total: pence(29990) },
      ),
    ),
    order_return_requested: linked(returnReceipt(returned)),
    order_return_answered: linked(returnAnswered({ ...returned, state: 'received' })),
    order_link: composed(orderLink(order, 'link', orderUrl)),
    order_payment_link: linked(
      paymentLinkEmail(order, { payUrl: `${siteUrl}/pay/example`, endsAt: new Date('2026-11-24T18:00:00Z') }),
    ),
    order_review_request: composed(reviewRequest(delivered, ['Mary Dress'], `${siteUrl}/review/example`)),
    order_review_declined: composed(
      reviewDeclined(
        delivered,
        { garment: 'Mary Dress', reason: 'personal_data', note: 'The telephone number in the last line.' },
        `${siteUrl}/review/example`,
      ),
    ),
    contact_receipt: () => contactReceipt({ topic: 'return', at }),
    subscriber_confirm: composed(confirmEmail({ confirmUrl: link('/confirm-sign-up'), unsubscribeUrl })),
    subscriber_welcome: composed(welcomeEmail({ unsubscribeUrl })),
    waitlist_confirm: composed(waitlistConfirm({ name: 'Esther Gown', confirmUrl: leaveUrl, leaveUrl })),
    waitlist_joined: composed(waitlistJoined({ name: 'Esther Gown', size: '12-14', leaveUrl })),
    waitlist_available: composed(
      waitlistAvailable({ ...data.gown, pictureUrl: null, url: `${siteUrl}/shop`, leaveUrl }),
    ),
    ...accountSamples(deps),
    contact_reply: () => contactReply({ topic: 'return', at, orderNumber, reply: 'Dear Mary,\n\nOf course.\n\nRuth' }),
    owner_order_paid: composed(orderPaid({ order, isNoted: false })),
    owner_return_requested: composed(ownerReturn(returned)),
    order_choice_made: composed(
      orderChoiceMade({
        orderNumber,
        answer: 'cancel',
        day: new Date('2027-01-22'),
        refund: 'owed',
        garments: ['2 × Mary Dress, size 10–12'],
        added: [],
        customerEmail: customer,
        ordersUrl: `${siteUrl}/admin`,
      }),
    ),
    owner_payment_discrepancy: composed(discrepancyEmail({ ...data.dispute, orderNumber, siteUrl })),
    owner_digest: composed(digestEmail({ ...digest, siteUrl })),
    owner_morning: composed(morningEmail({ ...data.today, due }, siteUrl)),
    contact_message: () =>
      contactMessage({
        ...{ topic: 'return', name: 'Mary', email: customer, at, message: 'The hem is open.\n\nMary' },
        order: { number: order.orderNumber, hint: 'paid, being made' },
      }),
    subscriber_complaint: composed(
      complaintEmail({ email: 'm…@example.com', event: 'imported', source: 'fair-2026', at: new Date(at), siteUrl }),
    ),
  }
}

function accountSamples({ siteUrl, seal }: Deps): Record<AuthEmailKind, Write> {
  const sealed = seal.seal(JSON.stringify({ token: 'example', code: '482913' }), sealedForEmail)
  const templates = authEmails({ siteUrl, seal })
  const sample = (kind: AuthEmailKind, fields: Record<string, string>) => async () =>
    (await templates[kind]?.({ data: fields, orderId: null, recipient: customer })) ?? null
  return {
    verification: sample('verification', { type: 'signup', sealed }),
    recovery: sample('recovery', { type: 'recovery', sealed }),
    magic_link: sample('magic_link', { type: 'magiclink', sealed }),
    invite: sample('invite', { type: 'invite', sealed }),
    email_change: sample('email_change', { type: 'email_change', newEmail: 'mary.smith@example.com', sealed }),
    reauthentication: sample('reauthentication', { sealed }),
    new_factor: sample('new_factor', { type: 'webauthn', at, device }),
    identity_linked: sample('identity_linked', { provider: 'google', at, device }),
    new_sign_in: sample('new_sign_in', { at, device }),
    password_changed: sample('password_changed', { at, device }),
  }
}
