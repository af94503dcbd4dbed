import { isIPv4 } from 'node:net'

/**
 * The network of a session, just precise enough to recognise it: `81.2.69.…` or `2a02:8010:…`, 'this computer' for the
 * machine that runs the shop, null if unknown. Uses no geolocation service.
 */
export function coarseNetwork(address: string | null): string | null {
  const ip = address?.replace(/\/\d+$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!ip) return null
  if (ip === '::1' || ip.startsWith('127.')) return 'this computer'
  if (isIPv4(ip)) return `${ip.split('.').slice(0, 3).join('.')}.…`
  return `${ip.split(':').slice(0, 2).filter(Boolean).join(':')}:…`
}
