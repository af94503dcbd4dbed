import { InlineLink } from '#ui/form/form-parts.tsx'
import type { NewAccount } from '../client/sign-in.ts'

const messages = {
  'signed in': 'Account created successfully! You are now signed in.',
  'log in': 'Account created successfully! You can now log in.',
  verify: 'Account created successfully! Please check your email to verify your account.',
} as const

/** The message for a new account; `next`: what the user has to do if they are not signed in yet. */
export function signUpMessage({ isSignedIn }: NewAccount, next: 'log in' | 'verify'): string {
  return messages[isSignedIn ? 'signed in' : next]
}

/** Replaces the sign-up form while the shop takes no new accounts (`AUTH_SIGNUPS=false`). */
export function SignUpsClosed() {
  return (
    <>
      <p className="font-serif text-title leading-[1.2]">We’re not taking new accounts just now.</p>
      <p className="mt-4 text-ink-soft">
        You don’t need one to order: choose a garment and check out with your e-mail address. If you have a question
        about an order, please <InlineLink to="/contact">write to us</InlineLink>.
      </p>
    </>
  )
}
