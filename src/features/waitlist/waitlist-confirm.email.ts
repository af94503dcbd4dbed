import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'

type Confirmation = { name: string; confirmUrl: string; leaveUrl: string }

/** The request to confirm a waitlist entry. No advertising, since there is no consent yet. */
export function waitlistConfirm({ name, confirmUrl, leaveUrl }: Confirmation): EmailContent {
  return {
    subject: 'Please confirm your address',
    preview: `Did you join the waiting list for the ${name}?`,
    heading: 'Was it you?',
    blocks: [
      {
        say: [
          `Someone asked ${shop.name} to e-mail this address when the `,
          { strong: name },
          ' can be ordered again. If it was you, please confirm it once:',
        ],
      },
      { link: confirmUrl, label: 'Yes, tell me' },
      { say: 'We’ll e-mail you when you can order it again and use your address for nothing else.' },
      { aside: 'If it wasn’t you, ignore this e-mail and we won’t e-mail you again. To make sure:' },
      { link: leaveUrl, label: 'Take this address off the list', quiet: true },
    ],
  }
}
