import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { screens } from './app/admin/screens.ts'

/** Every page of the shop; those of the back office are in `src/app/admin/screens.ts`, the APIs in `api-routes.ts` of `src/app`. */
export default [
  index('./app/pages/home.page.tsx'),
  route('shop', './app/pages/shop.page.tsx'),
  route('product/:slug', './app/pages/product.page.tsx'),
  route('pre-order', './app/pages/pre-order.page.tsx'),
  route('saved', './app/pages/saved.page.tsx'),

  route('samples', './features/cart/samples/samples.page.tsx'),
  route('size-guide', './features/content/size-guide.page.tsx'),
  route('contact', './features/content/contact.page.tsx'),

  named('account', './app/pages/account.page.tsx'),

  layout(
    './app/admin/admin.layout.tsx',
    { id: 'admin/' },
    screens.map(({ path, file }) => named(path, file)),
  ),

  named('auth', './app/pages/auth.page.tsx'),
  named('login', './app/pages/login.page.tsx'),
  named('signup', './app/pages/signup.page.tsx'),
  named('forgotten-password', './app/pages/forgotten-password.page.tsx'),
  named('new-password', './app/pages/new-password.page.tsx'),
  named('confirm', './app/pages/confirm.page.tsx'),

  named('checkout/cancelled', './features/checkout/cancelled.page.tsx'),
  named('checkout/success', './app/pages/success.page.tsx'),
  named('find-order', './features/orders/links/find-order.page.tsx'),
  named('withdraw', './features/orders/links/withdraw.page.tsx'),
  named('order/:token', './app/pages/order.page.tsx'),
  named('pay/:token', './features/checkout/links/pay.page.tsx'),
  named('review/:token', './features/reviews/writing/review.page.tsx'),
  named('order-choice', './features/orders/delays/answer-delay.page.tsx'),

  named('unsubscribe', './features/subscribers/unsubscribe.page.tsx'),
  named('confirm-sign-up', './features/subscribers/confirm-sign-up.page.tsx'),

  named('waiting-list', './features/waitlist/waitlist.page.tsx'),

  route('dev/ui', './app/ui.page.tsx'),

  // About, FAQ, the policies, the owner's own pages, and addresses without a page.
  route('*', './features/content/documents/document.page.tsx'),
] satisfies RouteConfig

/**
 * A page whose id is its path: every browser loads the list of routes, in which an id of its own takes more bytes. Not for
 * pages that are known by their files (`shoppersRoute` in vite.config.ts).
 */
function named(path: string, file: string) {
  return route(path, file, { id: path })
}
