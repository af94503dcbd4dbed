/** Where the APIs live; everything else is a page. */
const apiPrefix =
  /^\/(?:auth|rest|storage|functions)\/v1(?:\/|$)|^\/(?:webhooks|health|metrics|test-payment|dev)(?:\/|$)/

/** Parameters a page may depend on, each where it means something, and those that only say where a visitor came from. */
const meaningful = [
  // One of them at a time: what combinations there are is more than is worth keeping.
  {
    path: /^\/shop(?:\.data)?$/,
    part: /^(?:page=\d{1,3}|(?:size|length|colour)=[a-z\d-]{1,40}|preorder=1|sort=(?:newest|price-up|price-down))$/,
    single: true,
  },
  { path: /\.data$/, part: /^_routes=[\w%./,*-]{1,200}$/, single: false },
]
const tracking = /^(?:utm_[a-z]+|fbclid|gclid|igshid|ttclid|msclkid|mc_[a-z]+|_kx)$/

function isApiPath(pathname: string): boolean {
  return apiPrefix.test(pathname)
}

/**
 * The cache's key for a page's address (path and query as they stand in the request line), or null where the page may
 * not come from the cache: an API, or a parameter we know nothing of. Parameters of campaigns are left out, so a link
 * from a social network finds the page everybody sees.
 */
export function pageKey(url: string): string | null {
  if (url.charCodeAt(0) !== 47 || isApiPath(url)) return null
  const question = url.indexOf('?')
  if (question < 0) return url
  const path = url.slice(0, question)
  const kept: string[] = []
  let singles = 0
  for (const part of url.slice(question + 1).split('&')) {
    const name = part.split('=', 1)[0] ?? ''
    const known = meaningful.find((each) => each.part.test(part) && each.path.test(path))
    if (known) {
      kept.push(part)
      singles += Number(known.single)
      if (singles > 1) return null
    } else if (part !== '' && !tracking.test(name)) return null
  }
  return kept.length > 0 ? `${path}?${kept.sort().join('&')}` : path
}

const oneSpelling = /^\/(?:[a-z\d._-]+(?:\/[a-z\d._-]+)*)?$/

/**
 * Whether a page's key is the address as we write it. The router also finds `/SHOP`, `/shop/` and `/%73hop`: so many ways to
 * write one address would push everybody's pages out of the cache, so none of them is kept.
 */
export function isAsWritten(key: string): boolean {
  return oneSpelling.test(key.split('?', 1)[0] ?? '')
}
