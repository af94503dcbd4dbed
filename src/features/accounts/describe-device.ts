import { isIPv4 } from 'node:net'

/** The first match counts: nearly every browser also names its ancestors. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Microsoft Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A User-Agent in plain words, such as 'Firefox on Windows'; null if nothing in it is known. Only our own words are
 * returned: a client chooses that header, and it must not write our e-mails.
 */
export function describeDevice(userAgent: string): string | null {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  // An iPad's Safari reports a Mac.
  const where = browser === 'Safari' && system === 'a Mac' ? 'a Mac or an iPad' : system
  if (browser && where) return `${browser} on ${where}`
  if (browser) return browser
  return where ? `A program on ${where}` : null
}

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
