const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?$/i
const british = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:,?\s+(\d\d?):(\d\d)(?::(\d\d))?)?$/
/** Earlier consent dates are implausible. */
const firstYear = 1995

/**
 * Parses a time of another program: ISO 8601 or day/month/year, with or without a time of day. Without a zone it is
 * UTC; a date alone is its noon, so that it is the same day in the shop's time zone. Null for any other text and for
 * impossible dates.
 */
export function readDay(typed: string): Date | null {
  const text = typed.trim()
  const [, year, month, day, hour, minute, second, sign, zoneHours, zoneMinutes] =
    iso.exec(text) ?? turned(british.exec(text)) ?? []
  if (!year || Number(year) < firstYear) return null
  const clock = hour === undefined ? [12, 0, 0] : [Number(hour), Number(minute), Number(second ?? 0)]
  const [h = 0, m = 0, s = 0] = clock
  if (h > 23 || m > 59 || s > 59) return null
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), h, m, s))
  if (at.getUTCMonth() + 1 !== Number(month) || at.getUTCDate() !== Number(day)) return null
  const ahead = Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)
  return new Date(at.getTime() - (sign === '-' ? -ahead : ahead) * 60_000)
}

function turned(found: RegExpExecArray | null): (string | undefined)[] | null {
  if (!found) return null
  const [all, day, month, year, ...time] = found
  return [all, year, month, day, ...time]
}
