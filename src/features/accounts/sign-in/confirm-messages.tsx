import type { ReactNode } from 'react'
import { shop } from '#shop'
import type { MailLink } from '../client/confirm.ts'

type Texts = { title: ReactNode; lead: string; button: string; field: string; hint: string; isNew?: true; done: string }

// Anyone can sign up with another person's address, so the password counts only if the recipient of the e-mail types
// it.
const kept = 'The one you chose when you signed up. If you enter a different one, it becomes your password.'

/** The texts of the confirmation page for each kind of e-mail. */
export const confirmMessages: Record<MailLink['type'], Texts> = {
  signup: {
    title: (
      <>
        Confirm <em>your address</em>
      </>
    ),
    lead: 'You’re almost there. Enter your password to finish.',
    button: 'Confirm my address',
    field: 'Your password',
    hint: kept,
    done: 'Your address is confirmed and you’re logged in.',
  },
  invite: {
    title: (
      <>
        You are <em>invited</em>
      </>
    ),
    lead: `We’ve made you an account at ${shop.name}. Choose a password to start using it.`,
    button: 'Accept the invitation',
    field: 'Your password',
    isNew: true,
    hint: 'You’ll use it to log in.',
    done: 'Your account is ready and you’re logged in.',
  },
  recovery: {
    title: (
      <>
        A new <em>password</em>
      </>
    ),
    lead: 'Choose a new password. You’ll be logged out on all other devices.',
    button: 'Set my password',
    field: 'Your password',
    isNew: true,
    hint: 'A memorable phrase is stronger than a short, complicated password.',
    done: 'Your password is set and you’re logged in.',
  },
  magiclink: {
    title: (
      <>
        Log <em>in</em>
      </>
    ),
    lead: 'You asked for a link to log in. Press the button to continue.',
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
    lead: 'You asked to change the e-mail address of your account. If that was you, press the button. If not, close this page.',
    button: 'Change my address',
    field: 'Your password',
    hint: kept,
    done: 'Your address has been changed.',
  },
}
