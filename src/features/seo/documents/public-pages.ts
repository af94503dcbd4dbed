/** The pages anybody may find by a search, beside the garments'. */
export const publicPages = [
  '/',
  '/shop',
  '/pre-order',
  '/size-guide',
  '/about',
  '/faq',
  '/contact',
  '/privacy-policy',
  '/terms-conditions',
  '/returns-refunds',
  '/accessibility',
] as const

/** Pages of one visitor, or that end something begun elsewhere: none is looked for, and none may be found. */
export const privatePages = [
  '/account',
  '/admin',
  '/auth',
  '/login',
  '/signup',
  '/forgotten-password',
  '/new-password',
  '/confirm',
  '/checkout',
  '/order-choice',
  '/unsubscribe',
  '/confirm-sign-up',
  '/waiting-list',
  '/dev',
] as const

/** Whether a search may show the page: before the launch only the one that says when it is. */
export function mayBeFound(path: string, { launchAt }: { launchAt: Date }, now: Date): boolean {
  if (now < launchAt) return path === '/'
  return !privatePages.some((own) => path === own || path.startsWith(`${own}/`))
}
