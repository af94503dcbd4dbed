import { routedPath } from '#platform/pages/page-key.ts'

/** The pages that search engines may index, besides products. */
export const publicPages = [
  '/',
  '/shop',
  '/pre-order',
  '/samples',
  '/size-guide',
  '/about',
  '/faq',
  '/contact',
  '/find-order',
  '/withdraw',
  '/privacy-policy',
  '/terms-conditions',
  '/returns-refunds',
  '/accessibility',
] as const

/** Personal pages, and pages that complete an action begun elsewhere: search engines may not index them. */
export const privatePages = [
  '/account',
  '/saved',
  '/admin',
  '/auth',
  '/login',
  '/signup',
  '/forgotten-password',
  '/new-password',
  '/confirm',
  '/checkout',
  '/order',
  '/order-choice',
  '/pay',
  '/review',
  '/unsubscribe',
  '/confirm-sign-up',
  '/waiting-list',
  '/dev',
] as const

/** Whether search engines may index the page; before the launch only Home. */
export function isIndexable(path: string, { launchAt }: { launchAt: Date }, now: Date): boolean {
  const page = routedPath(path)
  if (now < launchAt) return page === '/'
  return !privatePages.some((own) => page === own || page.startsWith(`${own}/`))
}
