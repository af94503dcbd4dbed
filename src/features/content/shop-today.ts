import { shop } from '#shop'

const format = new Intl.DateTimeFormat(shop.language, { timeZone: shop.timeZone })

/** Today in shop time as the shop's language writes it: '21/11/2026'. */
export function shopToday(now: Date): string {
  return format.format(now)
}
