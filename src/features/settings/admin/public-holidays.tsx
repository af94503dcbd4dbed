import { formatFullDay } from '#ui/time/calendar-day.ts'
import { publicHolidays } from './range-labels.ts'

/** The bank holidays of the coming year, which are always days off. */
export function PublicHolidays({ now }: { now: Date }) {
  return (
    <details className="group mt-5">
      <summary className="inline-flex min-h-11 items-center gap-x-3 hover:text-mulberry">
        <span
          aria-hidden="true"
          className="inline-block text-mulberry transition-transform duration-200 group-open:rotate-90"
        >
          ›
        </span>
        Bank holidays are already off
      </summary>
      <ul className="gap-x-8 pl-5 text-ink-soft sm:columns-2">
        {publicHolidays(now).map((day) => (
          <li key={day} className="py-1">
            {formatFullDay(day)}
          </li>
        ))}
      </ul>
    </details>
  )
}
