import type { FunctionPaths } from '#platform/http/app.ts'

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

/** Functions that mail programs and pages without JavaScript call with a form, and those that take a long list. */
export const functionPaths: FunctionPaths = {
  oneClick: ['/functions/v1/unsubscribe', '/functions/v1/leave-waiting-list'],
  forms: ['/functions/v1/confirm-sign-up', '/functions/v1/confirm-waiting'],
  // A list of 100,000 addresses with the other columns that a mail program exports.
  largestBodies: {
    '/functions/v1/preview-subscribers': 10 * 1_048_576,
    '/functions/v1/import-subscribers': 10 * 1_048_576,
    // 15 MB of another shop's file, as JSON has its quotation marks.
    '/functions/v1/preview-listings': 20 * 1_048_576,
    '/functions/v1/import-listings': 20 * 1_048_576,
    '/functions/v1/preview-earlier-orders': 20 * 1_048_576,
    '/functions/v1/import-earlier-orders': 20 * 1_048_576,
    '/functions/v1/preview-etsy-reviews': 10 * 1_048_576,
    '/functions/v1/show-etsy-reviews': 10 * 1_048_576,
  },
}
