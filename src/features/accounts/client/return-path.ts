import { tabStore } from '#platform/client/browser-store.ts'
import { shop } from '#shop'

/** Pages of signing in and up: none of them is a page to return to. */
const signInPages = ['/auth', '/login', '/signup', '/forgotten-password', '/new-password', '/confirm']

const storageKey = `${shop.shortName}-return-to`

let lastPage = '/'

/**
 * Remembers a page of the shop, `pathname` and query, as the one that a sign-in returns to. Only this document knows it:
 * a sign-in page that is opened directly leads to the front page.
 */
export function rememberPage(path: string): void {
  if (isReturnable(path)) lastPage = path
}

/** The page to open after a sign-in. */
export function returnPath(): string {
  return lastPage
}

/** Keeps the page while the browser is at a sign-in provider. */
export function keepReturnPath(): void {
  tabStore.setItem(storageKey, lastPage)
}

/** Takes the kept page back, once. */
export function takeReturnPath(): void {
  rememberPage(tabStore.getItem(storageKey) ?? '/')
  tabStore.removeItem(storageKey)
}

function isReturnable(path: string): boolean {
  // Two slashes, or a backslash that browsers read as one, would name another host.
  if (!/^\/(?![/\\])/.test(path)) return false
  const [pathname = '/'] = path.split(/[?#]/)
  return !signInPages.includes(pathname)
}
