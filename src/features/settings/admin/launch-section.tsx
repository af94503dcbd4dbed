import { DraftOffer } from '#admin/draft-offer.tsx'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { fromShopClock, toShopClock } from '#ui/time/shop-clock.ts'
import { formatFullTime } from '#ui/time/shop-time.ts'
import { SettingEffect } from './effect.tsx'
import { SaveButton } from './save-button.tsx'
import { SettingConflict } from './setting-conflict.tsx'
import type { SaveSetting } from './settings-queries.ts'
import type { SettingsResponse } from './settings-response.ts'
import { useSettingForm } from './use-setting-form.ts'

/** When the shop opens or opened. */
export function LaunchSection({ settings, save }: { settings: SettingsResponse; save: SaveSetting }) {
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
      note="Before this moment the coming-soon page stands in place of Home, with its countdown; at that moment it turns into Home by itself."
    >
      {fixed ? (
        <>
          <p className="font-serif text-lead leading-tight">{formatFullTime(new Date(held))}</p>
          <p className="mt-3 max-w-[34em] text-ink-soft">
            This cannot be changed here: LAUNCH_AT is set where the shop runs, and that decides. Whoever runs the shop
            can take it out; then the date is yours to set on this page.
          </p>
        </>
      ) : (
        <form onSubmit={form.submit} className="grid grid-cols-1 gap-y-6">
          <DraftOffer draft={form.draft} />
          <Field
            label="Day and time, on the shop’s clock"
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
            See Home as it will stand then
          </Link>
        </p>
      )}
    </AccountSection>
  )
}

const noSuchTime = 'There is no such time: please look at the day, and at the hour left out when summer time begins.'

function whatItDoes(moment: Date | null, { held, now }: { held: Date; now: Date }): string {
  if (!moment) return 'Please give a day and a time.'
  if (moment <= now) return `Open since ${formatFullTime(moment)}.`
  const opens = `Opens on ${formatFullTime(moment)}.`
  return held <= now
    ? `${opens} The shop is open now: saving this puts the coming-soon page back in place of Home until then. Whoever has a link to another page can still order.`
    : `${opens} Until then the coming-soon page stands in place of Home.`
}
