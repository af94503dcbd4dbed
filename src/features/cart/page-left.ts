import { pathOnSite } from '#platform/client/path-on-site.ts'
import { shop } from '#shop'
import { storedValue } from './stored-value.ts'

/** The path of the page the cart was open on when it last went to a payment page; null where none is kept. */
export const pageLeft = storedValue<string | null>({ key: `${shop.shortName}-page-left`, parse: parsePath })

/**
 * Where Cancel leads: the page the cart was open on, or `/shop`. Only a path of the site at `origin`: what a browser keeps
 * must not lead to another site.
 */
export function pageBeforePayment(origin: string): string {
  const kept = pageLeft.get()
  const path = kept === null ? '/' : pathOnSite(kept, origin)
  return path === '/' && kept !== '/' ? '/shop' : path
}

function parsePath(text: string | null): string | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return typeof stored === 'string' ? stored : null
  } catch {
    return null
  }
}
