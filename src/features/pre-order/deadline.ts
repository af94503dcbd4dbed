import { shop } from '#shop'

const day = new Intl.DateTimeFormat(shop.language, {
  timeZone: shop.timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const time = new Intl.DateTimeFormat(shop.language, { timeZone: shop.timeZone, hour: '2-digit', minute: '2-digit' })

/** The moment a pre-order closes, in shop time: 'Friday 4 December, 18:00'. */
export function formatDeadline(endsAt: Date): string {
  return `${day.format(endsAt).replace(',', '')}, ${time.format(endsAt)}`
}
