const allowed = /^[A-Za-z0-9_/!\-.*'() &$@=;:+,?]+$/

/**
 * The object key of a percent-encoded URL path; null for an invalid key. Each segment is decoded once and must be a
 * plain name: not dots only, without encoded separators, 1,024 characters at most.
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
