import { DraftOffer } from '#admin/draft-offer.tsx'
import { fromShopClock, toShopClock } from '#base/shop-clock.ts'
import { formatFullTime } from '#base/shop-time.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { pauseAt, pauseText } from '../selling.ts'
import { maxClosingReason, type SettingValue } from '../shop-settings.ts'
import { SaveButton, SettingConflict, SettingEffect, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

/** `until`: the value of a datetime-local field. */
type Typed = { closed: boolean; until: string; reason: string }

/** The switch that stops selling, with the day when selling starts again. */
export function ClosingSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const form = useSettingForm(asTyped(settings.closing.value), (typed) => save('closing', asValue(typed)), {
    name: 'closing',
    version: settings.closing.version,
  })
  const { closed, until, reason } = form.value
  const effect = (typed: Typed) => effectOf(typed, new Date(settings.now))
  return (
    <AccountSection
      id="closing"
      title="Closed until"
      note="Stops selling at once. Customers can still browse and fill their carts. Payment pages that are already open can still be paid, for up to an hour. While you’re signed in as an administrator you can still try an order."
    >
      <form onSubmit={form.submit} className="grid grid-cols-1 gap-y-6" noValidate>
        <DraftOffer draft={form.draft} />
        <label className="flex min-h-11 cursor-pointer items-center gap-x-4">
          <input
            type="checkbox"
            checked={closed}
            onChange={({ target }) => form.type({ ...form.value, closed: target.checked })}
            className="size-5 accent-mulberry"
          />
          Stop selling
        </label>
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
        <SettingConflict form={form} name="closing" label="Closed until" describe={effect} />
        <SaveButton {...form} />
      </form>
    </AccountSection>
  )
}

function asTyped({ closed, until, reason }: SettingValue<'closing'>): Typed {
  return { closed, until: until === null ? '' : toShopClock(new Date(until)), reason }
}

/** A time that does not exist stays text, which the server refuses with a message for the field. */
function asValue({ closed, until, reason }: Typed) {
  return { closed, until: until === '' ? null : (fromShopClock(until)?.toISOString() ?? until), reason }
}

function effectOf({ closed, until, reason }: Typed, now: Date): string {
  if (!closed) return 'The shop sells.'
  const moment = until === '' ? null : fromShopClock(until)
  if (until !== '' && !moment) return 'This time doesn’t exist. Please check it.'
  const closing = { closed, until: moment, reason: reason.trim() }
  // The opening has a section of its own.
  const pause = pauseAt({ launchAt: new Date(0), closing }, now)
  if (!pause && moment) return `${formatFullTime(moment)} has passed, so the shop sells.`
  return pause ? `Customers read: “${pauseText(pause, now)}”` : 'The shop sells.'
}
