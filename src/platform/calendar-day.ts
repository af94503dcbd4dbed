import { z } from 'zod'

/**
 * A zod schema of a day, 'YYYY-MM-DD', that PostgreSQL accepts too: no 30 February, and no year 0, which JavaScript
 * accepts.
 */
export function calendarDay(message?: string) {
  return z.iso.date(message).refine((day) => !day.startsWith('0000'), message ?? 'There is no such day.')
}

/** Whether a text is such a day. */
export function isCalendarDay(text: string): boolean {
  return calendarDay().safeParse(text).success
}
