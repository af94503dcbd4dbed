import { callFunction } from '#platform/client/call-function.ts'

let aheadMs = 0

/** The shop's clock, asked now; null when nobody answered. Browser only. */
export async function askShopTime(): Promise<Date | null> {
  const { value } = await callFunction<{ now: string }>('shop-time')
  if (!value) return null
  const now = new Date(value.now)
  aheadMs = now.getTime() - Date.now()
  return now
}

/** The shop's clock as it was last heard: this browser's may be wrong, and a rehearsal's may be moved. */
export function shopNow(): Date {
  return new Date(Date.now() + aheadMs)
}
