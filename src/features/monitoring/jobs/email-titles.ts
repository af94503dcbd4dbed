import { emailTitle } from '#features/orders/emails/email-titles.ts'

const titles: Record<string, string> = {
  verification: 'Address confirmation',
  recovery: 'Password reset',
  magic_link: 'Sign-in by e-mail',
  invite: 'Invitation',
  email_change: 'E-mail address change',
  reauthentication: 'Code to confirm a change',
  new_factor: 'Second step added',
  identity_linked: 'Account at a provider linked',
  new_sign_in: 'Sign-in from a new device',
  password_changed: 'Password changed',
  contact_message: 'Message from the contact form',
  contact_receipt: 'Receipt for a message',
  subscriber_confirm: 'Sign-up confirmation',
  subscriber_welcome: 'Welcome to the list',
  subscriber_complaint: 'Spam complaint',
  campaign_test: 'Test of the launch e-mail',
  waitlist_confirm: 'Waiting list: confirmation',
  waitlist_joined: 'Waiting list: welcome',
  waitlist_available: 'Waiting list: available again',
}

/** The title of an e-mail's kind, for the owner. */
export function titleOfKind(kind: string): string {
  return titles[kind] ?? emailTitle(kind)
}
