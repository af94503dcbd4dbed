const titles: Record<string, string> = {
  order_confirmation: 'Order confirmation',
  order_in_production: 'Being made',
  order_dispatched: 'On its way',
  order_delivered: 'Delivered',
  order_cancelled: 'Cancelled',
  order_refunded: 'Refund',
  order_delayed: 'Delay, and the choice to keep or cancel',
  order_changed: 'Change of the order',
  order_address_code: 'Code for a new address',
  order_return_requested: 'Receipt for a return',
  order_return_answered: 'Answer to a return',
  order_review_request: 'Asking for a review',
  order_review_declined: 'A review that was left out',
  order_link: 'A new link to the order',
  order_choice_made: 'Her answer to a delay, to the shop',
  owner_order_paid: 'New order, to the shop',
  owner_return_requested: 'New return, to the shop',
  owner_payment_discrepancy: 'Money that needs you, to the shop',
  owner_digest: 'All that came within an hour, to the shop',
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
