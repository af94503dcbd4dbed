const titles: Record<string, string> = {
  order_confirmation: 'Order confirmation',
  order_in_production: 'Being made',
  order_dispatched: 'On its way',
  order_delivered: 'Delivered',
  order_cancelled: 'Cancelled',
  order_refunded: 'Refund',
  order_delayed: 'Delay: keep or cancel',
  order_changed: 'Order changed',
  order_address_code: 'Code for a new address',
  order_return_requested: 'Return receipt',
  order_return_answered: 'Return update',
  order_review_request: 'Review request',
  order_review_declined: 'Review not published',
  order_link: 'New link to the order',
  order_choice_made: 'Customer’s choice after a delay (to you)',
  owner_order_paid: 'New order (to you)',
  owner_return_requested: 'New return (to you)',
  owner_payment_discrepancy: 'Payment alert (to you)',
  owner_digest: 'Hourly summary (to you)',
}

/**
 * Whether an e-mail about an order goes to the shop. It is sent again to the address it first went to, and is never
 * used as evidence in a dispute.
 */
export function isToShop(kind: string): boolean {
  return kind === 'order_choice_made' || kind.startsWith('owner_')
}

/** The title of an e-mail for the owner; the kind itself where it has none. */
export function emailTitle(kind: string): string {
  return titles[kind] ?? kind
}
