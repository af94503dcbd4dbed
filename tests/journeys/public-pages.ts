/** Every page for visitors; accounts have a list of their own. */
export const publicPages = [
  '/',
  '/shop',
  '/pre-order',
  '/product/mary-dress',
  '/product/esther-gown',
  '/size-guide',
  '/about',
  '/faq',
  '/contact',
  '/privacy-policy',
  '/terms-conditions',
  '/returns-refunds',
  '/accessibility',
  '/checkout/success',
]
