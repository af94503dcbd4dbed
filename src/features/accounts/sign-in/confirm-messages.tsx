import type { ReactNode } from 'react'
import { shop } from '#shop'
import type { MailLink } from '../client/confirm.ts'

type Texts = { title: ReactNode; lead: string; button: string; field: string; hint: string; isNew?: true; done: string }

// Anyone can sign up with another person's address, so the password counts only if the recipient of the e-mail types
// it.
const kept = 'Type the password you chose at sign-up. If you type another, that one becomes your password.'

/** The texts of the confirmation page for each kind of e-mail. */
export const confirmMessages: Record<MailLink['type'], Texts> = {
  signup: {
    title: (
      <>
        Confirm <em>your address</em>
      </>
    ),
    lead: 'Your letter has found you. Type your password, and the account is yours.',
    button: 'Confirm my address',
    field: 'Your password',
    hint: kept,
    done: 'Your address is confirmed, and you are logged in.',
  },
  invite: {
    title: (
      <>
        You are <em>invited</em>
      </>
    ),
    lead: `There is an account for you at ${shop.name}. Choose a password, and it is yours.`,
    button: 'Accept the invitation',
    field: 'Your password',
    isNew: true,
    hint: 'It is how you log in from now on.',
    done: 'The account is yours, and you are logged in.',
  },
  recovery: {
    title: (
      <>
        A new <em>password</em>
      </>
    ),
    lead: 'Choose it here. Everywhere else you are logged out, and so is anybody who should not have been in.',
    button: 'Set my password',
    field: 'Your password',
    isNew: true,
    hint: 'A short sentence is easier to keep than a short word.',
    done: 'Your password is set, and you are logged in.',
  },
  magiclink: {
    title: (
      <>
        Come <em>in</em>
      </>
    ),
    lead: 'You asked for a link that logs you in. Press the button, and it does.',
    button: 'Log me in',
    field: 'Your password',
    hint: kept,
    done: 'You have been logged in successfully.',
  },
  email_change: {
    title: (
      <>
        A new <em>address</em>
      </>
    ),
    lead: 'You asked to move your account to another address. Press the button if it was you; if not, leave this page.',
    button: 'Yes, change my address',
    field: 'Your password',
    hint: kept,
    done: 'Your address is changed.',
  },
}
