import { printedSize } from '#features/catalogue/sizes/size.ts'
import type { EmailContent } from '#ui/email/email-blocks.ts'

type Kept = { name: string; size: string | null; leaveUrl: string }

/** Confirms a waitlist request, with a link to leave, since another person may have made it. */
export function waitlistJoined({ name, size, leaveUrl }: Kept): EmailContent {
  return {
    subject: `We’ll tell you about the ${name}`,
    preview: 'As soon as it can be ordered again, you’ll have an e-mail from us.',
    heading: 'We’ll tell you',
    blocks: [
      {
        say: [
          'You asked to be told when the ',
          { strong: name },
          ` can be ordered again${size === null ? '' : `, in size ${printedSize(size)}`}. You’ll hear from us then, and not before.`,
        ],
      },
      {
        say:
          'A place on this list is no order, and we can’t hold a garment for you. Nothing is charged, and there is ' +
          'nothing you need to do.',
      },
      { aside: 'Changed your mind, or did somebody else type in your address? Then leave the list here:' },
      { link: leaveUrl, label: 'Leave the list', quiet: true },
      { small: 'On this list your address is kept for that one e-mail, and for twelve months at most.' },
    ],
  }
}
