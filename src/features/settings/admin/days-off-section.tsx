import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDay, formatFullDay, isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import { type DayRange, daysIn } from '#features/settings/shop-settings.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { bankHolidays, type Day } from '../bank-holidays.ts'
import { dispatchBy, freeDayOf } from '../dispatch-and-arrival.ts'
import { workingDays } from '../production-time.ts'
import { AddDaysOff } from './add-days-off.tsx'
import { countWorkingDays } from './count-working-days.ts'
import { PromisedOrders } from './promised-orders.tsx'
import { SettingEffect } from './setting-form.tsx'
import { type SectionProps, useDaysOffPreview } from './settings-queries.ts'

/** The days off that the owner adds to weekends and bank holidays. */
export function DaysOffSection({ settings, save }: SectionProps) {
  const ranges = settings.days_off.value
  const now = new Date(settings.now)
  const ahead = ranges.filter(({ until }) => until >= shopDate(now))
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<DayRange | null>(null)
  const preview = useDaysOffPreview(chosen)
  const daysOff = daysIn(chosen ? [...ranges, chosen] : ranges)
  const freeDay = freeDayOf({ capacity: settings.capacity.value, daysOff }, { promised: settings.promised, now })
  const leaves = dispatchBy({ orderedAt: now }, { productionDays: settings.production_days.value, daysOff, freeDay })
  /** Adds a range or removes one. After a conflict the owner checks the newer list first. */
  async function change(next: DayRange[]) {
    try {
      await save('days_off', next)
    } catch (error) {
      throw toRequestError(error).code === 'conflict' ? new Error(listChanged) : error
    }
  }

  async function remove(range: DayRange) {
    await change(ranges.filter(({ from }) => from !== range.from))
    heading.current?.focus()
  }

  return (
    <AccountSection
      id="days-off"
      heading={heading}
      title="Days off"
      note="Days when you don’t sew. Dispatch dates for new orders skip them; orders already placed keep their dates. Choose days, and the promised dates that fall into them are listed, to be delayed together."
    >
      {ahead.length === 0 ? (
        <p className="border-line border-b pb-4 text-ink-soft">No days off planned, apart from bank holidays.</p>
      ) : (
        <ul aria-labelledby="days-off" className="border-line border-t">
          {ahead.map((range) => (
            <Entry key={range.from} range={range} remove={() => remove(range)} />
          ))}
        </ul>
      )}
      <AddDaysOff today={shopDate(now)} save={(range) => change([...ranges, range])} onChoose={setChosen}>
        <SettingEffect>
          {chosen ? 'With these days off, orders' : 'Orders'} placed now leave by {formatDay(leaves, now)}.
        </SettingEffect>
        <PromisedOrders {...preview} range={chosen} isOff />
      </AddDaysOff>
      <PublicHolidays now={now} />
    </AccountSection>
  )
}

const listChanged = 'Someone else has just changed the days off. Check the list above, then try again.'

function Entry({ range, remove }: { range: DayRange; remove: () => Promise<void> }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: remove })
  const label = rangeLabel(range)
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-line border-b py-2">
      <span className="min-w-0">
        {label}
        <span className="block text-ink-soft text-small">{workingDays(countWorkingDays(range))}</span>
      </span>
      <TextButton onClick={() => isPending || mutate()} aria-disabled={isPending} aria-label={`Remove ${label}`}>
        {isPending ? 'Removing…' : 'Remove'}
      </TextButton>
      <p role="alert" className="col-span-2 text-mulberry text-small empty:hidden">
        {error?.message}
      </p>
    </li>
  )
}

/** The bank holidays of the coming year, which are always days off. */
function PublicHolidays({ now }: { now: Date }) {
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

/** 'Monday 14 to Friday 25 December 2026', 'Thursday 31 December 2026 to Monday 4 January 2027', or a single day. */
function rangeLabel({ from, until }: DayRange): string {
  if (from === until) return formatFullDay(from)
  const [first, last] = [formatFullDay(from), formatFullDay(until)]
  if (from.slice(0, 7) === until.slice(0, 7)) return `${first.split(' ').slice(0, 2).join(' ')} to ${last}`
  return from.slice(0, 4) === until.slice(0, 4) ? `${first.slice(0, -5)} to ${last}` : `${first} to ${last}`
}

/** The bank holidays of the year from today, as 'YYYY-MM-DD'. */
function publicHolidays(now: Date): string[] {
  const today: Day = Date.parse(shopDate(now)) / dayMs
  const year = now.getUTCFullYear()
  return [...bankHolidays(year), ...bankHolidays(year + 1)]
    .filter((day) => day >= today && day < today + 366)
    .sort((a, b) => a - b)
    .map((day) => isoDay(new Date(day * dayMs)))
}
