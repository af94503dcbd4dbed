import { z } from 'zod'
import type { EmailContent } from '#mail/email-blocks.ts'
import { type Role, roles } from '#platform/auth/roles.ts'
import { shop } from '#shop'
import { type AuthEmailData, linkAndCode } from './email-parts.ts'

/** What a role opens, as an invitation says it. */
const work: Record<Role, string> = {
  admin: 'manage the shop',
  workroom: 'work with us in the workroom: the board, the cut lists and the packing slips',
  pages: 'look after the garments and the pages of the shop',
}

/** An invitation to an account, or to a role in the back office; `hasAccount`: the role is given already. */
export function invite(email: AuthEmailData): EmailContent {
  const role = z.enum(roles).safeParse(email.data.role).data
  const what = role && `We’d like you to ${work[role]}.`
  const head = {
    subject: `You’re invited to ${shop.name}`,
    heading: 'You’re invited',
  }
  if (what && email.data.hasAccount === 'yes') {
    return {
      ...head,
      preview: what,
      blocks: [
        { say: `${what} Sign in with this address and the password of your account.` },
        { link: `${email.siteUrl}/admin`, label: 'Open the back office' },
        { aside: 'Weren’t you expecting this? Reply to this e-mail, and we’ll take it back.' },
      ],
    }
  }
  return {
    ...head,
    preview: what ?? 'Your account is waiting for you.',
    blocks: [
      ...(what ? [{ say: what }] : []),
      {
        say:
          `We’ve made an account for you at ${shop.name} with this address. Accept the invitation and choose a ` +
          `password${role ? ' of 12 characters or more' : ''} to start using it.`,
      },
      ...linkAndCode(email, { label: 'Accept the invitation', within: '7\u00a0days' }),
      {
        aside:
          'If you weren’t expecting this, you don’t need to do anything: the account can’t be opened without this e-mail.',
      },
    ],
  }
}
