import { mailAddress } from '#platform/email/address.ts'
import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { linkAlone, newPasswordLink } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

/** Goes to the current and to the new address of the account; both e-mails name the new one. */
export function emailChange(email: AuthEmailData): EmailContent {
  const newEmail = mailAddress(email.data.newEmail)
  if (!newEmail) throw new Error('A change of address to no address')
  return email.recipient === newEmail ? toNew(email, newEmail) : toCurrent(email, newEmail)
}

function toCurrent(email: AuthEmailData, newEmail: string): EmailContent {
  return {
    subject: `Please confirm the change of your address at ${shop.name}`,
    preview: `Your account is to move to ${newEmail}.`,
    heading: 'A new address for your account',
    blocks: [
      { say: `Somebody who is signed in to your account at ${shop.name} has asked to move it to another address:` },
      { facts: [['New address', newEmail]] },
      {
        say: 'If it was you, please confirm it here. We have written to the new address too, and need a yes from both.',
      },
      ...linkAlone(email, { label: 'Yes, change my address', within: '24\u00a0hours' }),
      {
        say:
          'If it was not you, do not follow that link: without it your address stays as it is. But somebody has been ' +
          'in your account, so please choose a new password now; that signs everybody else out.',
      },
      { ...newPasswordLink(email), quiet: true },
    ],
  }
}

function toNew(email: AuthEmailData, newEmail: string): EmailContent {
  return {
    subject: `Please confirm your new address for ${shop.name}`,
    preview: 'One click, and your account moves to this address.',
    heading: 'Your new address',
    blocks: [
      { say: `Somebody has asked to move an account at ${shop.name} to this address:` },
      { facts: [['New address', newEmail]] },
      {
        say:
          'If it was you, please confirm that the address is yours. Where we have written to your former address too, ' +
          'the change is made once you have confirmed it from both e-mails.',
      },
      ...linkAlone(email, { label: 'Confirm my new address', within: '24\u00a0hours' }),
      { aside: 'If it was not you, ignore this e-mail, and nothing changes.' },
    ],
  }
}
