import { shop } from '#shop'

const counts = new Intl.NumberFormat(shop.language)

/** 1234 as '1,234'. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** '1 payment', '1,400 payments'. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The time between two ISO times of the shop's clock, such as '3 minutes ago', '2 hours ago' or '5 days ago'. */
export function ago(then: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(then)) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${counted(minutes, 'minute', 'minutes')} ago`
  if (minutes < 60 * 48) return `${counted(Math.floor(minutes / 60), 'hour', 'hours')} ago`
  return `${counted(Math.floor(minutes / 1_440), 'day', 'days')} ago`
}
