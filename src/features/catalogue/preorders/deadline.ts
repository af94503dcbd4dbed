import { isFarOff } from '#features/settings/dispatch-by.ts'
import { shop } from '#shop'

const day = new Intl.DateTimeFormat(shop.language, {
  timeZone: shop.timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const time = new Intl.DateTimeFormat(shop.language, { timeZone: shop.timeZone, hour: '2-digit', minute: '2-digit' })

const year = new Intl.DateTimeFormat(shop.language, { timeZone: shop.timeZone, year: 'numeric' })

/** The moment a pre-order closes, in shop time: 'Friday 4 December, 18:00', with the year where that is far from `told`. */
export function formatDeadline(endsAt: Date, told: Date = endsAt): string {
  const ofYear = isFarOff(endsAt, told) ? ` ${year.format(endsAt)}` : ''
  return `${day.format(endsAt).replace(',', '')}${ofYear}, ${time.format(endsAt)}`
}
