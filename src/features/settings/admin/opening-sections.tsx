import { dayMs } from '#base/day-ms.ts'
import { fromShopClock, shopDate, toShopClock } from '#base/shop-clock.ts'
import { formatFullTime } from '#base/shop-time.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { pauseAt, pauseText } from '../selling.ts'
import { type DayRange, maxClosingReason, type SettingValue } from '../shop-settings.ts'
import { PromisedOrders } from './promised-orders.tsx'
import { SettingCheck, SettingEffect, SettingForm, useSettingForm } from './setting-form.tsx'
import { type SectionProps, useDaysOffPreview } from './settings-queries.ts'

/** `until`: the value of a datetime-local field. */
type TypedClosing = { closed: boolean; until: string; reason: string }

/** The switch that stops selling, with the day when selling starts again. */
export function ClosingSection({ settings, save }: SectionProps) {
  const form = useSettingForm(typedClosing(settings.closing.value), (typed) => save('closing', closingOf(typed)), {
    name: 'closing',
    version: settings.closing.version,
  })
  const { closed, until, reason } = form.value
  const days = form.isChanged ? closedDays(form.value, new Date(settings.now)) : null
  const promised = useDaysOffPreview(days)
  const effect = (typed: TypedClosing) => closingEffect(typed, new Date(settings.now))
  return (
    <AccountSection
      id="closing"
      title="Closed until"
      note="Stops selling at once. Customers can still browse and fill their carts. Payment pages that are already open can still be paid, for up to an hour. While you’re signed in as an administrator you can still try an order."
    >
      <SettingForm form={form} label="Closed until" describe={effect} noValidate>
        <SettingCheck checked={closed} onChange={(closed) => form.type({ ...form.value, closed })}>
          Stop selling
        </SettingCheck>
        <Field
          label="Selling starts again (shop’s time zone)"
          name="closing_until"
          type="datetime-local"
          value={until}
          onChange={({ target }) => form.type({ ...form.value, until: target.value })}
          hint="Leave blank if you don’t know yet."
          error={form.problem}
          className="max-w-[20rem]"
        />
        <Field
          label="Reason, for customers"
          name="closing_reason"
          value={reason}
          maxLength={maxClosingReason}
          onChange={({ target }) => form.type({ ...form.value, reason: target.value })}
          hint="Leave blank for: We’re not taking orders just now."
          autoComplete="off"
        />
        <SettingEffect>{effect(form.value)}</SettingEffect>
        {days && <PromisedOrders {...promised} range={days} />}
      </SettingForm>
    </AccountSection>
  )
}

/** The days on which the shop would be closed: without an end those of a year. Null while it sells. */
function closedDays({ closed, until }: TypedClosing, now: Date): DayRange | null {
  const from = shopDate(now)
  const end = until === '' ? new Date(now.getTime() + 365 * dayMs) : fromShopClock(until)
  const last = end && shopDate(end)
  return closed && last && last >= from ? { from, until: last } : null
}

function typedClosing({ closed, until, reason }: SettingValue<'closing'>): TypedClosing {
  return { closed, until: until === null ? '' : toShopClock(new Date(until)), reason }
}

/** A time that does not exist stays text, which the server refuses with a message for the field. */
function closingOf({ closed, until, reason }: TypedClosing) {
  return { closed, until: until === '' ? null : (fromShopClock(until)?.toISOString() ?? until), reason }
}

function closingEffect({ closed, until, reason }: TypedClosing, now: Date): string {
  if (!closed) return 'The shop sells.'
  const moment = until === '' ? null : fromShopClock(until)
  if (until !== '' && !moment) return 'This time doesn’t exist. Please check it.'
  const closing = { closed, until: moment, reason: reason.trim() }
  // The opening has a section of its own.
  const pause = pauseAt({ launchAt: new Date(0), closing }, now)
  if (!pause && moment) return `${formatFullTime(moment)} has passed, so the shop sells.`
  return pause ? `Customers read: “${pauseText(pause, now)}”` : 'The shop sells.'
}

/** When the shop opens or opened. */
export function LaunchSection({ settings, save }: SectionProps) {
  const { value: held, fixed } = settings.launch_at
  const now = new Date(settings.now)
  const form = useSettingForm(
    toShopClock(new Date(held)),
    async (typed) => {
      const moment = fromShopClock(typed)
      if (!moment) throw new Error(noSuchTime)
      await save('launch_at', moment.toISOString())
    },
    { name: 'launch_at', version: settings.launch_at.version },
  )
  return (
    <AccountSection
      id="opening"
      title="Opening"
      note="Until then, the home page shows the coming-soon page with its countdown, other pages can be browsed, and checkout gives this day. It all changes on its own."
    >
      {fixed ? (
        <>
          <p className="font-serif text-lead leading-tight">{formatFullTime(new Date(held))}</p>
          <p className="mt-3 max-w-[34em] text-ink-soft">
            You can’t change this here: LAUNCH_AT is set on the server and takes precedence. Once it is removed there,
            you can set the date on this page.
          </p>
        </>
      ) : (
        <SettingForm
          form={form}
          label="Day and time"
          describe={(typed) => {
            const moment = fromShopClock(typed)
            return moment ? formatFullTime(moment) : typed
          }}
        >
          <Field
            label="Date and time (shop’s time zone)"
            name="launch_at"
            type="datetime-local"
            required
            value={form.value}
            onChange={({ target }) => form.type(target.value)}
            error={form.problem}
            className="max-w-[20rem]"
          />
          <SettingEffect>{launchEffect(fromShopClock(form.value), { held: new Date(held), now })}</SettingEffect>
        </SettingForm>
      )}
      {new Date(held) > now && (
        <p className="mt-6">
          <Link to="/admin/look-ahead" className="inline-flex min-h-11 items-center text-mulberry">
            <span className="link">Preview Home as it will look then</span>
          </Link>
        </p>
      )}
    </AccountSection>
  )
}

const noSuchTime =
  'This time doesn’t exist. Please check the date, and the hour that’s skipped when the clocks go forward.'

function launchEffect(moment: Date | null, { held, now }: { held: Date; now: Date }): string {
  if (!moment) return 'Please enter a date and time.'
  if (moment <= now) return `Open since ${formatFullTime(moment)}.`
  const opens = `Opens on ${formatFullTime(moment)}.`
  return held <= now
    ? `${opens} The shop is open now: saving this brings back the coming-soon page until then. Customers can browse other pages, but not order.`
    : `${opens} Until then, the home page shows the coming-soon page.`
}
