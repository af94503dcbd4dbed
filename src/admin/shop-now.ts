import { serverNow } from '#platform/client/backend-client.ts'
import { readFunction } from '#platform/client/functions.ts'
import { shopDate } from '#ui/time/shop-clock.ts'

let aheadMs = 0

/** The shop's clock as the server has it now; null where no response came. Browser only. */
export async function fetchShopTime(): Promise<Date | null> {
  const value = await readFunction<{ now: string }>('shop-time').catch(() => null)
  if (!value) return null
  const now = new Date(value.now)
  aheadMs = now.getTime() - Date.now()
  return now
}

/** The shop's clock as of the last `fetchShopTime`: the browser's may be wrong, and a rehearsal may have moved the shop's. */
export function shopNow(): Date {
  return new Date(Date.now() + aheadMs)
}

/** Today in shop time, 'YYYY-MM-DD'. Browser only. */
export function shopToday(now: Date = serverNow()): string {
  return shopDate(now)
}
