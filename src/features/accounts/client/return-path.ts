import { tabStore } from '#platform/client/browser-store.ts'
import { shop } from '#shop'
import { visitedPages } from './visited-pages.ts'

/** Pages of signing in and up: none of them is a page to return to. */
const signInPages = ['/auth', '/login', '/signup', '/forgotten-password', '/new-password', '/confirm']

const storageKey = `${shop.shortName}-return-to`

/** The page to open after a sign-in: the last page of the shop that was visited, else the front page. */
export function returnPath(): string {
  return visitedPages.findLast(isReturnable) ?? '/'
}

/** Keeps the page while the browser is at a sign-in provider. */
export function keepReturnPath(): void {
  tabStore.setItem(storageKey, returnPath())
}

/** Takes the kept page back, once. */
export function takeReturnPath(): void {
  visitedPages.push(tabStore.getItem(storageKey) ?? '/')
  tabStore.removeItem(storageKey)
}

function isReturnable(path: string): boolean {
  // Two slashes, or a backslash that browsers read as one, would name another host.
  if (!/^\/(?![/\\])/.test(path)) return false
  const [pathname = '/'] = path.split(/[?#]/)
  return !signInPages.includes(pathname)
}
