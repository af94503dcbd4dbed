import { shop } from '#shop'

const format = new Intl.DateTimeFormat(shop.language, { timeZone: shop.timeZone })

/** Today's date in shop time and the shop's language: '21/11/2026'. */
export function shopToday(now: Date): string {
  return format.format(now)
}
