import { mailAddress } from '#platform/email/address.ts'
import { shop } from '#shop'
import type { Composition } from '#ui/email/letter-blocks.ts'
import type { Opened } from './open-letter.ts'
import { linkAlone, newPasswordLink } from './parts-of-letters.ts'

/** Goes to the current and to the new address of the account; both e-mails name the new one. */
export function emailChange(opened: Opened): Composition {
  const newEmail = mailAddress(opened.data.newEmail)
  if (!newEmail) throw new Error('A change of address to no address')
  return opened.recipient === newEmail ? toNew(opened, newEmail) : toCurrent(opened, newEmail)
}

function toCurrent(opened: Opened, newEmail: string): Composition {
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
      ...linkAlone(opened, { label: 'Yes, change my address', within: '24\u00a0hours' }),
      {
        say:
          'If it was not you, do not follow that link: without it your address stays as it is. But somebody has been ' +
          'in your account, so please choose a new password now; that signs everybody else out.',
      },
      { ...newPasswordLink(opened), quiet: true },
    ],
  }
}

function toNew(opened: Opened, newEmail: string): Composition {
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
      ...linkAlone(opened, { label: 'Confirm my new address', within: '24\u00a0hours' }),
      { aside: 'If it was not you, ignore this e-mail, and nothing changes.' },
    ],
  }
}
