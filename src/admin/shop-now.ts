import { shopDate } from '#base/shop-clock.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { read } from '#platform/client/functions.ts'

let aheadMs = 0

/** The shop's time from the server; null without a response. Browser only. */
export async function fetchShopTime(): Promise<Date | null> {
  const value = await read('shop-time').catch(() => null)
  if (!value) return null
  const now = new Date(value.now)
  aheadMs = now.getTime() - Date.now()
  return now
}

/**
 * The shop's time, by the last `fetchShopTime`: the browser's clock may be wrong, and a rehearsal may have moved the
 * shop's.
 */
export function shopNow(): Date {
  return new Date(Date.now() + aheadMs)
}

/** Today in shop time, 'YYYY-MM-DD'. Browser only. */
export function shopToday(now: Date = serverNow()): string {
  return shopDate(now)
}
