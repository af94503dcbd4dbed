/** Every page of the back office that needs no order. */
export const backOfficePages = [
  '/admin',
  '/admin?tab=orders',
  '/admin?tab=campaign',
  '/admin/money',
  '/admin/returns',
  '/admin/reviews',
  '/admin/discounts',
  '/admin/subscribers',
  '/admin/settings',
  '/admin/look-ahead',
  '/admin/orders/cut-list',
  '/admin/orders/packing-slips',
]
