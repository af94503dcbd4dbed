import { formatShopDate } from '#base/shop-time.ts'
import type { EmailContent } from '#mail/email-blocks.ts'

/** `email`: masked, since the e-mail outlives the row. `event`, `source`, `at`: the origin of the sign-up. */
export type Complaint = { email: string; event: string; source: string | null; at: Date; siteUrl: string }

/** Notifies the owner that a recipient complained that they never signed up. */
export function complaintEmail({ email, event, source, at, siteUrl }: Complaint): EmailContent {
  return {
    subject: 'A subscriber says they never signed up',
    preview: `We’ve removed ${email} from your list for good.`,
    heading: 'A complaint about your e-mails',
    blocks: [
      {
        say: `The person at ${email} says they never signed up. We’ve removed them from your list, and an import won’t add them again.`,
      },
      {
        facts: [
          ['Joined the list', `${event === 'imported' ? 'by import' : 'through the form'}, ${formatShopDate(at)}`],
          ['Source', source ?? 'not known'],
        ],
      },
      {
        say:
          event === 'imported'
            ? 'Please check where that import came from: other people in it may not have agreed either.'
            : 'Anyone can type any address into the form. If this happens often, set NOTIFY_DOUBLE_OPT_IN=true: new addresses then have to be confirmed first.',
      },
      { link: `${siteUrl}/admin/subscribers`, label: 'View subscribers', quiet: true },
    ],
  }
}
