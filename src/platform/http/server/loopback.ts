/** Whether a host, with or without a port, names this machine: localhost, a name under it, 127.0.0.0/8 or [::1]. */
export function isLoopback(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return hostname === '[::1]' || /^(?:[a-z\d-]+\.)*localhost$/.test(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
