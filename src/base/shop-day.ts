import { shop } from '#shop'

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: shop.timeZone,
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

const dayMs = 24 * 60 * 60 * 1_000

/**
 * The next moment at which the shop's calendar day changes: days left, dispatch dates and 'today' are true until then.
 * On the two days a year on which the clocks change, the result may be an hour early, never late.
 */
export function nextMidnight(now: Date): Date {
  // Every page needs it and Intl is slow, so the result is cached until that midnight.
  if (now < last.asked || now >= last.midnight) last = { asked: now, midnight: findMidnight(now) }
  return last.midnight
}

let last = { asked: new Date(0), midnight: new Date(0) }

function findMidnight(now: Date): Date {
  const given = Object.fromEntries(parts.formatToParts(now).map((part) => [part.type, Number(part.value)]))
  const sinceMidnightMs =
    ((given.hour ?? 0) * 3600 + (given.minute ?? 0) * 60 + (given.second ?? 0)) * 1_000 + now.getMilliseconds()
  const guess = now.getTime() + dayMs - sinceMidnightMs
  // On a day of 23 hours the guess is one hour into the next day.
  const hourAtGuess = Number(parts.formatToParts(new Date(guess)).find((part) => part.type === 'hour')?.value)
  return new Date(hourAtGuess === 1 ? guess - 3_600_000 : guess)
}
