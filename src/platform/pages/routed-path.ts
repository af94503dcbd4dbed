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
