import type { EmailContent } from '#mail/email-blocks.ts'
import { mailAddress } from '#platform/email/address.ts'
import { shop } from '#shop'
import { type AuthEmailData, linkAlone, newPasswordLink } from './email-parts.ts'

/** Goes to the current and to the new address of the account; both e-mails name the new one. */
export function emailChange(email: AuthEmailData): EmailContent {
  const newEmail = mailAddress(email.data.newEmail)
  if (!newEmail) throw new Error('A change of address to no address')
  return email.recipient === newEmail ? toNew(email, newEmail) : toCurrent(email, newEmail)
}

function toCurrent(email: AuthEmailData, newEmail: string): EmailContent {
  return {
    subject: `Please confirm your new address at ${shop.name}`,
    preview: `Confirm the change to ${newEmail}.`,
    heading: 'A new address for your account',
    blocks: [
      { say: `You asked to change the e-mail address of your account at ${shop.name} to:` },
      { facts: [['New address', newEmail]] },
      {
        say: 'Please confirm it here. We’ve e-mailed the new address too, and need you to confirm both.',
      },
      ...linkAlone(email, { label: 'Change my address', within: '24\u00a0hours' }),
      {
        say:
          'Wasn’t you? Then don’t follow the link, and your address won’t change. Someone else is signed in to your account, ' +
          'so please choose a new password now. It signs out every other device.',
      },
      { ...newPasswordLink(email), quiet: true },
    ],
  }
}

function toNew(email: AuthEmailData, newEmail: string): EmailContent {
  return {
    subject: `Please confirm your new address for ${shop.name}`,
    preview: 'Follow the link to use this address for your account.',
    heading: 'Your new address',
    blocks: [
      { say: `You asked to use this address for your account at ${shop.name}:` },
      { facts: [['New address', newEmail]] },
      {
        say:
          'Please confirm that it’s yours. If we’ve e-mailed your current address too, please follow the link there as well: ' +
          'the change needs both.',
      },
      ...linkAlone(email, { label: 'Confirm my new address', within: '24\u00a0hours' }),
      { aside: 'Wasn’t you? Ignore this e-mail and nothing changes.' },
    ],
  }
}
