import { z } from 'zod'

/** A day, 'YYYY-MM-DD', that PostgreSQL has too: no 30 February, and no year 0, which JavaScript would take. */
export function calendarDay(message?: string) {
  return z.iso.date(message).refine((day) => !day.startsWith('0000'), message ?? 'There is no such day.')
}

/** Whether a text is such a day. */
export function isCalendarDay(text: string): boolean {
  return calendarDay().safeParse(text).success
}
