import { shop } from '#shop'
import { dayMs } from './day-ms.ts'

// Moments in the visitor's time zone. Browser only: the server does not have that zone.
const date = new Intl.DateTimeFormat(shop.language, { day: 'numeric', month: 'long', year: 'numeric' })
const clock = new Intl.DateTimeFormat(shop.language, { hour: '2-digit', minute: '2-digit' })

/** '3 June 2026'. */
export function formatDate(iso: string): string {
  return date.format(new Date(iso))
}

/** 'today at 11:25', 'yesterday at 09:02', '3 June 2026'; `now` is the server's. */
export function formatLately(iso: string, now: Date): string {
  const at = new Date(iso)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate())
  const daysAgo = Math.round((today.getTime() - day.getTime()) / dayMs)
  if (daysAgo <= 0) return `today at ${clock.format(at)}`
  return daysAgo === 1 ? `yesterday at ${clock.format(at)}` : formatDate(iso)
}
