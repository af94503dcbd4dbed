import { DraftOffer } from '#admin/draft-offer.tsx'
import { fromShopClock, toShopClock } from '#base/shop-clock.ts'
import { formatFullTime } from '#base/shop-time.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { SaveButton, SettingConflict, SettingEffect, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

/** When the shop opens or opened. */
export function LaunchSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
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
        <form onSubmit={form.submit} className="grid grid-cols-1 gap-y-6">
          <DraftOffer draft={form.draft} />
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
          <SettingEffect>{whatItDoes(fromShopClock(form.value), { held: new Date(held), now })}</SettingEffect>
          <SettingConflict
            form={form}
            name="launch_at"
            label="Day and time"
            describe={(typed) => {
              const moment = fromShopClock(typed)
              return moment ? formatFullTime(moment) : typed
            }}
          />
          <SaveButton {...form} />
        </form>
      )}
      {new Date(held) > now && (
        <p className="mt-6">
          <Link to="/admin/look-ahead" className="link inline-flex min-h-11 items-center text-mulberry">
            Preview Home as it will look then
          </Link>
        </p>
      )}
    </AccountSection>
  )
}

const noSuchTime =
  'This time doesn’t exist. Please check the date, and the hour that’s skipped when the clocks go forward.'

function whatItDoes(moment: Date | null, { held, now }: { held: Date; now: Date }): string {
  if (!moment) return 'Please enter a date and time.'
  if (moment <= now) return `Open since ${formatFullTime(moment)}.`
  const opens = `Opens on ${formatFullTime(moment)}.`
  return held <= now
    ? `${opens} The shop is open now: saving this brings back the coming-soon page until then. Customers can browse other pages, but not order.`
    : `${opens} Until then, the home page shows the coming-soon page.`
}
