import { useRef, useState } from 'react'
import { formatDay, formatFullDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { type DayRange, daysIn } from '#features/settings/shop-settings.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { dispatchBy } from '../dispatch-and-arrival.ts'
import { workingDays } from '../production-time.ts'
import { AddDaysOff } from './add-days-off.tsx'
import { DaysOffPreviewNote } from './days-off-preview.tsx'
import { SettingEffect } from './effect.tsx'
import { countWorkingDays, publicHolidays, rangeLabel } from './range-labels.ts'
import type { Settings } from './settings.contract.ts'
import { type SaveSetting, useDaysOffPreview } from './settings-queries.ts'
import { useSettingForm } from './use-setting-form.ts'

/** The days off that the owner adds to weekends and bank holidays. */
export function DaysOffSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const ranges = settings.days_off.value
  const now = new Date(settings.now)
  const ahead = ranges.filter(({ until }) => until >= shopDate(now))
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<DayRange | null>(null)
  const { state, retry } = useDaysOffPreview(chosen)
  const leaves = dispatchBy(
    { orderedAt: now },
    { productionDays: settings.production_days.value, daysOff: daysIn(chosen ? [...ranges, chosen] : ranges) },
  )
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
        <DaysOffPreviewNote state={state} onRetry={retry} />
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
  const { problem, busy, submit } = useSettingForm(null, remove)
  const label = rangeLabel(range)
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-line border-b py-2">
      <span className="min-w-0">
        {label}
        <span className="block text-ink-soft text-small">{workingDays(countWorkingDays(range))}</span>
      </span>
      <TextButton onClick={() => submit()} aria-disabled={busy} aria-label={`Remove ${label}`}>
        {busy ? 'Removing…' : 'Remove'}
      </TextButton>
      <p role="alert" className="col-span-2 text-mulberry text-small empty:hidden">
        {problem}
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
