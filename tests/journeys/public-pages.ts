/** Every page for visitors, without the account pages. */
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
  '/find-order',
  '/privacy-policy',
  '/terms-conditions',
  '/returns-refunds',
  '/accessibility',
  '/checkout/success',
]
