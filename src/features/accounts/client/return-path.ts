import { storagePrefix } from '#base/stored-value.ts'
import { tabStore } from '#platform/client/browser-store.ts'
import { pathOnSite } from '#platform/client/path-on-site.ts'
import { routedPath } from '#platform/pages/page-key.ts'
import { visitedPages } from './visited-pages.ts'

/** Pages of signing in and up: none of them is a page to return to. */
const signInPages = ['/auth', '/login', '/signup', '/forgotten-password', '/new-password', '/confirm']

const storageKey = `${storagePrefix}-return-to`

/** The page to open after a sign-in: the last page of the shop that was visited, else the front page. */
export function returnPath(): string {
  const noted = globalThis.window?.history.state?.returnTo
  return [referringPage(), typeof noted === 'string' ? noted : '', ...visitedPages].findLast(isReturnable) ?? '/'
}

/** Notes the page with this entry of the history, so that a reload of the sign-in page keeps it. */
export function noteReturnPath(): void {
  window.history.replaceState({ ...window.history.state, returnTo: returnPath() }, '')
}

/** The page of this shop whose link opened this document: a link works before the page's script runs. */
function referringPage(): string {
  const referrer = globalThis.document?.referrer
  return referrer ? pathOnSite(referrer, window.location.origin) : '/'
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
  // Two slashes, a backslash that browsers read as one, or a tab that they leave out would name another host.
  if (!/^\/(?![/\\\s])/.test(path)) return false
  const [pathname = '/'] = path.split(/[?#]/)
  return !signInPages.includes(routedPath(pathname))
}
