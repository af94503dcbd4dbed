/** Tables of `public` that /rest/v1 shows; the policies decide what of them. */
export const exposedTables = [
  'products',
  'pre_orders',
  'order_lines',
  'email_signups',
  'user_roles',
  'discount_codes',
] as const
