import type { Document } from './write.ts'

/** The e-mails to customers that may have lines of the owner's own: by their kinds, with their names for the owner. */
const kinds = {
  order_confirmation: 'Order confirmation',
  order_in_production: 'Being made',
  order_dispatched: 'On its way',
  order_delivered: 'Delivered',
  order_cancelled: 'Cancelled',
  order_refunded: 'Refund',
  order_delayed: 'Delay: keep or cancel',
  order_changed: 'Order changed',
  order_address_code: 'Code for a new address',
  order_link: 'New link to the order',
  order_return_requested: 'Return receipt',
  order_return_answered: 'Return update',
  order_review_request: 'Review request',
  order_review_declined: 'Review not published',
  order_payment_link: 'Payment link',
  contact_receipt: 'Receipt for a message',
  subscriber_confirm: 'Sign-up confirmation',
  subscriber_welcome: 'Welcome to the list',
  waitlist_confirm: 'Waiting list: confirmation',
  waitlist_joined: 'Waiting list: welcome',
  waitlist_available: 'Waiting list: available again',
  verification: 'Address confirmation',
  recovery: 'Password reset',
  magic_link: 'Sign-in by e-mail',
  email_change: 'E-mail address change',
  reauthentication: 'Code to confirm a change',
  new_factor: 'Second step added',
  identity_linked: 'Account at a provider linked',
  new_sign_in: 'Sign-in from a new device',
  password_changed: 'Password changed',
}

/** The shop adds nothing of its own. */
export const mails: Record<`mail:${string}`, { content: Document }> = Object.fromEntries(
  Object.entries(kinds).map(([kind, name]) => [
    `mail:${kind}`,
    {
      content: {
        name,
        description: [],
        layout: 'text',
        title: [name],
        lead: [],
        blocks: [
          { type: 'text', slot: 'opening', paragraphs: [] },
          { type: 'text', slot: 'closing', paragraphs: [] },
        ],
      },
    },
  ]),
)
