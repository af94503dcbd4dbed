import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page of the shop. The doors for programs are in `server.ts`. */
export default [
  index('./features/content/home.page.tsx'),
  route('shop', './features/catalogue/shop.page.tsx'),
  route('product/:slug', './features/catalogue/product.page.tsx'),
  route('pre-order', './features/pre-order/pre-order.page.tsx'),

  route('size-guide', './features/content/size-guide.page.tsx'),
  route('about', './features/content/about.page.tsx'),
  route('faq', './features/content/faq.page.tsx'),
  route('contact', './features/content/contact.page.tsx'),

  route('account', './features/account/account.page.tsx'),
  route('admin', './features/admin/admin.page.tsx'),
  route('admin/money', './features/admin/money.page.tsx'),
  route('admin/discounts', './features/admin/discounts.page.tsx'),
  route('admin/subscribers', './features/admin/subscribers.page.tsx'),
  route('admin/orders/:orderNumber/money', './features/admin/order-money.page.tsx'),
  route('admin/orders/cut-list', './features/admin/cut-list.page.tsx'),
  route('admin/orders/packing-slips', './features/admin/packing-slips.page.tsx'),
  route('admin/settings', './features/admin/settings.page.tsx'),
  route('admin/look-ahead', './features/admin/look-ahead.page.tsx'),
  route('admin/products/:id/preview', './features/admin/product-preview.page.tsx'),

  route('auth', './features/auth/pages/auth.page.tsx'),
  route('login', './features/auth/pages/login.page.tsx'),
  route('signup', './features/auth/pages/signup.page.tsx'),
  route('forgotten-password', './features/auth/pages/forgotten-password.page.tsx'),
  route('new-password', './features/auth/pages/new-password.page.tsx'),
  route('confirm', './features/auth/pages/confirm.page.tsx'),

  route('checkout/cancelled', './features/checkout/cancelled.page.tsx'),
  route('checkout/success', './features/checkout/success.page.tsx'),
  route('order-choice', './features/orders/order-choice.page.tsx'),

  route('unsubscribe', './features/campaign/unsubscribe.page.tsx'),
  route('confirm-sign-up', './features/campaign/confirm-sign-up.page.tsx'),

  route('waiting-list', './features/waiting/waiting-list.page.tsx'),

  route('privacy-policy', './features/content/privacy-policy.page.tsx'),
  route('terms-conditions', './features/content/terms-conditions.page.tsx'),
  route('returns-refunds', './features/content/returns-refunds.page.tsx'),
  route('accessibility', './features/content/accessibility.page.tsx'),

  route('dev/ui', './features/design/ui.page.tsx'),

  route('*', './features/content/not-found.page.tsx'),
] satisfies RouteConfig
