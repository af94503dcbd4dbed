import type { NewAccount } from '../client/sign-in.ts'

const messages = {
  'signed in': 'Account created successfully! You are now logged in.',
  'log in': 'Account created successfully! You can now log in.',
  verify: 'Account created successfully! Please check your email to verify your account.',
} as const

/** The message for a new account; `next`: what the user has to do if they are not signed in yet. */
export function signUpMessage({ isSignedIn }: NewAccount, next: 'log in' | 'verify'): string {
  return messages[isSignedIn ? 'signed in' : next]
}
