import { confirmUrl, gown, leaveUrl, siteUrl, unsubscribeUrl } from '#app/emails/sample-data.ts'
import { writeLaunchEmail } from '#features/campaigns/launch.email.tsx'
import { contactMessage } from '#features/content/contact/contact-message.email.tsx'
import { contactReceipt } from '#features/content/contact/contact-receipt.email.ts'
import { orderChoiceMade } from '#features/orders/delays/order-choice-made.email.ts'
import { complaintEmail } from '#features/subscribers/complaint.email.ts'
import { confirmEmail } from '#features/subscribers/confirm.email.ts'
import { welcomeEmail } from '#features/subscribers/welcome.email.ts'
import { waitlistAvailable } from '#features/waitlist/waitlist-available.email.ts'
import { waitlistConfirm } from '#features/waitlist/waitlist-confirm.email.ts'
import { waitlistJoined } from '#features/waitlist/waitlist-joined.email.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import { markup, unbroken } from './hostile.ts'
import type { Sample } from './samples.ts'

const at = '2026-07-01T22:30:00Z'
const message = { email: 'mary@example.com', at, order: { number: 'TKW-7H2K9P', hint: 'paid, being made' } }

async function launchLetter(message: string) {
  const copy = await writeLaunchEmail({ subject: 'We are open', message })
  return copy({ origin: { imported: false, place: 'home', consentedAt: new Date(at) }, unsubscribeUrl, headers: {} })
}

/** E-mails of the subscriber list and the contact form, and those to the shop. */
export const otherSamples: Sample[] = [
  {
    name: 'launch',
    write: () => launchLetter(`Dear friend,\n\nThe doors are open.\nCome in: ${siteUrl}/shop\n\nThe Kindred Wardrobe`),
  },
  {
    name: 'launch-hostile',
    isExtreme: true,
    write: () => launchLetter(`${markup}\n\n${unbroken} ${siteUrl}/${unbroken}`),
  },
  { name: 'list-welcome', write: () => composeEmail(welcomeEmail({ unsubscribeUrl })) },
  { name: 'list-confirm', write: () => composeEmail(confirmEmail({ confirmUrl, unsubscribeUrl })) },
  {
    name: 'list-complaint',
    write: () =>
      composeEmail(
        complaintEmail({ email: 'm…@example.com', event: 'imported', source: 'fair-2026', at: new Date(at), siteUrl }),
      ),
  },
  {
    name: 'waiting-kept',
    write: () => composeEmail(waitlistJoined({ name: 'Esther Gown', size: '12-14', leaveUrl })),
  },
  {
    name: 'waiting-confirm',
    write: () => composeEmail(waitlistConfirm({ name: 'Esther Gown', confirmUrl: leaveUrl, leaveUrl })),
  },
  { name: 'waiting-open', write: () => composeEmail(waitlistAvailable(gown)) },
  {
    name: 'waiting-open-hostile',
    isExtreme: true,
    write: () =>
      composeEmail(
        waitlistAvailable({
          ...gown,
          name: `${markup} ${unbroken}`,
          pictureUrl: null,
          size: null,
          closes: null,
          places: null,
        }),
      ),
  },
  { name: 'contact-receipt', write: () => contactReceipt({ topic: 'data', at }) },
  {
    name: 'contact-message',
    isToShop: true,
    write: () => contactMessage({ ...message, topic: 'return', name: 'Mary', message: 'The hem is open.\n\nMary' }),
  },
  {
    name: 'contact-message-hostile',
    isToShop: true,
    isExtreme: true,
    write: () => contactMessage({ ...message, topic: 'return', name: markup, message: `${markup}\n\n${unbroken}` }),
  },
  {
    name: 'shop-choice-made',
    write: () =>
      composeEmail(
        orderChoiceMade({
          orderNumber: 'TKW-7H2K9P',
          answer: 'cancel',
          day: new Date('2027-01-22'),
          refund: 'owed',
          garments: ['2 × Mary Dress, size 10–12', '1 × Esther Gown, size 8–10'],
          added: [],
          customerEmail: 'mary@example.com',
          ordersUrl: `${siteUrl}/admin`,
        }),
      ),
  },
]
