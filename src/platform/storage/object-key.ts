const allowed = /^[A-Za-z0-9_/!\-.*'() &$@=;:+,?]+$/

/**
 * The object a path names, from the percent-encoded rest of a URL path; null for what no object can be called. Each
 * segment is decoded once and must be a plain name: no dots alone, no separators hidden in it, 1,024 characters at most.
 */
export function objectKey(encodedPath: string): string | null {
  if (encodedPath.length > 3 * 1024) return null
  const segments = encodedPath.split('/').map(decode)
  if (!segments.every(isName)) return null
  const key = segments.join('/')
  return key.length <= 1024 && allowed.test(key) ? key : null
}

function isName(segment: string | null): segment is string {
  return segment !== null && segment !== '' && segment !== '.' && segment !== '..' && !/[/\\]/.test(segment)
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
