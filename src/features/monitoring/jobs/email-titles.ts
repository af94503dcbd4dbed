import { emailTitle } from '#features/orders/emails/email-titles.ts'

const titles: Record<string, string> = {
  verification: 'Confirming an address',
  recovery: 'New password',
  magic_link: 'Sign-in by e-mail',
  invite: 'Invitation',
  email_change: 'Change of address',
  reauthentication: 'Code for a change',
  new_factor: 'New second step',
  new_sign_in: 'Sign-in from a new device',
  password_changed: 'Password changed',
  contact_message: 'Message from the contact form',
  contact_receipt: 'Receipt of a message',
  subscriber_confirm: 'Confirming a sign-up',
  subscriber_welcome: 'Welcome to the list',
  subscriber_complaint: 'Spam complaint',
  campaign_test: 'Test of the launch e-mail',
}

/** The title of an e-mail's kind, for the owner. */
export function titleOfKind(kind: string): string {
  return titles[kind] ?? emailTitle(kind)
}
