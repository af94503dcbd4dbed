/** Where the APIs are; every other path is a page. */
const apiPrefix =
  /^\/(?:auth|rest|storage|functions)\/v1(?:\/|$)|^\/(?:webhooks|health|metrics|test-payment|dev)(?:\/|$)/

/**
 * A query parameter that a page depends on: `path` and `part` match the path and the written parameter (`page=2`).
 * `single`: a URL with more than one such parameter is not cached, because there are too many combinations.
 */
type PageParameter = { path: RegExp; part: RegExp; single: boolean }

/** The parameter with which React Router requests the data of some routes only. */
const routerParameter: PageParameter = { path: /\.data$/, part: /^_routes=[\w%./,*-]{1,200}$/, single: false }

/** Parameters that say where a visitor comes from and do not change the page. */
const tracking = /^(?:utm_[a-z]+|fbclid|gclid|igshid|ttclid|msclkid|mc_[a-z]+|_kx)$/

/** The cache's key for the path and query of a request line; null where the response may not come from the cache. */
export type PageKey = (url: string) => string | null

/**
 * Keys for pages whose content depends on `parameters`. An API path and an unknown parameter give null. Tracking
 * parameters are left out, so a link from a social network hits the cached page.
 */
export function createPageKey(parameters: readonly PageParameter[]): PageKey {
  const meaningful = [...parameters, routerParameter]
  return (url) => {
    if (url.charCodeAt(0) !== 47 || apiPrefix.test(url)) return null
    const question = url.indexOf('?')
    if (question < 0) return url
    const path = url.slice(0, question)
    const parts: string[] = []
    let singles = 0
    for (const part of url.slice(question + 1).split('&')) {
      const name = part.split('=', 1)[0] ?? ''
      const known = meaningful.find((each) => each.part.test(part) && each.path.test(path))
      if (known) {
        parts.push(part)
        singles += Number(known.single)
        if (singles > 1) return null
      } else if (part !== '' && !tracking.test(name)) return null
    }
    return parts.length > 0 ? `${path}?${parts.sort().join('&')}` : path
  }
}

const canonicalPath = /^\/(?:[a-z\d._-]+(?:\/[a-z\d._-]+)*)?$/

/**
 * Whether a key has the spelling that our links use. The router also matches `/SHOP`, `/shop/` and `/%73hop`; caching
 * every spelling would let one client evict all other pages.
 */
export function isCanonicalKey(key: string): boolean {
  return canonicalPath.test(key.split('?', 1)[0] ?? '')
}

/**
 * A path as the router of the pages matches it: `/ORDER/x/`, `//order/x` and `/%6Frder/x` open the page of `/order/x`.
 * Everything that decides by the path of a page decides by this form. What it has in common with more spellings than
 * the router accepts is not found anyway. It changes letters: a token in it is good for nothing.
 */
export function routedPath(path: string): string {
  const segments = path.split('/').map(decoded)
  return `/${segments.filter((segment) => segment !== '').join('/')}`.toLowerCase()
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
