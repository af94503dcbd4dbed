import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'

type Asking = { name: string; confirmUrl: string; leaveUrl: string }

/** The request to confirm a waitlist entry. No advertising, since there is no consent yet. */
export function waitlistConfirm({ name, confirmUrl, leaveUrl }: Asking): EmailContent {
  return {
    subject: 'Please confirm your address',
    preview: `Did you ask to be told about the ${name}?`,
    heading: 'Was it you?',
    blocks: [
      {
        say: [
          `Somebody asked ${shop.name} to write to this address when the `,
          { strong: name },
          ' can be ordered again. If it was you, please confirm it once:',
        ],
      },
      { link: confirmUrl, label: 'Yes, tell me' },
      { say: 'We’ll then write when it can be ordered again, and use your address for nothing else.' },
      { aside: 'If it was not you, ignore this e-mail and you’ll hear nothing more. Or make sure of it:' },
      { link: leaveUrl, label: 'Take this address off the list', quiet: true },
    ],
  }
}
