import type { RequestListener } from 'node:http'

const noticedMs = 60_000

/**
 * Sets the `Date` header of responses to the shop's clock when a rehearsal has moved it, since browsers read the shop's
 * time from that header. While the clocks agree, Node sets the header.
 */
export function datedByShop(listener: RequestListener, now: () => Date): RequestListener {
  return (request, response) => {
    const shopTime = now()
    if (Math.abs(shopTime.getTime() - Date.now()) > noticedMs) response.setHeader('Date', shopTime.toUTCString())
    return listener(request, response)
  }
}
