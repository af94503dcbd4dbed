/** The path of an address of the site at `origin`, and its root for any other. */
export function pathOnSite(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null
  if (url?.origin !== origin) return '/'
  // Two slashes at the beginning would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search
}
