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
  route('maker', './features/content/maker/maker.page.tsx'),
  route('about', './features/content/about.page.tsx'),
  route('faq', './features/content/faq.page.tsx'),
  route('contact', './features/content/contact.page.tsx'),

  route('account', './app/pages/account.page.tsx'),

  layout(
    './app/admin/admin.layout.tsx',
    screens.map(({ path, file }) => route(path, file)),
  ),

  route('auth', './app/pages/auth.page.tsx'),
  route('login', './app/pages/login.page.tsx'),
  route('signup', './app/pages/signup.page.tsx'),
  route('forgotten-password', './app/pages/forgotten-password.page.tsx'),
  route('new-password', './app/pages/new-password.page.tsx'),
  route('confirm', './app/pages/confirm.page.tsx'),

  route('checkout/cancelled', './features/checkout/cancelled.page.tsx'),
  route('checkout/success', './features/checkout/success.page.tsx'),
  route('find-order', './features/orders/links/find-order.page.tsx'),
  route('withdraw', './features/orders/links/withdraw.page.tsx'),
  route('order/:token', './app/pages/order.page.tsx'),
  route('pay/:token', './features/checkout/links/pay.page.tsx'),
  route('review/:token', './features/reviews/writing/review.page.tsx'),
  route('order-choice', './features/orders/delays/answer-delay.page.tsx'),

  route('unsubscribe', './features/subscribers/unsubscribe.page.tsx'),
  route('confirm-sign-up', './features/subscribers/confirm-sign-up.page.tsx'),

  route('waiting-list', './features/waitlist/waitlist.page.tsx'),

  route('privacy-policy', './features/content/privacy-policy.page.tsx'),
  route('terms-conditions', './features/content/terms-conditions.page.tsx'),
  route('returns-refunds', './features/content/returns-refunds.page.tsx'),
  route('accessibility', './features/content/accessibility.page.tsx'),

  route('dev/ui', './app/ui.page.tsx'),

  route('*', './features/content/not-found.page.tsx'),
] satisfies RouteConfig
