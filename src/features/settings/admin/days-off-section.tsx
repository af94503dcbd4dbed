import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDay, formatFullDay, formatShortWeekday, isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import { type DayRange, daysIn } from '#features/settings/shop-settings.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { bankHolidays, type Day, isWorkingDay } from '../bank-holidays.ts'
import { dispatchBy, freeWorkOf } from '../dispatch-and-arrival.ts'
import { workingDays } from '../production-time.ts'
import { AddDaysOff } from './add-days-off.tsx'
import { ListedOrders } from './listed-orders.tsx'
import { SettingEffect } from './setting-form.tsx'
import type { DaysOffPreview } from './settings.contract.ts'
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
  const freeWork = freeWorkOf({ capacity: settings.capacity.value, daysOff }, { promised: settings.promised, now })
  const leaves = dispatchBy({ orderedAt: now }, { productionDays: settings.production_days.value, daysOff, freeWork })
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
      note="Days when you don’t sew. Dispatch dates for new orders skip them; orders already placed keep their dates. If you can’t keep one, change it on the order’s page and the customer gets an e-mail."
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
        <PreviewNote {...preview} />
      </AddDaysOff>
      <div className="mt-7">
        <SettingEffect>
          {chosen ? 'With these days off, orders' : 'Orders'} placed now leave by {formatDay(leaves, now)}.
        </SettingEffect>
      </div>
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

/** The orders that the chosen days off would affect, shown before they are added. */
function PreviewNote({ preview, problem, isChecking, retry }: ReturnType<typeof useDaysOffPreview>) {
  return (
    <div aria-live="polite" className="sm:col-span-2">
      {isChecking && <p className="text-ink-soft">Checking your orders…</p>}
      {problem !== undefined && (
        <p>
          Your orders couldn’t be checked. {problem} <TextButton onClick={retry}>Check again</TextButton>
        </p>
      )}
      {preview && <Touched {...preview} />}
    </div>
  )
}

function Touched({ due, tight }: DaysOffPreview) {
  if (due.count + tight.count === 0) {
    return <p className="text-ink-soft">No promised dates are affected.</p>
  }
  return (
    <div className="grid max-w-[38em] gap-y-5 border-mulberry border-l-2 pl-5">
      {due.count > 0 && (
        <ListedOrders title={`${orders(due.count, 'is', 'are')} promised for these days`} {...due}>
          {({ dispatch_by }) => `promised by ${formatShortWeekday(dispatch_by)}`}
        </ListedOrders>
      )}
      {tight.count > 0 && (
        <ListedOrders title={`${orders(tight.count, 'has', 'have')} fewer days to be made`} {...tight}>
          {({ dispatch_by, days_left, days_before }) =>
            `promised by ${formatShortWeekday(dispatch_by)}: ${workingDays(days_left)} instead of ${days_before}`
          }
        </ListedOrders>
      )}
      <p className="text-ink-soft text-small">
        Adding days off does not change these dates. If you can’t keep one, open the order and change its dispatch date
        there; the customer gets an e-mail.
      </p>
    </div>
  )
}

function orders(count: number, one: string, many: string): string {
  return count === 1 ? `1 order ${one}` : `${count} orders ${many}`
}

/** 'Monday 14 to Friday 25 December 2026', 'Thursday 31 December 2026 to Monday 4 January 2027', or a single day. */
function rangeLabel({ from, until }: DayRange): string {
  if (from === until) return formatFullDay(from)
  const [first, last] = [formatFullDay(from), formatFullDay(until)]
  if (from.slice(0, 7) === until.slice(0, 7)) return `${first.split(' ').slice(0, 2).join(' ')} to ${last}`
  return from.slice(0, 4) === until.slice(0, 4) ? `${first.slice(0, -5)} to ${last}` : `${first} to ${last}`
}

/** The number of working days in a range. */
function countWorkingDays({ from, until }: DayRange): number {
  const first = Date.parse(from) / dayMs
  const last = Date.parse(until) / dayMs
  let count = 0
  for (let day = first; day <= last; day += 1) if (isWorkingDay(day)) count += 1
  return count
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
