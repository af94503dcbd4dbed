import { shop } from '#shop'

const words = new Intl.DateTimeFormat('en-GB', {
  timeZone: shop.timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** 'Saturday 21 November 2026, 11:25 (London time)' of an ISO time; null where it is none. */
export function formatLetterTime(iso: string | undefined): string | null {
  const at = new Date(iso ?? '')
  if (Number.isNaN(at.getTime())) return null
  const part = Object.fromEntries(words.formatToParts(at).map(({ type, value }) => [type, value]))
  const city = shop.timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return `${part.weekday} ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} (${city} time)`
}
