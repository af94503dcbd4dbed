import { clockName, formatDeadline } from '#base/shop-time.ts'
import type { ShopSettings } from './shop-settings.ts'

/** What decides whether the shop takes orders. */
export type SellingSettings = Pick<ShopSettings, 'launchAt' | 'closing'>

/** Why the shop takes no orders. `until`: when it does again; null where the owner has set no day. */
export type Pause = { isOpening: boolean; until: Date | null; reason: string }

/** The pause at a moment: before the opening, or while the owner has closed the shop. Null while the shop sells. */
export function pauseAt({ launchAt, closing }: SellingSettings, now: Date): Pause | null {
  const { closed, until, reason } = closing
  const isClosed = closed && (until === null || until > now)
  const opensLater = now < launchAt && !(isClosed && (until === null || until > launchAt))
  if (opensLater) return { isOpening: true, until: launchAt, reason: '' }
  return isClosed ? { isOpening: false, until, reason } : null
}

/** From when the days of an order placed at `now` count: the end of a pause, or `now` without an end. */
export function orderedFrom(settings: SellingSettings, now: Date): Date {
  return pauseAt(settings, now)?.until ?? now
}

/** The next moment at which the shop begins to sell, or Home appears; null without one. */
export function nextOpening(settings: SellingSettings, now: Date): Date | null {
  const { launchAt } = settings
  const until = pauseAt(settings, now)?.until ?? null
  // A shop closed beyond its launch still shows Home from the launch on.
  return now < launchAt && (until === null || launchAt < until) ? launchAt : until
}

/** 'We open on Thursday 24 December at 18:00, UK time.', or the owner's reason and the day. */
export function pauseText({ isOpening, until, reason }: Pause, now: Date): string {
  if (isOpening && until) return `We open on ${dayAndTime(until, now)}.`
  const why = reason ? reason.replace(/[^.!?…]$/u, '$&.') : 'We’re not taking orders just now.'
  return until ? `${why} You can order again from ${dayAndTime(until, now)}.` : why
}

/** The line above the header during a pause: 'Closed until Monday 4 January at 09:00, UK time'. */
export function pauseLine({ isOpening, until }: Pause, now: Date): string {
  if (!until) return 'Closed just now'
  return `${isOpening ? 'Opening' : 'Closed until'} ${dayAndTime(until, now)}`
}

function dayAndTime(moment: Date, now: Date): string {
  return `${formatDeadline(moment, now)}, ${clockName}`
}
