/** Tables of `public` that /rest/v1 shows; policies decide which rows. */
export const exposedTables = [
  'products',
  'pre_orders',
  'order_lines',
  'email_signups',
  'user_roles',
  'discount_codes',
  'reviews',
] as const

/** Tables that every caller may add a row to, one at a time. */
export const openTables = ['email_signups'] as const
