import { formatEmailTime } from '#base/shop-time.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { Block } from '#mail/email-blocks.ts'
import type { Email } from '#platform/email/email.ts'
import { shop } from '#shop'
import { subjectOf } from './topics.ts'

/**
 * Confirms that a message arrived, and when it will be answered. It contains nothing of the message: the address may be
 * another person's, and the form must not become a way to send text. For a complaint about data it is the
 * acknowledgement the law requires within 30 days (Data Protection Act 2018, section 164A).
 */
export async function contactReceipt({ topic, at }: { topic: string; at: string }): Promise<Email> {
  const days = shop.policies.responseDays.replace('-', '–')
  const email = await composeEmail({
    subject: `We have your message – ${shop.name}`,
    preview: `You’ll have an answer within ${days} working days.`,
    heading: 'We have your message',
    blocks: [
      { say: `Thank you for your message. A person will read it and reply within ${days} working days.` },
      {
        facts: [
          ['About', subjectOf(topic)],
          ['Received', formatEmailTime(at) ?? at],
        ],
      },
      ...(more.get(topic) ?? []),
      {
        aside:
          'If you didn’t write to us, someone entered your address by mistake. You don’t need to do anything, and we won’t ' +
          'use it for anything else.',
      },
    ],
  })
  // RFC 3834: automatic responders do not reply to it.
  return { ...email, headers: { 'Auto-Submitted': 'auto-replied' } }
}

/** What is said of the topics that a fresh shop has. */
const more = new Map<string, Block[]>(
  Object.entries({
    return: [
      {
        say:
          'If something is wrong with a garment, photographs help us most: one of the fault and one of the whole garment. Just ' +
          'reply to this e-mail with them.',
      },
    ],
    data: [
      {
        say:
          'If it is a complaint about how we use your data, this e-mail acknowledges that we received it on the day above. ' +
          'We’ll look into it without delay and tell you the outcome.',
      },
      {
        say:
          'If you’ve asked about your data, or to see, correct or erase it, we’ll answer within a month at the latest. ' +
          'You can also complain to the Information Commissioner’s Office:',
      },
      { link: 'https://ico.org.uk/make-a-complaint/', label: 'The Information Commissioner’s Office', quiet: true },
    ],
  }),
)
