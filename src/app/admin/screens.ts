import { type Allowed, isAllowed, type Role } from '#platform/auth/roles.ts'

type Screen = {
  /** Of the route, below the address of the shop. */
  path: string
  file: `./${string}.page.tsx`
  /** Of the page and of its frame; a screen without one draws its own. */
  title?: string
  /** Its name in the menu. */
  menu?: string
  /** Who opens it; without it administrators alone. */
  for?: Allowed
}

/** Every screen of the back office. The routes, the menu, the frame's titles and the journeys through all of them read this. */
export const screens: readonly Screen[] = [
  { path: 'admin', file: './app/admin/admin.page.tsx', menu: 'Dashboard', for: 'pages' },
  { path: 'admin/today', file: './app/admin/today.page.tsx', menu: 'Today' },
  { ...screen('Board', './features/orders/board/admin/board.page.tsx'), for: 'workroom' },
  screen('Returns', './features/orders/returns/admin/returns.page.tsx'),
  screen('Messages', './features/content/contact/admin/messages.page.tsx'),
  screen('Promises', './features/orders/promises/admin/promises.page.tsx'),
  screen('Reviews', './features/reviews/admin/reviews.page.tsx'),
  screen('Money', './features/payments/admin/money-page/money.page.tsx'),
  screen('Discounts', './features/discounts/admin/discounts.page.tsx'),
  screen('Subscribers', './features/subscribers/admin/subscribers.page.tsx'),
  screen('People', './features/accounts/people/admin/people.page.tsx'),
  { ...screen('Pages', './features/content/documents/admin/pages.page.tsx'), for: 'pages' },
  screen('Settings', './app/admin/settings.page.tsx'),
  {
    path: 'admin/pages/edit',
    file: './features/content/documents/admin/edit-page.page.tsx',
    title: 'Edit a page',
    for: 'pages',
  },
  { path: 'admin/start', file: './operations/start/start.page.tsx', title: 'Before you sell' },
  { path: 'admin/emails', file: './app/admin/emails.page.tsx', title: 'E-mails', for: 'pages' },
  { path: 'admin/emails/:kind', file: './app/admin/email.page.tsx', title: 'E-mail', for: 'pages' },
  { path: 'admin/shelf', file: './features/catalogue/shelf/admin/shelf.page.tsx', title: 'The shelf', for: 'pages' },
  {
    path: 'admin/orders/cut-list',
    file: './features/orders/admin/print/cut-list.page.tsx',
    title: 'Cut list',
    for: 'workroom',
  },
  { path: 'admin/orders/delay', file: './features/orders/delays/admin/delay-orders.page.tsx', title: 'Delay orders' },
  {
    path: 'admin/orders/by-hand',
    file: './features/checkout/by-hand/admin/order-by-hand.page.tsx',
    title: 'Order by hand',
  },
  {
    path: 'admin/orders/exchange',
    file: './features/checkout/exchanges/admin/exchange.page.tsx',
    title: 'Exchange',
  },
  {
    path: 'admin/orders/packing-slips',
    file: './features/orders/admin/print/packing-slips.page.tsx',
    title: 'Packing slips',
    for: 'workroom',
  },
  { path: 'admin/orders/:orderNumber/money', file: './app/admin/order-money.page.tsx' },
  {
    path: 'admin/customers/:orderNumber',
    file: './features/orders/customers/admin/customer.page.tsx',
    title: 'Customer',
  },
  {
    path: 'admin/people/data',
    file: './operations/customer-data/admin/person-data.page.tsx',
    title: 'A person’s data',
  },
  { path: 'admin/delivery/:country', file: './app/admin/destination.page.tsx' },
  { path: 'admin/move-in', file: './app/admin/move-in.page.tsx', title: 'Move in' },
  { path: 'admin/look', file: './app/admin/look.page.tsx', title: 'Look' },
  { path: 'admin/look-ahead', file: './app/admin/look-ahead.page.tsx' },
  { path: 'admin/products/:id/preview', file: './app/admin/product-preview.page.tsx', for: 'pages' },
]

/** Whether a role opens a screen. */
export function opensScreen(role: Role, { for: allowed = 'administrators' }: Screen): boolean {
  return isAllowed(role, allowed)
}

/** A screen of the menu: /admin/returns is "Returns". */
function screen(title: string, file: Screen['file']): Screen {
  return { path: `admin/${title.toLowerCase()}`, file, title, menu: title }
}
