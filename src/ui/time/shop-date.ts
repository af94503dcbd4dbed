import type { RequestListener } from 'node:http'

const noticedMs = 60_000

/**
 * Dates answers by the shop's clock where a rehearsal has moved it, since browsers learn from the `Date` header what time
 * it is here. A clock that runs with the machine's is left to Node.
 */
export function datedByShop(listener: RequestListener, now: () => Date): RequestListener {
  return (request, response) => {
    const shopTime = now()
    if (Math.abs(shopTime.getTime() - Date.now()) > noticedMs) response.setHeader('Date', shopTime.toUTCString())
    return listener(request, response)
  }
}
