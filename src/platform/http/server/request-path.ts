import { getPath } from 'hono/utils/url'

/**
 * The path of a request line as the router matches it: without the scheme and host of a whole address (RFC 9112, section
 * 3.2.2), without dot segments, its letters decoded. What decides before the router decides by this form.
 */
export function requestPath(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  if (/^\/[\w/-]*$/.test(path)) return path
  const url = URL.parse(path.startsWith('/') ? `http://host${path}` : path)
  return url?.pathname.startsWith('/') ? getPath(new Request(`http://host${url.pathname}`)) : path
}

/** Whether a host, with or without a port, names this machine: localhost, a name under it, 127.0.0.0/8 or [::1]. */
export function isLoopback(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return hostname === '[::1]' || /^(?:[a-z\d-]+\.)*localhost$/.test(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
