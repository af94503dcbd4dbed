import { formatEmailTime } from '#base/shop-time.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { Block } from '#mail/email-blocks.ts'
import type { Email } from '#platform/email/email.ts'
import { shop } from '#shop'
import { subjectOf } from './topics.ts'

type Reply = { topic: string; at: string; orderNumber: string | null; reply: string }

/** The owner's reply to a message of the contact form, in her own words. */
export function contactReply({ topic, at, orderNumber, reply }: Reply): Promise<Email> {
  const subject = subjectOf(topic)
  return composeEmail({
    subject: `Re: ${subject}${orderNumber ? `, ${orderNumber}` : ''} – ${shop.name}`,
    preview: reply.slice(0, 120),
    heading: 'Your message to us',
    blocks: [
      ...reply.split(/\n{2,}/).map((part): Block => ({ lines: part.split('\n') })),
      { aside: `This answers your message of ${formatEmailTime(at) ?? at} about “${subject}”.` },
    ],
  })
}
