import { isIPv4 } from 'node:net'

/**
 * Whereabouts on the net a session was used last, told no finer than one needs to recognise it: `81.2.69.…` or
 * `2a02:8010:…`, 'this computer' for the machine the shop itself runs on, null where it is not known. Nobody is asked
 * where in the world that is.
 */
export function coarseNetwork(address: string | null): string | null {
  const ip = address?.replace(/\/\d+$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!ip) return null
  if (ip === '::1' || ip.startsWith('127.')) return 'this computer'
  if (isIPv4(ip)) return `${ip.split('.').slice(0, 3).join('.')}.…`
  return `${ip.split(':').slice(0, 2).filter(Boolean).join(':')}:…`
}
