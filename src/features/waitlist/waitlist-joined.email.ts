import { printedSize } from '#features/catalogue/sizes/size.ts'
import type { EmailContent } from '#mail/email-blocks.ts'

type Kept = { name: string; size: string | null; leaveUrl: string }

/** Confirms a waitlist request, with a link to leave, since another person may have made it. */
export function waitlistJoined({ name, size, leaveUrl }: Kept): EmailContent {
  return {
    subject: `You’re on the waiting list for the ${name}`,
    preview: 'We’ll e-mail you as soon as you can order it again.',
    heading: 'You’re on the waiting list',
    blocks: [
      {
        say: [
          'We’ll e-mail you when the ',
          { strong: name },
          ` can be ordered again${size === null ? '' : ` in size ${printedSize(size)}`}. You won’t hear from us about it before then.`,
        ],
      },
      {
        say:
          'Being on this list isn’t an order, and we can’t hold a garment for you. You won’t be charged, and there’s ' +
          'nothing you need to do.',
      },
      { aside: 'Changed your mind, or didn’t sign up? You can leave the list here:' },
      { link: leaveUrl, label: 'Leave the list', quiet: true },
      { small: 'We keep your address for that one e-mail and for twelve months at most.' },
    ],
  }
}
