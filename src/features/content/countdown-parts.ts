export type CountdownParts = { days: number; hours: number; minutes: number; seconds: number }

/** The remaining time until a target, in whole parts; all zero afterwards. msLeft may be negative. */
export function countdownParts(msLeft: number): CountdownParts {
  const seconds = Math.max(0, Math.ceil(msLeft / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** A part as displayed: two digits, or more for many days. */
export function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}
