import type { EmailContent } from '#ui/email/email-blocks.ts'
import { formatShopDate } from '#ui/time/shop-time.ts'

/** `email`: masked, since the e-mail outlives the row. `event`, `source`, `at`: the origin of the sign-up. */
export type Complaint = { email: string; event: string; source: string | null; at: Date; siteUrl: string }

/** Notifies the owner that a recipient complained that they never signed up. */
export function complaintEmail({ email, event, source, at, siteUrl }: Complaint): EmailContent {
  return {
    subject: 'A subscriber says they never signed up',
    preview: `${email} is off the list, and stays off.`,
    heading: 'A complaint about your e-mails',
    blocks: [
      {
        say: `The owner of ${email} says they never signed up. They are already off the list, and an import won’t add them again.`,
      },
      {
        facts: [
          ['Joined the list', `${event === 'imported' ? 'by an import' : 'by the form'}, ${formatShopDate(at)}`],
          ['Source', source ?? 'not known'],
        ],
      },
      {
        say:
          event === 'imported'
            ? 'Please check where that import came from: others in it may not have asked either.'
            : 'The form accepts any address that is typed in. If this happens often, set NOTIFY_DOUBLE_OPT_IN=true, and every address has to confirm first.',
      },
      { link: `${siteUrl}/admin/subscribers`, label: 'View subscribers', quiet: true },
    ],
  }
}
