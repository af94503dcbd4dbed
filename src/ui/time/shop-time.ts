import { shop } from '#shop'

const dayAndTime = new Intl.DateTimeFormat(shop.language, {
  timeZone: shop.timeZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** '21 November 2026 at 14:30' in shop time, as all dates of the back office. */
export function formatShopTime(iso: string): string {
  return dayAndTime.format(new Date(iso))
}
