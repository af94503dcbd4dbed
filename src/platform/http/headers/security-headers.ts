/**
 * Headers of every response, from a page to an error: no sniffing, no reading by another site's elements, no device.
 * Over https a browser that was here once never comes without it.
 */
export function baseHeaders({ https }: { https: boolean }): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', noDevices],
  ]
  return https ? [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] : headers
}

/** Headers of every page and built file. The opener policy allows pop-ups, because payment pages open in a tab. */
export function securityHeaders({ https }: { https: boolean }): [string, string][] {
  return [
    ...baseHeaders({ https }),
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Frame-Options', 'DENY'],
  ]
}

/** What no page of the shop uses; passkeys, sharing and the clipboard stay with the page itself. */
const noDevices = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial'],
  ...['usb', 'xr-spatial-tracking'],
]
  .map((device) => `${device}=()`)
  .join(', ')
